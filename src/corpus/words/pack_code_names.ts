import { isDeepStrictEqual } from 'node:util';
import { byCodePoint } from '../../text/by_code_point.ts';
import { stemmerFor } from '../analysis/stem.ts';
import type { Spelling } from '../analysis/term_numbers.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { numbersOf, packNumberLists, startsOf } from '../artefact/number_lists.ts';
import { packStrings } from '../artefact/string_list.ts';
import { RebakeCache } from '../rebake_cache.ts';
import { LEAST_INITIALS, LEAST_PART, MOST_OF_INITIALS, MOST_OF_PART } from './code_names.ts';

export interface CodeNamesInput {
  readonly spellings: readonly Spelling[];
  /** The numbers of the spellings that pages use, in the order of `compareSpellings`. */
  readonly sorted: Uint32Array;
  /** By number: how many fields of pages have the spelling. */
  readonly uses: Uint32Array;
}

/** A word that is written as a name in code. */
interface CodeName {
  /** Its place among the site's words. */
  readonly word: number;
  /** As `codeName`. */
  readonly name: string;
  readonly algorithms: readonly string[];
  readonly uses: number;
}

/**
 * Packs the words that are written as names in code at least as often as not, and which of them have a part, or initials. A list that
 * is too long keeps the names that most pages have.
 * @param cache of the index before; is updated. Of a large site this takes a tenth of a second, and most edits change no name
 */
export function packCodeNames(input: CodeNamesInput, cache = new RebakeCache(false)): readonly NamedSection[] {
  const found = findNames(input);
  return cache.renew<PackedNames>('code names', (last) =>
    last !== null && isDeepStrictEqual(last.names, found) ? last : { names: found, sections: packNames(found) },
  ).sections;
}

interface PackedNames {
  readonly names: readonly CodeName[];
  readonly sections: readonly NamedSection[];
}

function packNames(names: readonly CodeName[]): NamedSection[] {
  const ofParts = new Map<string, number[]>();
  const ofInitials = new Map<string, number[]>();
  const stems = new Map<string, (part: string) => string>();
  const ends: number[][] = [];
  for (const [number, { name, algorithms }] of names.entries()) {
    const parts = name.split(' ');
    ends.push(endsOf(parts));
    for (const algorithm of algorithms) {
      let termOf = stems.get(algorithm);
      if (termOf === undefined) {
        termOf = rememberedStems(algorithm);
        stems.set(algorithm, termOf);
      }
      for (const part of parts) if (part.length >= LEAST_PART) addTo(ofParts, termOf(part), number);
    }
    if (parts.length >= LEAST_INITIALS) addTo(ofInitials, parts.map((part) => part[0]).join(''), number);
  }
  return [
    ['code.words', numbersOf(Uint32Array, names, ({ word }) => word)],
    ...packEnds(ends),
    ...packLists('code.parts', ofParts, names, MOST_OF_PART),
    ...packLists('code.initials', ofInitials, names, MOST_OF_INITIALS),
  ];
}

/** Finds the names, by word. */
function findNames({ spellings, sorted, uses }: CodeNamesInput): CodeName[] {
  const names: CodeName[] = [];
  for (let from = 0, to = 0, word = 0; from < sorted.length; from = to, word++) {
    const { word: written } = spellings[sorted[from]!]!;
    let all = 0;
    let asName = 0;
    for (; to < sorted.length && spellings[sorted[to]!]!.word === written; to++) {
      const used = uses[sorted[to]!]!;
      all += used;
      if (spellings[sorted[to]!]!.name !== undefined) asName += used;
    }
    if (asName === 0 || 2 * asName < all) continue;
    names.push({ word, uses: all, ...mostUsed(spellings, sorted.subarray(from, to), uses) });
  }
  return names;
}

/** Of several ways to write a name the one that most fields have, else the first by code point. */
function mostUsed(
  spellings: CodeNamesInput['spellings'],
  numbers: Uint32Array,
  uses: Uint32Array,
): Pick<CodeName, 'name' | 'algorithms'> {
  const ways = new Map<string, { uses: number; readonly algorithms: string[] }>();
  for (const number of numbers) {
    const { name, algorithm } = spellings[number]!;
    if (name === undefined) continue;
    const way = ways.get(name) ?? { uses: 0, algorithms: [] };
    way.uses += uses[number]!;
    way.algorithms.push(algorithm);
    ways.set(name, way);
  }
  const [best] = [...ways].sort(([a, left], [b, right]) => right.uses - left.uses || byCodePoint(a, b));
  return { name: best![0], algorithms: best![1].algorithms.sort(byCodePoint) };
}

/** Adds a number, which is at least the last one of the list. */
function addTo(lists: Map<string, number[]>, key: string, number: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [number]);
  else if (list.at(-1) !== number) list.push(number);
}

/** Where the parts of a name end, but for the last. */
function endsOf(parts: readonly string[]): number[] {
  const ends: number[] = [];
  for (let i = 0, end = 0; i < parts.length - 1; i++) {
    end += parts[i]!.length;
    ends.push(end);
  }
  return ends;
}

/** In one byte each: a word has at most 64 letters. */
function packEnds(ends: readonly (readonly number[])[]): NamedSection[] {
  return [
    ['code.ends', Uint8Array.from(ends.flat())],
    ['code.ends.starts', startsOf(ends.map(({ length }) => length))],
  ];
}

/** @param most names of a list */
function packLists(
  name: string,
  lists: ReadonlyMap<string, readonly number[]>,
  names: readonly CodeName[],
  most: number,
): NamedSection[] {
  const keys = [...lists.keys()].sort(byCodePoint);
  const kept = keys.map((key) => {
    const list = lists.get(key)!;
    if (list.length === 1) return list;
    return list.toSorted((a, b) => names[b]!.uses - names[a]!.uses || a - b).slice(0, most);
  });
  return [...packStrings(name, keys), ...packNumberLists(`${name}.names`, kept)];
}

/** Stems each part once: names share them. */
function rememberedStems(algorithm: string): (part: string) => string {
  const stem = stemmerFor(algorithm);
  const known = new Map<string, string>();
  return (part) => {
    let term = known.get(part);
    if (term === undefined) {
      term = stem(part);
      known.set(part, term);
    }
    return term;
  };
}
