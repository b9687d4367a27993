import type { FieldTerms } from './analyse_field.ts';
import type { NamedSection, Sections } from './artefact_format.ts';
import { ByteList, packBytes } from './string_list.ts';

/** Positions of a body between two whose byte offset is stored as it is; offsets between them are summed from the steps. */
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

  /** @returns the text's length in bytes */
  length(page: number): number {
    return this.#texts.starts[page + 1]! - this.#texts.starts[page]!;
  }

  /** @returns how many positions the body takes */
  positions(page: number): number {
    return this.#steps.starts[page + 1]! - this.#steps.starts[page]!;
  }

  /** @returns where the word at a position begins, in bytes of the text; the text's length for the position behind the last */
  offset(page: number, position: number): number {
    if (position >= this.positions(page)) return this.length(page);
    const sample = Math.floor(position / STEPS_A_SAMPLE);
    const first = this.#steps.starts[page]!;
    let offset = this.#samples[this.#sampleStarts[page]! + sample]!;
    for (let i = first + sample * STEPS_A_SAMPLE + 1; i <= first + position; i++) offset += this.#steps.bytes[i]!;
    return offset;
  }

  /** @returns how many bytes a position lies behind the one before it */
  step(page: number, position: number): number {
    return this.#steps.bytes[this.#steps.starts[page]! + position]!;
  }

  /** @returns the text from byte `start` on, of at most `length` bytes, cut at a character's border */
  window(page: number, start: number, length: number): TextWindow {
    const base = this.#texts.starts[page]!;
    let end = Math.min(base + start + length, this.#texts.starts[page + 1]!);
    // UTF-8: a byte 10xxxxxx continues a character.
    if (end < this.#texts.starts[page + 1]!) while ((this.#texts.bytes[end]! & 0xc0) === 0x80) end--;
    const text = this.#texts.bytes.utf8Slice(base + start, end);
    return new TextWindow(text, start, text.length === end - base - start);
  }
}

/** A stretch of a page's text. */
export class TextWindow {
  readonly text: string;
  readonly #start: number;
  readonly #ascii: boolean;

  constructor(text: string, start: number, ascii: boolean) {
    this.text = text;
    this.#start = start;
    this.#ascii = ascii;
  }

  /** @returns where in `text` a byte offset of the whole text lies */
  unitAt(offset: number): number {
    return this.#ascii ? offset - this.#start : unitAt(this.text, offset - this.#start);
  }
}

function unitAt(text: string, byte: number): number {
  let at = 0;
  for (let bytes = 0; bytes < byte && at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Each half of a surrogate pair stands for two of its four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return at;
}

/** @param texts UTF-8 of each page's body; @param bodies their terms, whose steps lead through the texts */
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
