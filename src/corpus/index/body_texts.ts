import { continues } from '../../text/utf8.ts';
import type { FieldTerms } from '../analysis/analyse_field.ts';
import type { NamedSection, Sections } from '../artefact/artefact_format.ts';
import { ByteList, packBytes } from '../artefact/string_list.ts';

/** Every so many positions of a body, a byte offset is stored. Offsets between two of them are summed from the steps. */
const STEPS_A_SAMPLE = 64;

/** The text of the pages' bodies, and where in it the positions lie. */
export class BodyTexts {
  readonly #texts: ByteList;
  readonly #steps: ByteList;
  readonly #samples: Uint32Array;
  readonly #sampleStarts: Uint32Array;

  constructor(sections: Sections) {
    this.#texts = new ByteList(sections, 'text.body.text');
    this.#steps = new ByteList(sections, 'text.body.steps');
    this.#samples = sections.numbers('text.body.samples');
    this.#sampleStarts = sections.numbers('text.body.samples.starts');
  }

  /** UTF-8 of all texts. */
  get bytes(): Buffer {
    return this.#texts.bytes;
  }

  /** @returns where in `bytes` the text begins */
  start(page: number): number {
    return this.#texts.starts[page]!;
  }

  /** @returns the text's length in bytes */
  length(page: number): number {
    return this.#texts.starts[page + 1]! - this.#texts.starts[page]!;
  }

  /** @returns how many positions the body takes */
  positions(page: number): number {
    return this.#steps.starts[page + 1]! - this.#steps.starts[page]!;
  }

  /** @returns where the word at a position begins, in bytes of the text; for the position after the last, the text's length */
  offset(page: number, position: number): number {
    if (position >= this.positions(page)) return this.length(page);
    const sample = Math.floor(position / STEPS_A_SAMPLE);
    const first = this.#steps.starts[page]!;
    let offset = this.#samples[this.#sampleStarts[page]! + sample]!;
    for (let i = first + sample * STEPS_A_SAMPLE + 1; i <= first + position; i++) offset += this.#steps.bytes[i]!;
    return offset;
  }

  /** @returns the distance of a position from the one before it, in bytes */
  step(page: number, position: number): number {
    return this.#steps.bytes[this.#steps.starts[page]! + position]!;
  }

  /** @returns the text from byte `start` on, of at most `length` bytes, cut between two characters */
  window(page: number, start: number, length: number): string {
    const base = this.start(page);
    const textEnd = base + this.length(page);
    let end = Math.min(base + start + length, textEnd);
    if (end < textEnd) while (continues(this.bytes[end]!)) end--;
    return this.bytes.utf8Slice(base + start, end);
  }
}

/** @param texts UTF-8 of each page's body; @param bodies the terms of each, with the steps between their positions */
export function packBodyTexts(texts: readonly Uint8Array[], bodies: readonly FieldTerms[]): NamedSection[] {
  const samples: number[] = [];
  const sampleStarts = new Uint32Array(bodies.length + 1);
  bodies.forEach(({ steps }, page) => {
    let offset = 0;
    for (let i = 0; i < steps.length; i++) {
      offset += steps[i]!;
      if (i % STEPS_A_SAMPLE === 0) samples.push(offset);
    }
    sampleStarts[page + 1] = samples.length;
  });
  return [
    ...packBytes('text.body.text', texts),
    ...packBytes(
      'text.body.steps',
      bodies.map((body) => body.steps),
    ),
    ['text.body.samples', Uint32Array.from(samples)],
    ['text.body.samples.starts', sampleStarts],
  ];
}
