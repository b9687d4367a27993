import type { SearchAnswer, SearchRow, SinglePage } from '../client/api_types.ts';
import type { PageId } from '../corpus/corpus.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { readSearch } from '../query/ask/read_search.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { SORTS, type Sort } from './view/explorer_state.ts';

/** Answers of the service, parsed for the pages of the explorer. */
export class ExplorerAnswers {
  readonly #questions: PageQuestions;
  /** Cached by `sorts`, because a build does not change; null before the first answer. */
  #sorts: readonly Sort[] | null = null;

  constructor(questions: PageQuestions) {
    this.#questions = questions;
  }

  async page(id: PageId): Promise<SinglePage> {
    const body = JSON.parse(decode(await this.#questions.page(id))) as { readonly page: SinglePage };
    return body.page;
  }

  /** The page at a path, or null. */
  async pageAt(path: string): Promise<SinglePage | null> {
    const id = await this.#questions.find(path);
    return id === -1 ? null : this.page(id);
  }

  async hasPage(path: string): Promise<boolean> {
    return (await this.#questions.find(path)) !== -1;
  }

  /** @param parameters of `/api/search`, as a query string */
  async search(parameters: string, caller: Caller): Promise<SearchAnswer | Refusal> {
    const reply = await this.#questions.search(() => readSearch(parameters, this.#questions.grammar), caller);
    return isRefusal(reply) ? reply : (JSON.parse(decode(reply.body)) as SearchAnswer);
  }

  /** The first pages with some words; none where the search is refused. */
  async pagesNear(q: string, caller: Caller): Promise<readonly SearchRow[]> {
    const found = await this.search(new URLSearchParams({ q, limit: '5', sections: '0' }).toString(), caller);
    return isRefusal(found) ? [] : found.items;
  }

  /** The orders that differ on this site: those by date need pages that have one. */
  async sorts(caller: Caller): Promise<readonly Sort[]> {
    if (this.#sorts !== null) return this.#sorts;
    const absent = new Set<Sort>();
    for (const sort of ['published', 'updated'] as const) {
      // Pages without a date come last.
      const found = await this.search(`sort=${sort}&limit=1&sections=0`, caller);
      // Refused by a full queue: the next page asks again.
      if (isRefusal(found)) return SORTS;
      if (found.items[0]?.[sort] == null) absent.add(sort);
    }
    this.#sorts = SORTS.filter((sort) => !absent.has(sort));
    return this.#sorts;
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
