import { readFileSync } from 'node:fs';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { type WordRange, walkWords } from '../../src/corpus/words/walk_words.ts';
import { mostEdits, pagesOfWord } from '../../src/query/match/spellings/near_words.ts';
import { byCodePoint } from '../../src/text/by_code_point.ts';

/** How well near words find what was meant, over a list of misspellings. Shares are of the pairs. */
export interface WordMeasures {
  /** Words of the corpora together. */
  readonly words: number;
  /** Misspellings that the corpora do not have, of words that they have. */
  readonly pairs: number;
  readonly found: number;
  readonly first: number;
  readonly amongThree: number;
  /** Near words of a misspelling, on average. */
  readonly candidates: number;
  /** Branches of the word list that a walk enters, on average, and microseconds that it takes. */
  readonly nodes: number;
  readonly microseconds: number;
}

/**
 * Looks up each misspelling among the words of several corpora: by edits, then pages, then word.
 * @param list a CSV file of misspellings, each followed by what may have been meant
 */
export function measureWords(corpora: readonly Corpus[], list: string): WordMeasures {
  const { sorted, pages, words } = joinWords(corpora);
  const known = new Map(sorted.map((word, i) => [word, i]));
  const sum = { pairs: 0, found: 0, first: 0, amongThree: 0, candidates: 0, nodes: 0, milliseconds: 0 };
  for (const line of readFileSync(list, 'utf8').split('\n')) {
    const [typed = '', ...meant] = line.trim().split(',');
    const right = meant.flatMap((word) => known.get(word) ?? []);
    const most = mostEdits(typed);
    if (typed === '' || known.has(typed) || right.length === 0) continue;
    sum.pairs++;
    if (most === 0) continue;
    const start = performance.now();
    const { ranges, nodes } = walkWords(words, typed, { most, prefix: false });
    sum.milliseconds += performance.now() - start;
    const compare = (a: WordRange, b: WordRange): number =>
      a.distance - b.distance || pages[b.from]! - pages[a.from]! || a.from - b.from;
    const near = ranges.sort(compare).map(({ from }) => from);
    const place = near.findIndex((word) => right.includes(word));
    sum.nodes += nodes;
    sum.candidates += near.length;
    if (place >= 0) sum.found++;
    if (place === 0) sum.first++;
    if (place >= 0 && place < 3) sum.amongThree++;
  }
  const { pairs, milliseconds, ...sums } = sum;
  const shares = Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, value / pairs]));
  return { words: sorted.length, pairs, microseconds: (1000 * milliseconds) / pairs, ...(shares as typeof sums) };
}

/** One word list of several corpora, with the pages of each word over all of them. */
function joinWords(corpora: readonly Corpus[]) {
  const counts = new Map<string, number>();
  for (const { words, text } of corpora) {
    for (let word = 0; word < words.count; word++) {
      const spelling = words.word(word);
      counts.set(spelling, (counts.get(spelling) ?? 0) + pagesOfWord(words, text.all.starts, word));
    }
  }
  const sorted = [...counts.keys()].sort(byCodePoint);
  const starts = new Uint32Array(sorted.length + 1);
  for (const [i, word] of sorted.entries()) starts[i + 1] = starts[i]! + Buffer.byteLength(word);
  const words = { count: sorted.length, bytes: Buffer.from(sorted.join('')), starts };
  return { sorted, words, pages: sorted.map((word) => counts.get(word)!) };
}
