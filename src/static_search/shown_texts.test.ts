import { expect, test } from 'vitest';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { pagesOfVersions } from '../../test/static_search/many_searches.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { type PositionedSet, type PostingList, readPositions } from '../corpus/index/posting_set.ts';
import { ShownTexts } from './shown_texts.ts';

/** By page: the positions of a list. */
function positionsOf({ pages, set, from, to }: PostingList, shown: readonly number[]): Record<number, number[]> {
  const found: Record<number, number[]> = {};
  for (let posting = from; posting < to; posting++) {
    if (!shown.includes(pages[posting]!)) continue;
    const into = new Uint32Array(1000);
    const count = readPositions(set as PositionedSet, posting, into);
    found[pages[posting]!] = [...into.subarray(0, count)];
  }
  return found;
}

test('the words of pages that are shown stand where the index has them, and pages that are no longer shown have none', () => {
  const corpus: Corpus = corpusOf([
    ...pagesOfVersions().slice(0, 30),
    { path: 'a', text: `C++ and ${'far '.repeat(3)}${'-'.repeat(600)} away\nfar 日本語 naïve's` },
    { path: 'b', text: '' },
  ]);
  const { text, pages } = corpus;
  const shownTexts = new ShownTexts(pages, text.bodies);
  for (const shown of [[0, 3, 31, 30], [5], []]) {
    shownTexts.show(shown);
    for (let term = 0; term < text.vocabulary.count; term++) {
      for (const field of ['title', 'body'] as const) {
        const list = shownTexts.list(field, text.vocabulary.term(term), text.rarity[term]!);
        expect(positionsOf(list!, shown)).toEqual(positionsOf(text.postings(field, term, false), shown));
      }
    }
  }
});
