import { continues } from '../../text/utf8.ts';
import type { FieldTerms } from '../analysis/analyse_field.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { packNumberLists } from '../artefact/number_lists.ts';
import { KeptItems, type Packing, packItems } from '../artefact/packed_items.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { RebakeCache } from '../rebake_cache.ts';

/** Positions between two stored byte offsets of a body. Offsets in between are computed by adding steps. */
const STEPS_A_SAMPLE = 64;

/** The texts of the pages' bodies, and the byte offsets of positions in them. */
export class BodyTexts {
  readonly #texts: KeptItems;
  readonly #steps: KeptItems;
  readonly #samples: Uint32Array;
  readonly #sampleStarts: Uint32Array;

  constructor(sections: SectionReader) {
    this.#texts = new KeptItems(sections, 'text.body.text');
    this.#steps = new KeptItems(sections, 'text.body.steps');
    this.#samples = sections.numbers('text.body.samples');
    this.#sampleStarts = sections.numbers('text.body.samples.starts');
  }

  /** The texts in UTF-8. That of a page is present only after `start(page)`. */
  get bytes(): Buffer {
    return this.#texts.bytes;
  }

  /**
   * Makes the page's text and steps present.
   * @returns the start of the page's text in `bytes`
   */
  start(page: number): number {
    this.#texts.open(page);
    this.#steps.open(page);
    return this.#texts.starts[page]!;
  }

  /** @returns the text's length in bytes */
  length(page: number): number {
    return this.#texts.starts[page + 1]! - this.#texts.starts[page]!;
  }

  /** @returns the number of positions in the body */
  positions(page: number): number {
    return this.#steps.starts[page + 1]! - this.#steps.starts[page]!;
  }

  /** @returns the byte offset in the text of the word at a position; for the position after the last, the text's length */
  offset(page: number, position: number): number {
    const length = this.length(page);
    if (position >= this.positions(page)) return length;
    // No step or sample leads out of the text: those of a crafted artefact may say so.
    return Math.max(0, Math.min(this.#offset(page, position), length));
  }

  #offset(page: number, position: number): number {
    this.#steps.open(page);
    const { bytes } = this.#steps;
    const first = this.#steps.starts[page]!;
    const samples = this.#sampleStarts[page]!;
    const inside = position % STEPS_A_SAMPLE;
    const before = position - inside;
    const sample = samples + before / STEPS_A_SAMPLE;
    if (inside > STEPS_A_SAMPLE / 2 && before + STEPS_A_SAMPLE < this.positions(page)) {
      // The next sample is nearer.
      let offset = this.#samples[sample + 1]!;
      for (let i = first + before + STEPS_A_SAMPLE; i > first + position; i--) offset -= bytes[i]!;
      return offset;
    }
    let offset = this.#samples[sample]!;
    for (let i = first + before + 1; i <= first + position; i++) offset += bytes[i]!;
    return offset;
  }

  /** @returns the distance of a position from the previous one, in bytes; only after `start(page)` or `offset(page, ...)` */
  step(page: number, position: number): number {
    return this.#steps.bytes[this.#steps.starts[page]! + position]!;
  }

  /** @returns the text from byte `start` on, at most `length` bytes, cut at a character boundary */
  window(page: number, start: number, length: number): string {
    const [from, to] = this.range(page, start, length);
    return this.bytes.utf8Slice(from, to);
  }

  /** Like `window`. @returns where the text is in `bytes`, `[from, to)` */
  range(page: number, start: number, length: number): readonly [from: number, to: number] {
    const base = this.start(page);
    const textEnd = base + this.length(page);
    let end = Math.min(base + start + length, textEnd);
    if (end < textEnd) while (continues(this.bytes[end]!)) end--;
    return [base + start, end];
  }
}

/**
 * @param texts UTF-8 of each page's body
 * @param bodies the terms of each, with the steps between positions
 */
export function packBodyTexts(
  texts: readonly Uint8Array[],
  bodies: readonly Pick<FieldTerms, 'steps'>[],
  packing: Packing,
  cache = new RebakeCache(),
): NamedSection[] {
  const steps = bodies.map((body) => body.steps);
  const samples = steps.map((own) => cache.recall('samples', own, [], () => samplesOf(own)));
  return [
    ...packItems('text.body.text', 'kept', texts, packing),
    ...packItems('text.body.steps', 'kept', steps, packing),
    ...packNumberLists('text.body.samples', samples),
  ];
}

/** The byte offset of every `STEPS_A_SAMPLE`th position. */
function samplesOf(steps: Uint8Array): Uint32Array {
  const samples = new Uint32Array(Math.ceil(steps.length / STEPS_A_SAMPLE));
  let offset = 0;
  for (let i = 0; i < steps.length; i++) {
    offset += steps[i]!;
    if (i % STEPS_A_SAMPLE === 0) samples[i / STEPS_A_SAMPLE] = offset;
  }
  return samples;
}
