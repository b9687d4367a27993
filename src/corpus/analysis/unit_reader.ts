import { fold } from '../../text/fold.ts';
import type { TokenSink } from './tokenise.ts';
import type { Part, Unit } from './unit.ts';

/** @returns the word in `text` from `start` to `end` as a unit; without parts when folding leaves nothing */
export type ReadWord = (text: string, start: number, end: number) => Unit;

/** Creates a unit for each word, each compound and each run of unspaced characters. */
export class UnitReader implements TokenSink {
  readonly #text: string;
  readonly #readWord: ReadWord;
  readonly #onRun: (run: readonly string[]) => void;
  readonly #found: Unit[] = [];
  #run: string[] = [];
  /** The current compound. */
  #compound = { end: -1, signed: false, whole: '', words: 0, parts: [] as Part[] };

  /** @param text in search form; @param onRun receives each run of unspaced characters, folded */
  constructor(text: string, readWord: ReadWord, onRun: (run: readonly string[]) => void) {
    this.#text = text;
    this.#readWord = readWord;
    this.#onRun = onRun;
  }

  compound(start: number, end: number, signed: boolean): void {
    this.#compound = { end, signed, whole: signed ? fold(this.#text.slice(start, end)) : '', words: 0, parts: [] };
  }

  word(start: number, end: number): void {
    this.#closeRun();
    const word = this.#readWord(this.#text, start, end);
    const compound = this.#compound;
    if (end > compound.end) {
      this.#found.push(word);
      return;
    }
    const [part] = word.parts;
    if (part !== undefined) compound.parts.push(compound.words === 0 ? part : atOffset(part, compound.words));
    compound.words++;
    const last = end === compound.end || (compound.signed && compound.end - end <= 2);
    if (!last) return;
    const parts = compound.signed ? withSign(compound.parts, compound.whole) : compound.parts;
    this.#found.push({ parts: fromFirst(parts), quoted: false, functionWordOn: 0 });
  }

  character(start: number, end: number, joined: boolean): void {
    if (!joined) this.#closeRun();
    this.#run.push(fold(this.#text.slice(start, end)));
  }

  border(): void {}

  units(): Unit[] {
    this.#closeRun();
    return this.#found.filter(({ parts }) => parts.length > 0);
  }

  #closeRun(): void {
    if (this.#run.length === 0) return;
    this.#found.push({ parts: bigrams(this.#run, 0), quoted: false, functionWordOn: 0 });
    this.#onRun(this.#run);
    this.#run = [];
  }
}

export function atOffset({ terms, shape, known }: Part, offset: number): Part {
  return { terms, offset, shape, known };
}

/** A name that ends with a sign (`C++`) is indexed as one term, at the position of its first part. */
function withSign(parts: readonly Part[], whole: string): Part[] {
  return [{ terms: [whole], offset: 0, shape: 'signed', known: null }, ...parts.filter(({ offset }) => offset > 0)];
}

/** Makes offsets relative to the first part. Words that analyse to nothing take a position but are no parts. */
export function fromFirst(parts: readonly Part[]): readonly Part[] {
  const before = parts[0]?.offset ?? 0;
  return before === 0 ? parts : parts.map((part) => atOffset(part, part.offset - before));
}

/** The fewest bigrams that cover a run of characters. A single character is its own term. */
export function bigrams(run: readonly string[], offset: number): Part[] {
  if (run.length === 1) return [{ terms: [run[0]!], offset, shape: 1, known: null }];
  const parts: Part[] = [];
  for (let i = 0; i < run.length; i += 2) {
    const at = Math.min(i, run.length - 2);
    parts.push({ terms: [run[at]! + run[at + 1]!], offset: offset + at, shape: 2, known: null });
  }
  return parts;
}
