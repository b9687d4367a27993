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
  const reader = new FieldReader(form, (at) => bytes.at(start(at)), numbers.wordNumbers(language), numbers);
  tokenise(form, reader);
  return reader.terms();
}

/** Collects the terms of a field and their positions from the tokeniser. */
class FieldReader implements TokenSink {
  readonly #form: string;
  readonly #byteAt: (at: number) => number;
  readonly #wordNumber: (text: string, start: number, end: number) => number;
  readonly #numbers: TermNumbers;
  readonly #occurrences: number[] = [];
  readonly #spellings = new Set<number>();
  readonly #places: number[] = [];
  readonly #steps: number[] = [];
  #length = 0;
  #lastByte = 0;
  #lastCharacter = '';

  /** @param byteAt maps an offset of the form to a byte offset of the text; called with ascending offsets */
  constructor(
    form: string,
    byteAt: (at: number) => number,
    wordNumber: (text: string, start: number, end: number) => number,
    numbers: TermNumbers,
  ) {
    this.#form = form;
    this.#byteAt = byteAt;
    this.#wordNumber = wordNumber;
    this.#numbers = numbers;
  }

  compound(start: number, end: number, signed: boolean): void {
    if (signed) this.#add(this.#numbers.number(fold(this.#form.slice(start, end))), this.#nextPosition(start));
  }

  word(start: number, end: number): void {
    const position = this.#step(start);
    const spelling = this.#wordNumber(this.#form, start, end);
    this.#length++;
    if (spelling < 0) return;
    this.#spellings.add(spelling);
    this.#add(this.#numbers.spellings[spelling]!.term, position);
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
    return {
      ...group(this.#occurrences, this.#places),
      length: this.#length,
      spellings: Uint32Array.from(this.#spellings),
      steps: Uint8Array.from(this.#steps),
    };
  }

  #add(term: number, position: number): void {
    this.#occurrences.push(term);
    this.#places.push(position);
  }

  /** Allocates the next position to the token that starts at `start`. */
  #step(start: number): number {
    const byte = this.#byteAt(start);
    let way = byte - this.#lastByte;
    for (; way > LONGEST_STEP; way -= LONGEST_STEP) this.#steps.push(LONGEST_STEP);
    this.#lastByte = byte;
    return this.#steps.push(way) - 1;
  }

  /** The position that the word at `start` will get. */
  #nextPosition(start: number): number {
    const way = this.#byteAt(start) - this.#lastByte;
    return this.#steps.length + (way > LONGEST_STEP ? Math.ceil(way / LONGEST_STEP) - 1 : 0);
  }
}

/** Converts ascending UTF-16 offsets of a text to UTF-8 offsets, in one pass over the text. */
class ByteCounter {
  readonly #text: string;
  readonly #ascii: boolean;
  #unit = 0;
  #byte = 0;

  constructor(text: string) {
    this.#text = text;
    this.#ascii = Buffer.byteLength(text) === text.length;
  }

  at(offset: number): number {
    if (this.#ascii) return offset;
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

/** Groups occurrences by term, in order of first occurrence; positions stay in order. */
function group(
  occurrences: readonly number[],
  places: readonly number[],
): Pick<FieldTerms, 'terms' | 'counts' | 'positions'> {
  const terms: number[] = [];
  const counts: number[] = [];
  const slotOf = new Uint32Array(occurrences.length);
  for (let i = 0; i < occurrences.length; i++) {
    const term = occurrences[i]!;
    if (term >= slots.length) {
      const larger = new Uint32Array(term * 2);
      larger.set(slots);
      slots = larger;
    }
    let slot = slots[term]! - 1;
    if (slot < 0) {
      slot = terms.push(term) - 1;
      slots[term] = slot + 1;
      counts.push(0);
    }
    counts[slot]!++;
    slotOf[i] = slot;
  }
  for (const term of terms) slots[term] = 0;
  const next = new Uint32Array(terms.length);
  for (let slot = 1; slot < terms.length; slot++) next[slot] = next[slot - 1]! + counts[slot - 1]!;
  const positions = new Uint32Array(occurrences.length);
  for (let i = 0; i < occurrences.length; i++) positions[next[slotOf[i]!]!++] = places[i]!;
  return { terms: Uint32Array.from(terms), counts: Uint32Array.from(counts), positions };
}
