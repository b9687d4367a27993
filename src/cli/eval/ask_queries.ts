import { openBudget } from '../../cache/cache_budget.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { readParameters } from '../../query/ask/read_parameters.ts';
import { readSearch } from '../../query/ask/read_search.ts';
import { openQuestions } from '../../questions/open_questions.ts';
import type { JudgedQuery } from './judged_query.ts';

/** The addresses that answer what people type, by the names that `--address` takes. */
export const ADDRESSES = { search: '/api/search', pages: '/api/pages' } as const;
export type AddressName = keyof typeof ADDRESSES;

/** Results of an answer that are looked at. */
export const DEPTH = 10;

const CACHE_BYTES = 16 * 1024 * 1024;

/** Asks a site each query as a reader who has finished typing does. @returns for each the paths of the first pages, or null where it is refused */
export async function askQueries(
  corpus: Corpus,
  queries: readonly JudgedQuery[],
  address: AddressName,
): Promise<(readonly string[] | null)[]> {
  const questions = openQuestions(corpus, openBudget(CACHE_BYTES));
  const caller = { signal: new AbortController().signal };
  const ask = (text: string) => {
    const q = `q=${encodeURIComponent(text.toWellFormed())}&limit=${DEPTH}`;
    return address === 'search'
      ? questions.search(() => readSearch(`${q}&prefix=none&sections=0`, questions.grammar), caller)
      : questions.ask(() => readParameters(q, questions.grammar), caller);
  };
  const found: (readonly string[] | null)[] = [];
  for (const { text } of queries) {
    const reply = await ask(text);
    found.push(isRefusal(reply) ? null : pathsIn(reply.body));
  }
  return found;
}

function pathsIn(body: Uint8Array): string[] {
  const { items } = JSON.parse(Buffer.from(body).toString()) as { items: readonly { readonly path: string }[] };
  return items.map(({ path }) => path);
}
