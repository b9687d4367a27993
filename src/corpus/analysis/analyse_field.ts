import { fold } from '../../text/fold.ts';
import type { TermNumbers } from './term_numbers.ts';
import { tokenise } from './tokenise.ts';

/** The terms of one field of one page, grouped by term. */
export interface FieldTerms {
  /** Number of each distinct term, in order of first mention. */
  readonly terms: Uint32Array;
  /** How often each occurs, beside `terms`. */
  readonly counts: Uint32Array;
  /** Positions of the occurrences: those of the first term ascending, then those of the second, and so on. */
  readonly positions: Uint32Array;
  /** Words and unspaced characters in the field: its length for ranking. */
  readonly length: number;
  /** For each position, how many UTF-8 bytes it lies behind the one before it; the first behind the text's beginning. */
  readonly steps: Uint8Array;
}

/** The largest step that one byte holds; longer ways take several positions, which no phrase reaches across. */
const LONGEST_STEP = 254;

/**
 * Finds the terms of a field. Every word takes one position, the parts of a compound too; a block's border takes one that stays
 * empty. Characters of unspaced scripts are terms alone and with the one that follows (bigrams), so that any substring can be asked for.
 *
 * @param text the field; blocks are separated by `\n`
 */
export function analyseField(text: string, language: string, numbers: TermNumbers): FieldTerms {
  const wordNumber = numbers.wordNumbers(language);
  const occurrences: number[] = [];
  const places: number[] = [];
  const steps: number[] = [];
  const bytes = new ByteCounter(text);
  let length = 0;
  let lastByte = 0;
  let lastCharacter = '';

  const step = (start: number): number => {
    const byte = bytes.at(start);
    let way = byte - lastByte;
    for (; way > LONGEST_STEP; way -= LONGEST_STEP) steps.push(LONGEST_STEP);
    lastByte = byte;
    return steps.push(way) - 1;
  };
  const add = (term: number, position: number): void => {
    occurrences.push(term);
    places.push(position);
  };

  tokenise(text, {
    compound(start, end, signed) {
      if (signed) add(numbers.number(fold(text.slice(start, end))), peek(start));
    },
    word(start, end) {
      const position = step(start);
      const term = wordNumber(text.slice(start, end));
      length++;
      if (term >= 0) add(term, position);
    },
    character(start, end, joined) {
      const position = step(start);
      const character = fold(text.slice(start, end));
      length++;
      if (joined) add(numbers.number(lastCharacter + character), position - 1);
      add(numbers.number(character), position);
      lastCharacter = character;
    },
    border(at) {
      step(at);
    },
  });
  return { ...group(occurrences, places), length, steps: Uint8Array.from(steps) };

  /** The position that the word beginning at `start` is about to take. */
  function peek(start: number): number {
    const way = bytes.at(start) - lastByte;
    return steps.length + (way > LONGEST_STEP ? Math.ceil(way / LONGEST_STEP) - 1 : 0);
  }
}

/** Turns ascending UTF-16 offsets of a text into UTF-8 offsets, reading the text once in all. */
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
      // A surrogate pair is four bytes; a lone surrogate is written as U+FFFD, which is three.
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

/** Groups occurrences by term, keeping the order of first mention and of positions. */
function group(
  occurrences: readonly number[],
  places: readonly number[],
): Pick<FieldTerms, 'terms' | 'counts' | 'positions'> {
  const slots = new Map<number, number>();
  const terms: number[] = [];
  const counts: number[] = [];
  const slotOf = new Uint32Array(occurrences.length);
  for (let i = 0; i < occurrences.length; i++) {
    const term = occurrences[i]!;
    let slot = slots.get(term);
    if (slot === undefined) {
      slot = terms.push(term) - 1;
      slots.set(term, slot);
      counts.push(0);
    }
    counts[slot]!++;
    slotOf[i] = slot;
  }
  const next = new Uint32Array(terms.length);
  for (let slot = 1; slot < terms.length; slot++) next[slot] = next[slot - 1]! + counts[slot - 1]!;
  const positions = new Uint32Array(occurrences.length);
  for (let i = 0; i < occurrences.length; i++) positions[next[slotOf[i]!]!++] = places[i]!;
  return { terms: Uint32Array.from(terms), counts: Uint32Array.from(counts), positions };
}
