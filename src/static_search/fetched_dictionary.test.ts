import { beforeAll, describe, expect, test } from 'vitest';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { fetchedFrom, partsOf } from '../../test/static_search/parts_of.ts';
import { Missed } from '../async/missed.ts';
import type { LoadedCorpus } from '../corpus/load_artefact.ts';
import { type FetchedDictionary, openFetchedDictionary } from './fetched_dictionary.ts';
import type { FetchedParts } from './fetched_parts.ts';

const { signal } = new AbortController();
const SYLLABLES = 'ba ce di fo gu ra se ti no lu στ ηλ да ри ée ø 𐐨𐐩'.split(' ');
let seed = 7;
const below = (limit: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return (seed >> 8) % limit;
};
const syllables = (least: number, more: number) =>
  Array.from({ length: least + below(more) }, () => SYLLABLES[below(SYLLABLES.length)]!).join('');

let corpus: LoadedCorpus;
let packed: ReturnType<typeof partsOf>;

// Words of several scripts, one of them outside the basic plane, runs without spaces and names in code: several parts of each kind.
beforeAll(() => {
  const words = Array.from({ length: 3000 }, () => syllables(1, 6));
  const tails = Array.from({ length: 40 }, (_, i) => `${'abcd'[i % 4]}${words[i >> 2]!}ndings`);
  const runs = Array.from({ length: 600 }, () => String.fromCodePoint(0x4e00 + below(300), 0x4e00 + below(300)));
  const names = Array.from({ length: 700 }, (_, i) => `getPart${i.toString(36)}xOf`);
  const all = [...words, ...tails, ...runs, ...names];
  corpus = corpusOf(
    Array.from({ length: 20 }, (_, page) => ({
      path: `p${page}`,
      text: all.filter((_, i) => i % 20 === page || (i + page) % 7 === 0).join(' '),
    })),
  );
  packed = partsOf(corpus);
});

/** Reads as a search does: what is missing is fetched, and the reader runs again. */
async function read<Value>(
  reader: (dictionary: FetchedDictionary) => Value,
): Promise<{ readonly value: Value; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const parts: FetchedParts = fetchedFrom(packed, asked);
  await parts.open(signal);
  const dictionary = openFetchedDictionary(parts, corpus.pages.count);
  for (;;) {
    try {
      const value = reader(dictionary);
      if (!parts.isMissing) return { value, asked };
    } catch (error) {
      if (!(error instanceof Missed)) throw error;
    }
    await parts.fetch(signal);
  }
}

function sample(count: number): string[] {
  return Array.from({ length: count }, () => corpus.words.word(below(corpus.words.count)));
}

test('a site of many words has several parts of each kind', () => {
  const names = [...packed.contents.keys()];
  for (const kind of ['dictionary', 'tails', 'code'])
    expect(names.filter((name) => name.startsWith(`${kind}-`)).length, kind).toBeGreaterThan(1);
});

test('a word is found in one part of the dictionary', async () => {
  for (const word of [...sample(30), 'zzz', 'a', '\u{10ffff}']) {
    const { value, asked } = await read(({ words }) => words.find(word));
    expect(value).toBe(corpus.words.find(word));
    expect(asked.length).toBe(2);
  }
});

test('the words of a beginning are those of the site, with their terms and the pages of these', async () => {
  for (const beginning of [...sample(20).map((word) => word.slice(0, 1 + below(3))), 'q', '𐐨', '']) {
    const { value } = await read(({ words, vocabulary }) => {
      const [from, to] = words.withPrefix(beginning);
      const terms = [...words.terms.subarray(words.termStarts[from]!, words.termStarts[to]!)];
      return { from, to, terms: terms.map((term) => vocabulary.term(term)) };
    });
    const { words, text } = corpus;
    const [from, to] = words.withPrefix(beginning);
    const terms = [...words.terms.subarray(words.termStarts[from]!, words.termStarts[to]!)];
    expect(value).toEqual({ from, to, terms: terms.map((term) => text.vocabulary.term(term)) });
  }
});

test('a term has the number of the site, and its rarity with it', async () => {
  const { vocabulary } = corpus.text;
  const terms = Array.from({ length: 40 }, () => vocabulary.term(below(vocabulary.count)));
  for (const term of [...terms, '', 'zzz', '\u{10ffff}']) {
    const { value } = await read((dictionary) => dictionary.vocabulary.find(term));
    expect(value, term).toBe(vocabulary.find(term));
  }
});

describe.each([
  ['words', false],
  ['beginnings of words', true],
])('near %s', (_, prefix) => {
  const edits: [string, (word: string) => string][] = [
    ['no edit', (word) => word],
    ['another first letter', (word) => `x${[...word].slice(1).join('')}`],
    ['a letter before the first', (word) => `x${word}`],
    ['the first letter missing', (word) => [...word].slice(1).join('')],
    ['the first two letters swapped', (word) => word.replace(/^(.)(.)/u, '$2$1')],
    ['another letter inside', (word) => `${word.slice(0, 3)}x${word.slice(4)}`],
    ['two letters missing', (word) => `${word.slice(0, 2)}${word.slice(4)}`],
  ];
  test.each(edits)('are those of the site: %s', async (_name, edit) => {
    for (const word of [...sample(12), 'abacendings', 'bbacendings'].map(edit)) {
      if (word === '') continue;
      for (const most of [1, 2] as const) {
        if (most === 2 && [...word].length < 8) continue;
        const byPlace = (a: { from: number; to: number }, b: { from: number; to: number }) =>
          a.from - b.from || b.to - a.to;
        const { value } = await read(({ words }) => [...words.near(word, { most, prefix })].sort(byPlace));
        expect(value, word).toEqual([...corpus.words.near(word, { most, prefix })].sort(byPlace));
      }
    }
  });
});

test('names in code are found by their parts, open and whole', async () => {
  const { codeNames } = corpus;
  for (const [part, open] of [
    ['get', false],
    ['of', false],
    ['o', true],
    ...sample(10).map((word) => [word.slice(0, 4), true] as const),
  ] as const) {
    const { value } = await read((dictionary) => dictionary.codeNames.withPart(part, open));
    expect(value, part).toEqual(codeNames.withPart(part, open));
    const word = value[0];
    if (word === undefined) continue;
    const ends = await read((dictionary) => dictionary.codeNames.endsOf(word));
    expect(ends.value).toEqual(codeNames.endsOf(word));
  }
});
