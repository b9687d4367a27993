import type { SectionReader } from '../corpus/artefact/sections.ts';

/** Strings one after the other, as `StringList` has them. */
export interface Strings {
  readonly bytes: Uint8Array;
  /** String s is `bytes[starts[s], starts[s + 1])`. */
  readonly starts: Uint32Array;
}

/** The strings of a section and its starts. */
export function stringsOf(sections: Pick<SectionReader, 'bytes' | 'numbers'>, name: string): Strings {
  return { bytes: sections.bytes(name), starts: sections.numbers(`${name}.starts`) };
}

/** Most bytes that a string takes over from the one before it. */
const MOST_SHARED = 255;

/**
 * Writes strings by what they have in common with the one before: first all lengths of shared beginnings, then the lengths of all ends,
 * then the ends.
 */
export function encodeStrings({ bytes, starts }: Strings): Uint8Array {
  const count = starts.length - 1;
  const shared = new Uint8Array(count);
  const lengths: number[] = [];
  const ends: Uint8Array[] = [];
  for (let i = 0; i < count; i++) {
    const [start, end] = [starts[i]!, starts[i + 1]!];
    const before = i === 0 ? 0 : starts[i - 1]!;
    const most = Math.min(MOST_SHARED, start - before, end - start);
    let same = 0;
    while (same < most && bytes[before + same] === bytes[start + same]) same++;
    shared[i] = same;
    let rest = end - start - same;
    for (; rest > 0x7f; rest >>>= 7) lengths.push((rest & 0x7f) | 0x80);
    lengths.push(rest);
    ends.push(bytes.subarray(start + same, end));
  }
  return Buffer.concat([shared, Uint8Array.from(lengths), ...ends]);
}

/** Reads what `encodeStrings` wrote. @returns the strings, and where they end in `content` */
export function decodeStrings(content: Uint8Array, from: number, count: number): Strings & { readonly end: number } {
  const starts = new Uint32Array(count + 1);
  let at = from + count;
  for (let i = 0; i < count; i++) {
    let length = 0;
    let byte: number;
    let shift = 0;
    do {
      byte = content[at++]!;
      length |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    starts[i + 1] = starts[i]! + content[from + i]! + length;
  }
  const bytes = new Uint8Array(starts[count]!);
  for (let i = 0; i < count; i++) {
    const same = content[from + i]!;
    const before = i === 0 ? 0 : starts[i - 1]!;
    bytes.copyWithin(starts[i]!, before, before + same);
    const rest = starts[i + 1]! - starts[i]! - same;
    bytes.set(content.subarray(at, at + rest), starts[i]! + same);
    at += rest;
  }
  return { bytes, starts, end: at };
}

/** Terms, written by the first word that has each: nearly all begin as their word. */
export interface Stems {
  /** For each of these terms, in the order of words: bytes that it lacks of its word's end. */
  readonly cuts: Uint32Array;
  /** What follows instead; then the terms that no word has. */
  readonly ends: Strings;
}

/** The terms of words: those of word w are `terms[i]` for i in `[starts[w], starts[w + 1])`. */
export interface TermsOfWords {
  readonly terms: Uint32Array;
  readonly starts: Uint32Array;
}

export function encodeStems(terms: Strings, words: Strings, ofWords: TermsOfWords): Stems {
  const cuts: number[] = [];
  const ends: Uint8Array[] = [];
  const rest = inOrder(terms.starts.length - 1, ofWords, (term, word) => {
    const [from, to] = [terms.starts[term]!, terms.starts[term + 1]!];
    const [start, end] = [words.starts[word]!, words.starts[word + 1]!];
    let same = 0;
    while (same < Math.min(to - from, end - start) && terms.bytes[from + same] === words.bytes[start + same]) same++;
    cuts.push(end - start - same);
    ends.push(terms.bytes.subarray(from + same, to));
  });
  for (const term of rest) ends.push(terms.bytes.subarray(terms.starts[term]!, terms.starts[term + 1]!));
  return { cuts: Uint32Array.from(cuts), ends: joined(ends) };
}

/** @param count of terms */
export function decodeStems({ cuts, ends }: Stems, words: Strings, ofWords: TermsOfWords, count: number): Strings {
  const parts = new Array<Uint8Array>(count);
  const endAt = (at: number) => ends.bytes.subarray(ends.starts[at]!, ends.starts[at + 1]!);
  let at = 0;
  const rest = inOrder(count, ofWords, (term, word) => {
    const begin = words.bytes.subarray(words.starts[word]!, words.starts[word + 1]! - cuts[at]!);
    const end = endAt(at++);
    const whole = new Uint8Array(begin.length + end.length);
    whole.set(begin);
    whole.set(end, begin.length);
    parts[term] = whole;
  });
  for (const term of rest) parts[term] = endAt(at++);
  return joined(parts);
}

/** Visits each term with the first word that has it. @returns the terms that no word has, ascending */
function inOrder(
  count: number,
  { terms, starts }: TermsOfWords,
  visit: (term: number, word: number) => void,
): number[] {
  const isVisited = new Uint8Array(count);
  for (let word = 0; word < starts.length - 1; word++) {
    for (let i = starts[word]!; i < starts[word + 1]!; i++) {
      const term = terms[i]!;
      if (isVisited[term] === 1) continue;
      isVisited[term] = 1;
      visit(term, word);
    }
  }
  const rest: number[] = [];
  for (let term = 0; term < count; term++) if (isVisited[term] === 0) rest.push(term);
  return rest;
}

function joined(parts: readonly Uint8Array[]): Strings {
  const starts = new Uint32Array(parts.length + 1);
  parts.forEach((part, i) => {
    starts[i + 1] = starts[i]! + part.length;
  });
  const bytes = new Uint8Array(starts[parts.length]!);
  parts.forEach((part, i) => {
    bytes.set(part, starts[i]!);
  });
  return { bytes, starts };
}
