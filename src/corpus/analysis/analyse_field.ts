import { fold } from '../../text/fold.ts';
import { alignSearchForm } from '../../text/search_form.ts';
import type { TermNumbers } from './term_numbers.ts';
import { type TokenSink, tokenise } from './tokenise.ts';

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
  const { form, start } = alignSearchForm(text);
  const bytes = new ByteCounter(text);
  const byteAt = form === text && bytes.isAscii ? null : (at: number) => bytes.at(start(at));
  const reader = new FieldReader(form, byteAt, numbers.wordNumbers(language), numbers);
  tokenise(form, reader);
  return reader.terms();
}

/** Collects numbers for one field at a time and reuses its array. */
class Collected {
  values = new Uint32Array(1 << 12);
  length = 0;

  /** @returns the number of values before it */
  push(value: number): number {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    return this.length++;
  }
}

const occurrences = new Collected();
const places = new Collected();
const spellings = new Collected();
const steps = new Collected();
/** By spelling number: 1 if the current field has it. All zero between two fields. */
let seen = new Uint8Array(1 << 16);

/** Collects the terms of a field and their positions from the tokeniser. Only one at a time. */
class FieldReader implements TokenSink {
  readonly #form: string;
  readonly #byteAt: ((at: number) => number) | null;
  readonly #wordNumber: (text: string, start: number, end: number) => number;
  readonly #numbers: TermNumbers;
  #length = 0;
  #lastByte = 0;
  #lastCharacter = '';

  /** @param byteAt maps an offset of the form to a byte offset of the text; called with ascending offsets; null: they are the same */
  constructor(
    form: string,
    byteAt: ((at: number) => number) | null,
    wordNumber: (text: string, start: number, end: number) => number,
    numbers: TermNumbers,
  ) {
    this.#form = form;
    this.#byteAt = byteAt;
    this.#wordNumber = wordNumber;
    this.#numbers = numbers;
    for (const list of [occurrences, places, spellings, steps]) list.length = 0;
  }

  compound(start: number, end: number, signed: boolean): void {
    if (signed) this.#add(this.#numbers.number(fold(this.#form.slice(start, end))), this.#nextPosition(start));
  }

  word(start: number, end: number): void {
    const position = this.#step(start);
    const spelling = this.#wordNumber(this.#form, start, end);
    this.#length++;
    if (spelling < 0) return;
    if (spelling >= seen.length) seen = enlarged(seen, spelling);
    if (seen[spelling] === 0) {
      seen[spelling] = 1;
      spellings.push(spelling);
    }
    this.#add(this.#numbers.termOf(spelling), position);
  }

  character(start: number, end: number, joined: boolean): void {
    const position = this.#step(start);
    const character = fold(this.#form.slice(start, end));
    this.#length++;
    if (joined) this.#add(this.#numbers.number(this.#lastCharacter + character), position - 1);
    this.#add(this.#numbers.number(character), position);
    this.#lastCharacter = character;
  }

  border(at: number): void {
    this.#step(at);
  }

  terms(): FieldTerms {
    for (let i = 0; i < spellings.length; i++) seen[spellings.values[i]!] = 0;
    return {
      ...group(occurrences, places),
      length: this.#length,
      spellings: spellings.values.slice(0, spellings.length),
      steps: new Uint8Array(steps.values.subarray(0, steps.length)),
    };
  }

  #add(term: number, position: number): void {
    occurrences.push(term);
    places.push(position);
  }

  /** Allocates the next position to the token that starts at `start`. */
  #step(start: number): number {
    const byte = this.#byteAt === null ? start : this.#byteAt(start);
    let way = byte - this.#lastByte;
    for (; way > LONGEST_STEP; way -= LONGEST_STEP) steps.push(LONGEST_STEP);
    this.#lastByte = byte;
    return steps.push(way);
  }

  /** The position that the word at `start` will get. */
  #nextPosition(start: number): number {
    const way = (this.#byteAt === null ? start : this.#byteAt(start)) - this.#lastByte;
    return steps.length + (way > LONGEST_STEP ? Math.ceil(way / LONGEST_STEP) - 1 : 0);
  }
}

/** Converts ascending UTF-16 offsets of a text to UTF-8 offsets, in one pass over the text. */
class ByteCounter {
  readonly #text: string;
  readonly isAscii: boolean;
  #unit = 0;
  #byte = 0;

  constructor(text: string) {
    this.#text = text;
    this.isAscii = Buffer.byteLength(text) === text.length;
  }

  at(offset: number): number {
    if (this.isAscii) return offset;
    while (this.#unit < offset) {
      const code = this.#text.charCodeAt(this.#unit++);
      // A surrogate pair is four bytes. A lone surrogate is written as U+FFFD, which is three.
      if (code < 0x80) this.#byte++;
      else if (code < 0x800) this.#byte += 2;
      else if (code >= 0xd800 && code < 0xdc00 && isLow(this.#text.charCodeAt(this.#unit))) {
        this.#byte += 4;
        this.#unit++;
      } else this.#byte += 3;
    }
    return this.#byte;
  }
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** By term number: the slot of the term in the field that is being grouped, plus 1. All zero between two fields. */
let slots = new Uint32Array(1 << 16);
/** By slot: how often its term occurs, and then where its next position goes. */
let tallies = new Uint32Array(1 << 12);

/** Groups occurrences by term, in order of first occurrence; positions stay in order. Overwrites `occurrences`. */
function group(occurrences: Collected, places: Collected): Pick<FieldTerms, 'terms' | 'counts' | 'positions'> {
  const { length, values: slotOf } = occurrences;
  if (length > tallies.length) tallies = new Uint32Array(2 * length);
  const found = new Uint32Array(length);
  let distinct = 0;
  for (let i = 0; i < length; i++) {
    const term = slotOf[i]!;
    if (term >= slots.length) slots = enlarged(slots, term);
    let slot = slots[term]! - 1;
    if (slot < 0) {
      slot = distinct++;
      found[slot] = term;
      slots[term] = slot + 1;
      tallies[slot] = 0;
    }
    tallies[slot]!++;
    slotOf[i] = slot;
  }
  const terms = found.slice(0, distinct);
  const counts = tallies.slice(0, distinct);
  let next = 0;
  for (let slot = 0; slot < distinct; slot++) {
    slots[terms[slot]!] = 0;
    tallies[slot] = next;
    next += counts[slot]!;
  }
  const positions = new Uint32Array(length);
  for (let i = 0; i < length; i++) positions[tallies[slotOf[i]!]!++] = places.values[i]!;
  return { terms, counts, positions };
}

/** @returns an array with the same values that has place for `index` */
function enlarged<T extends Uint8Array | Uint32Array>(values: T, index: number): T {
  const larger = new (values.constructor as new (length: number) => T)(2 * index);
  larger.set(values);
  return larger;
}
