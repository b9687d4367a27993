import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MissSketch, missKey } from './misses.ts';

function sketchOf(searches: readonly string[]): MissSketch {
  const sketch = new MissSketch();
  for (const words of searches) sketch.add({ words, count: 1, day: 20_000 });
  return sketch;
}

describe('MissSketch', () => {
  test('counts each text exactly while they fit, and forgets them when taken', () => {
    const sketch = sketchOf(['a', 'b', 'a']);
    sketch.add({ words: 'a', count: 3, day: 20_002 });
    sketch.add({ words: 'b', count: 1, day: 19_999 });
    expect(sketch.take()).toEqual([
      { words: 'a', count: 5, day: 20_002 },
      { words: 'b', count: 2, day: 20_000 },
    ]);
    expect(sketch.take()).toEqual([]);
  });

  test('keeps 500 texts, and keeps a frequent one in a flood of others', () => {
    const flood = Array.from({ length: 5_000 }, (_, index) => [`flood ${index}`, 'frequent']).flat();
    const taken = sketchOf(['frequent', ...flood]).take();
    expect(taken).toHaveLength(500);
    expect(taken).toContainEqual({ words: 'frequent', count: 5_001, day: 20_000 });
    expect(taken.filter(({ words }) => words !== 'frequent').every(({ count }) => count === 1)).toBe(true);
  });

  test('never gives a text more than it was searched for, and at least the frequent ones', () => {
    const text = fc.nat({ max: 900 }).map((index) => `text ${Math.floor(index ** 2 / 900)}`);
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3_000, size: 'max' }), (searches) => {
        const exact = new Map<string, number>();
        for (const words of searches) exact.set(words, (exact.get(words) ?? 0) + 1);
        const taken = new Map(
          sketchOf(searches)
            .take()
            .map(({ words, count }) => [words, count]),
        );
        for (const [words, count] of taken) expect(count).toBeLessThanOrEqual(exact.get(words)!);
        for (const [words, count] of exact) if (count > searches.length / 500) expect(taken.has(words)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe('missKey', () => {
  test.each([
    ['Kubernets', 'kubernets'],
    ['  Résumé   FORMAT ', 'resume format'],
    ["don't panic", 'dont panic'],
    ['node.js text-align', 'node js text align'],
    ['vitamin c', 'vitamin'],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['検索 エンジン', '検索 エンジン'],
  ])('keeps the folded words of %j', (typed, key) => {
    expect(missKey(typed)).toBe(key);
  });

  test.each([
    ['digits', 'sam 4111-1111 h2o ４２ token9', 'sam'],
    ['an address', 'mail bob@example.org or bob＠example', 'mail or'],
    ['quotation marks', 'find "Jo Doe" and “Al Roe” and «Li Poe» too', 'find and and too'],
    ['an unclosed quotation mark', 'find "Jo Doe', 'find'],
    ['more than 40 letters', `a token ${'x'.repeat(41)}`, 'token'],
  ])('leaves out words with %s', (_, typed, key) => {
    expect(missKey(typed)).toBe(key);
  });

  test.each(['', ' ', '?!', 'c', '404', '"quoted"', 'a@b'])('gives null for %j, which has no such word', (typed) => {
    expect(missKey(typed)).toBeNull();
  });

  test('gives nothing but words of 2 to 40 letters, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (typed) => {
        const key = missKey(typed);
        for (const word of key?.split(' ') ?? []) expect(word).toMatch(/^[\p{L}\p{M}]{2,40}$/u);
      }),
    );
  });
});
