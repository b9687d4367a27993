import { describe, expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import type { Row } from './top.ts';
import { liftVerbatim } from './verbatim.ts';

/** Twelve words, so that each piece has three words and none is a single word. */
const passage = 'The quick brown fox jumps over the lazy dog near river banks.';
const corpus = corpusOf([
  { path: 'a-more', text: `${passage} And then it rests.` },
  { path: 'b-broken', text: passage.replaceAll(' ', '\n') },
  { path: 'c-part', text: 'The quick brown fox sleeps.' },
  { path: 'd-same', text: `${passage}\n` },
  { path: 'e-words', text: 'Bank river lazy dog jumps fox brown quick.' },
]);
const engine = engineOf(corpus);
const even = [0, 1, 2, 3, 4].map((page) => ({ page, sum: 10 }));

function lifted(passage: string, rows: readonly Row[] = even): Record<string, number> {
  const pages = Uint32Array.from(rows, ({ page }) => page);
  const sums = Float64Array.from(rows, ({ sum }) => sum);
  liftVerbatim(engine, { texts: [], words: [], name: '', named: [], headed: [], passage }, { pages, sums });
  return Object.fromEntries(Array.from(pages, (page, row) => [corpus.pages.path(page), sums[row]!]));
}

describe('liftVerbatim', () => {
  test('raises the page with only the passage most, then pages with more text, then pages with a part of it', () => {
    const sums = lifted(passage);
    expect(sums['d-same']).toBe(40);
    expect(sums['a-more']).toBe(30);
    expect(sums['c-part']).toBeGreaterThan(10);
    expect(sums['c-part']).toBeLessThan(20);
    expect(sums['e-words']).toBe(10);
  });

  test('ignores line breaks and spacing of the passage', () => {
    expect(lifted(` ${passage.replaceAll(' ', '  ').replace('over', '\nover')} `)['d-same']).toBe(40);
  });

  test('tells a no-break space of the passage from a character that begins with the same byte', () => {
    const text = '© The quick brown fox jumps over the lazy dog.';
    const site = corpusOf([{ path: 'a', text: `Then ${text}` }]);
    const liftedSum = (passage: string): number => {
      const sums = Float64Array.of(10);
      const asked = { texts: [], words: [], name: '', named: [], headed: [], passage };
      liftVerbatim(engineOf(site), asked, { pages: Uint32Array.of(0), sums });
      return sums[0]!;
    };
    expect(liftedSum(text.replace('quick', '\u00a0quick'))).toBe(30);
    expect(liftedSum('fox\u00a0\u00a0jumps © over the')).toBeLessThan(30);
    expect(liftedSum('The quick\u00a0brown\u00a0 fox\njumps over')).toBe(30);
  });

  test('does not compare rows with a much lower sum than the first', () => {
    const rows = [
      { page: 3, sum: 59 },
      { page: 4, sum: 100 },
    ];
    expect(lifted(passage, rows)).toEqual({ 'e-words': 100, 'd-same': 59 });
  });

  test.each(['', '!!!', 'x'.repeat(100), '"""', '\n\n'])(
    'leaves rows unchanged for %j, which has no words to compare',
    (text) => {
      expect(Object.values(lifted(text))).toEqual([10, 10, 10, 10, 10]);
    },
  );

  test('accepts an empty list of rows', () => {
    expect(lifted(passage, [])).toEqual({});
  });
});
