import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byCodePoint } from '../../text/by_code_point.ts';
import { type WalkOptions, walkWords } from './walk_words.ts';

function listOf(words: readonly string[]) {
  const sorted = [...new Set(words)].sort(byCodePoint);
  const starts = new Uint32Array(sorted.length + 1);
  sorted.forEach((word, i) => {
    starts[i + 1] = starts[i]! + Buffer.byteLength(word);
  });
  return { sorted, count: sorted.length, bytes: Buffer.from(sorted.join('')), starts };
}

/** The least distance by which each word is found. */
function found(words: readonly string[], typed: string, options: WalkOptions): Record<string, number> {
  const list = listOf(words);
  const least: Record<string, number> = {};
  for (const { from, to, distance } of walkWords(list, typed, options).ranges) {
    for (const word of list.sorted.slice(from, to)) least[word] = Math.min(least[word] ?? 9, distance);
  }
  return least;
}

/** Optimal string alignment over the whole matrix; edits of a first letter cost 2. */
function distances(typed: readonly string[], word: readonly string[]): number[][] {
  const rows: number[][] = [];
  for (let d = 0; d <= word.length; d++) {
    rows.push([]);
    for (let i = 0; i <= typed.length; i++) {
      if (d === 0 || i === 0) {
        rows[d]!.push(d + i === 0 ? 0 : d + i + 1);
        continue;
      }
      const edit = i === 1 || d === 1 ? 2 : 1;
      let least = rows[d - 1]![i - 1]! + (typed[i - 1] === word[d - 1] ? 0 : edit);
      least = Math.min(least, rows[d - 1]![i]! + 1, rows[d]![i - 1]! + 1);
      if (i > 1 && d > 1 && typed[i - 1] === word[d - 2] && typed[i - 2] === word[d - 1]) {
        least = Math.min(least, rows[d - 2]![i - 2]! + (i === 2 || d === 2 ? 2 : 1));
      }
      rows[d]!.push(least);
    }
  }
  return rows;
}

function expected(words: readonly string[], typed: string, { most, prefix }: WalkOptions): Record<string, number> {
  const least: Record<string, number> = {};
  const letters = [...typed];
  for (const word of new Set(words)) {
    const rows = distances(letters, [...word]);
    const ends = prefix ? rows.map((row) => row[letters.length]!) : [rows.at(-1)![letters.length]!];
    const distance = Math.min(...ends);
    if (distance <= most) least[word] = distance;
  }
  return least;
}

describe('walkWords', () => {
  test.each([
    ['kubernets', 1, { kubernetes: 1 }],
    ['kuberntes', 2, { kubernetes: 1 }],
    ['recieve', 1, { receive: 1 }],
    ['ubernetes', 1, {}],
    ['ubernetes', 2, { kubernetes: 2 }],
    ['jubernetes', 1, {}],
    ['jubernetes', 2, { kubernetes: 2 }],
    ['ukbernetes', 2, { kubernetes: 2 }],
    ['kkubernetes', 1, { kubernetes: 1 }],
    ['kubernetes', 0, { kubernetes: 0 }],
    ['größe', 1, { größe: 0, große: 1 }],
    ['数据库', 1, { 数据库: 0, 数据: 1 }],
  ])('finds what is near to %s within %d edits', (typed, most, words) => {
    const list = ['kubernetes', 'receive', 'größe', 'große', '数据', '数据库', 'k', 'kube'];
    expect(found(list, typed, { most, prefix: false })).toEqual(words);
  });

  test('finds words that begin with something near, each at its least distance', () => {
    const list = ['auth', 'author', 'aut', 'autumn', 'path', 'athens', 'kauth'];
    expect(found(list, 'auth', { most: 1, prefix: true })).toEqual({
      auth: 0,
      author: 0,
      aut: 1,
      autumn: 1,
      athens: 1,
    });
  });

  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '数', '😀'), minLength: 1, maxLength: 7 });
  test('finds the words that the whole matrix finds, for any words', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 30 }),
        word,
        fc.record({ most: fc.nat(2), prefix: fc.boolean() }),
        (words, typed, options) => {
          expect(found(words, typed, options)).toEqual(expected(words, typed, options));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('finds nothing for an empty or overlong word', () => {
    expect([walkWords(listOf(['a']), '', { most: 2, prefix: true }).ranges]).toEqual([[]]);
    expect(walkWords(listOf(['a']), 'a'.repeat(65), { most: 2, prefix: true }).ranges).toEqual([]);
  });

  test('enters few branches of a list without near words', () => {
    const list = listOf(
      Array.from({ length: 20_000 }, (_, i) => i.toString(26).replaceAll(/\d/g, (d) => 'qrstuvwxyz'[Number(d)]!)),
    );
    expect(walkWords(list, 'zebras', { most: 1, prefix: false }).nodes).toBeLessThan(200);
  });
});
