import { fold } from '../../text/fold.ts';
import { alignSearchForm } from '../../text/search_form.ts';
import { startsOf } from '../artefact/number_lists.ts';
import type { TermNumbers } from './term_numbers.ts';
import { tokenise } from './tokenise.ts';

/** The terms of one field of one page, grouped by term. */
export interface FieldTerms {
  /** The distinct terms' numbers, in order of first occurrence. */
  readonly terms: Uint32Array;
  /** Occurrences of each term, parallel to `terms`. */
  readonly counts: Uint32Array;
  /** Positions of the occurrences: of the first term, ascending, then of the second, and so on. */
  readonly positions: Uint32Array;
  /** Number of words and unspaced characters: the field's length for ranking. */
  readonly length: number;
  /** Numbers of the distinct spellings of the field's words, in order of first occurrence. */
  readonly spellings: Uint32Array;
  /** For each position, its distance from the previous one in UTF-8 bytes; the first counts from the start of the text. */
  readonly steps: Uint8Array;
}

/** The largest step. A longer distance takes several positions, so no phrase matches across it. */
const LONGEST_STEP = 254;

/**
 * Finds the terms of a field. Each word takes one position, and so does each part of a compound; the end of a block takes an empty
 * one. Characters of unspaced scripts are indexed alone and as bigrams, so that any substring can be found.
 *
 * @param text the field; blocks are separated by `\n`
 */
export function analyseField(text: string, language: string, numbers: TermNumbers): FieldTerms {
  const { form, start: startInText } = alignSearchForm(text);
  const byteOf = byteOffsets(text);
  const byteAt = (at: number): number => byteOf(startInText(at));
  const spellingOf = numbers.wordNumbers(language);
  /** Terms in the order of the text, and the position of each. */
  const terms: number[] = [];
  const places: number[] = [];
  const spellings: number[] = [];
  const steps: number[] = [];
  let length = 0;
  let lastByte = 0;
  let lastCharacter = '';
  const add = (term: number, position: number): void => {
    terms.push(term);
    places.push(position);
  };
  /** Allocates the next position to the token that starts at `start`. */
  const step = (start: number): number => {
    const byte = byteAt(start);
    let way = byte - lastByte;
    for (; way > LONGEST_STEP; way -= LONGEST_STEP) steps.push(LONGEST_STEP);
    lastByte = byte;
    return steps.push(way) - 1;
  };
  tokenise(form, {
    compound(start, end, signed) {
      if (!signed) return;
      // It has the position that its first word will get.
      const skipped = Math.max(0, Math.ceil((byteAt(start) - lastByte) / LONGEST_STEP) - 1);
      add(numbers.number(fold(form.slice(start, end))), steps.length + skipped);
    },
    word(start, end) {
      const position = step(start);
      const spelling = spellingOf(form, start, end);
      length++;
      if (spelling < 0) return;
      spellings.push(spelling);
      add(numbers.termOf(spelling), position);
    },
    character(start, end, joined) {
      const position = step(start);
      const character = fold(form.slice(start, end));
      length++;
      if (joined) add(numbers.number(lastCharacter + character), position - 1);
      add(numbers.number(character), position);
      lastCharacter = character;
    },
    border: step,
  });
  const { distinct, indexes } = findDistinct(terms);
  const counts = new Uint32Array(distinct.length);
  for (let i = 0; i < indexes.length; i++) counts[indexes[i]!]!++;
  const next = startsOf(counts);
  const positions = new Uint32Array(places.length);
  for (let i = 0; i < indexes.length; i++) positions[next[indexes[i]!]!++] = places[i]!;
  return {
    ...{ terms: distinct, counts, positions, length },
    spellings: findDistinct(spellings).distinct,
    steps: new Uint8Array(steps),
  };
}

/** By number: its index in the list that is being read, plus 1. All zero between two lists. */
let known = new Uint32Array(1 << 16);

/** The distinct numbers of a list, in order of first occurrence, and for each of its items the index among them. */
function findDistinct(numbers: readonly number[]): { readonly distinct: Uint32Array; readonly indexes: Uint32Array } {
  const distinct: number[] = [];
  const indexes = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    if (number >= known.length) {
      const larger = new Uint32Array(2 * number);
      larger.set(known);
      known = larger;
    }
    if (known[number] === 0) known[number] = distinct.push(number);
    indexes[i] = known[number]! - 1;
  }
  for (const number of distinct) known[number] = 0;
  return { distinct: new Uint32Array(distinct), indexes };
}

/** Converts ascending UTF-16 offsets of a text to UTF-8 offsets, in one pass over the text. */
function byteOffsets(text: string): (offset: number) => number {
  if (Buffer.byteLength(text) === text.length) return (offset) => offset;
  let unit = 0;
  let byte = 0;
  return (offset) => {
    while (unit < offset) {
      const code = text.codePointAt(unit)!;
      unit += code > 0xffff ? 2 : 1;
      // A lone surrogate is written as U+FFFD, which is three bytes.
      byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    }
    return byte;
  };
}
