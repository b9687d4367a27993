import { byCodePoint } from '../../text/by_code_point.ts';
import { stemmerFor } from '../analysis/stem.ts';
import type { Spelling } from '../analysis/term_numbers.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { packNumberLists } from '../artefact/number_lists.ts';
import { packStrings } from '../artefact/string_list.ts';
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
 */
export function packCodeNames(input: CodeNamesInput): NamedSection[] {
  const names = findNames(input);
  const ofParts = new Map<string, Set<number>>();
  const ofInitials = new Map<string, Set<number>>();
  const termOf = rememberedStems();
  const ends: number[][] = [];
  for (const [number, { name, algorithms }] of names.entries()) {
    const parts = name.split(' ');
    let end = 0;
    ends.push(
      parts.slice(0, -1).map(({ length }) => {
        end += length;
        return end;
      }),
    );
    for (const part of parts) {
      if (part.length < LEAST_PART) continue;
      for (const algorithm of algorithms) addTo(ofParts, termOf(part, algorithm), number);
    }
    if (parts.length >= LEAST_INITIALS) addTo(ofInitials, parts.map(([initial]) => initial).join(''), number);
  }
  return [
    ['code.words', Uint32Array.from(names, ({ word }) => word)],
    ...packEnds(ends),
    ...packLists('code.parts', ofParts, names, MOST_OF_PART),
    ...packLists('code.initials', ofInitials, names, MOST_OF_INITIALS),
  ];
}

/** Of several ways to write a word the one that most fields have, else the first by code point. */
function findNames({ spellings, sorted, uses }: CodeNamesInput): CodeName[] {
  const names: CodeName[] = [];
  for (let from = 0, to = 0, word = 0; from < sorted.length; from = to, word++) {
    const { word: written } = spellings[sorted[from]!]!;
    const ways = new Map<string, { uses: number; readonly algorithms: string[] }>();
    let all = 0;
    for (; to < sorted.length && spellings[sorted[to]!]!.word === written; to++) {
      const { name, algorithm } = spellings[sorted[to]!]!;
      const used = uses[sorted[to]!]!;
      all += used;
      if (name === undefined) continue;
      const way = ways.get(name) ?? { uses: 0, algorithms: [] };
      way.uses += used;
      way.algorithms.push(algorithm);
      ways.set(name, way);
    }
    const [best] = [...ways].sort(([a, left], [b, right]) => right.uses - left.uses || byCodePoint(a, b));
    if (best === undefined) continue;
    const asName = [...ways.values()].reduce((sum, way) => sum + way.uses, 0);
    if (2 * asName < all) continue;
    names.push({ word, name: best[0], algorithms: best[1].algorithms, uses: all });
  }
  return names;
}

function addTo(lists: Map<string, Set<number>>, key: string, number: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, new Set([number]));
  else list.add(number);
}

/** Where parts end, but for the last, in one byte each. */
function packEnds(ends: readonly (readonly number[])[]): NamedSection[] {
  const starts = new Uint32Array(ends.length + 1);
  ends.forEach((list, i) => {
    starts[i + 1] = starts[i]! + list.length;
  });
  return [
    ['code.ends', Uint8Array.from(ends.flat())],
    ['code.ends.starts', starts],
  ];
}

/** @param most names of a list */
function packLists(
  name: string,
  lists: ReadonlyMap<string, ReadonlySet<number>>,
  names: readonly CodeName[],
  most: number,
): NamedSection[] {
  const keys = [...lists.keys()].sort(byCodePoint);
  const kept = keys.map((key) =>
    [...lists.get(key)!].sort((a, b) => names[b]!.uses - names[a]!.uses || a - b).slice(0, most),
  );
  return [...packStrings(name, keys), ...packNumberLists(`${name}.names`, kept)];
}

/** Stems each part once: names share them. */
function rememberedStems(): (part: string, algorithm: string) => string {
  const known = new Map<string, string>();
  return (part, algorithm) => {
    const key = `${algorithm} ${part}`;
    let term = known.get(key);
    if (term === undefined) {
      term = stemmerFor(algorithm)(part);
      known.set(key, term);
    }
    return term;
  };
}
