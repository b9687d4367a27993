import { damaged, type NamedSection } from '../artefact/artefact_format.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';

/** Maximum number of slots that a look-up reads. Half of the slots are empty, so the terms of a valid table are near their places. */
const MOST_PROBES = 1 << 12;

/** Slots of a table: a power of two, at least twice as many as terms. */
export function slotsFor(terms: number): number {
  let size = 8;
  while (size < terms * 2) size *= 2;
  return size;
}

/** Looks up term numbers in a hash table with open addressing over the stored terms. Opening needs no decoding. */
export class Vocabulary {
  readonly #terms: StringList;
  readonly #slots: Uint32Array;

  constructor(sections: SectionReader) {
    this.#terms = new StringList(sections, 'terms');
    this.#slots = sections.numbers('terms.slots');
  }

  get count(): number {
    return this.#terms.count;
  }

  term(number: number): string {
    return this.#terms.get(number);
  }

  /** @returns the term's number, or -1; @throws ArtefactError when the table has too few empty slots */
  find(term: string): number {
    const mask = this.#slots.length - 1;
    let slot = hash(term) & mask;
    for (let probes = 0; probes < MOST_PROBES; probes++) {
      const number = this.#slots[slot]! - 1;
      if (number < 0 || this.#terms.equals(number, term)) return number;
      slot = (slot + 1) & mask;
    }
    throw damaged('its section "terms.slots" is damaged');
  }
}

/** @param terms sorted; a term's number is its index */
export function packVocabulary(terms: readonly string[]): NamedSection[] {
  return [...packStrings('terms', terms), ['terms.slots', hashTerms(terms.length, (number) => terms[number]!)]];
}

/** The hash table of terms, by slot: 1 + the number of a term, or 0. */
function hashTerms(count: number, term: (number: number) => string): Uint32Array<ArrayBuffer> {
  const slots = new Uint32Array(slotsFor(count));
  for (let number = 0; number < count; number++) {
    let slot = hash(term(number)) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number + 1;
  }
  return slots;
}

/** FNV-1a over UTF-16 code units, with the high bits mixed into the low bits that the table uses. */
function hash(term: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) value = Math.imul(value ^ term.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
