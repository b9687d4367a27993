import type { CopyPage } from '../content/copies/copy_page.ts';
import { type CopyFacts, groupCopies, type SiteCopies } from '../content/copies/group_copies.ts';
import type { ContentPage } from '../content/site_content.ts';
import type { CorpusPage } from '../corpus/corpus_page.ts';

/** The copies of a site, and what they were found by. */
interface FoundCopies {
  readonly pages: readonly ContentPage[];
  /** By page: the text, where it was compared. */
  readonly compared: ReadonlyMap<number, Uint8Array>;
  readonly copies: SiteCopies;
}

/** Finds the copies of a site again only when an edit may change them: most edits change a text that none is compared with. */
export class CopiesRebakeCache {
  #last: FoundCopies | null = null;

  /** @param texts by page; @param facts always those of the first call */
  find(pages: readonly ContentPage[], texts: readonly Pick<CorpusPage, 'text'>[], facts: CopyFacts): SiteCopies {
    const last = this.#last;
    if (last !== null && isSame(last, pages, texts)) {
      this.#last = { ...last, pages };
      return last.copies;
    }
    const compared = new Map<number, Uint8Array>();
    const copies = groupCopies(
      pages.map((page, i) =>
        copyPage(page, () => {
          const { text } = texts[i]!;
          compared.set(i, text);
          return Buffer.from(text.buffer, text.byteOffset, text.length).toString('utf8');
        }),
      ),
      facts,
    );
    this.#last = { pages, compared, copies };
    return copies;
  }
}

function copyPage({ file, path, title, description, language }: ContentPage, text: () => string): CopyPage {
  return { file, path, title, description, language, text };
}

function isSame(
  { pages: before, compared }: FoundCopies,
  pages: readonly ContentPage[],
  texts: readonly Pick<CorpusPage, 'text'>[],
): boolean {
  if (before.length !== pages.length) return false;
  for (const [i, text] of compared) if (texts[i]!.text !== text) return false;
  const names = ['file', 'path', 'title', 'description', 'language'] as const;
  return pages.every((page, i) => page === before[i] || names.every((name) => page[name] === before[i]![name]));
}
