import type { TextIndex } from '../../corpus/index/text_index.ts';
import { continues } from '../../text/utf8.ts';
import type { ShownPage } from '../index/page_document.ts';

/** A body and where its steps are. */
interface Body {
  readonly start: number;
  readonly end: number;
  readonly steps: Uint8Array;
}

/** The bodies of those pages whose texts were fetched, as `BodyTexts`. */
export class FetchedBodies implements Pick<TextIndex['bodies'], keyof TextIndex['bodies']> {
  bytes: Buffer = Buffer.alloc(0);
  readonly #bodies = new Map<number, Body>();
  readonly #onMissing: (page: number) => void;

  /** @param onMissing receives each page whose text is read and is not there; it is read as empty */
  constructor(onMissing: (page: number) => void) {
    this.#onMissing = onMissing;
  }

  add(page: number, { text, steps }: Pick<ShownPage, 'text' | 'steps'>): void {
    const start = this.bytes.length;
    this.bytes = Buffer.concat([this.bytes, Buffer.from(text)]);
    this.#bodies.set(page, { start, end: this.bytes.length, steps: Buffer.from(steps, 'base64') });
  }

  start(page: number): number {
    return this.#get(page).start;
  }

  length(page: number): number {
    const { start, end } = this.#get(page);
    return end - start;
  }

  positions(page: number): number {
    return this.#get(page).steps.length;
  }

  offset(page: number, position: number): number {
    const { steps } = this.#get(page);
    if (position >= steps.length) return this.length(page);
    let offset = 0;
    for (let i = 0; i <= position; i++) offset += steps[i]!;
    return offset;
  }

  step(page: number, position: number): number {
    return this.#get(page).steps[position]!;
  }

  range(page: number, start: number, length: number): [from: number, to: number] {
    const body = this.#get(page);
    let end = Math.min(body.start + start + length, body.end);
    if (end < body.end) while (continues(this.bytes[end]!)) end--;
    return [body.start + start, end];
  }

  window(page: number, start: number, length: number): string {
    return this.bytes.utf8Slice(...this.range(page, start, length));
  }

  #get(page: number): Body {
    const body = this.#bodies.get(page);
    if (body !== undefined) return body;
    this.#onMissing(page);
    return NO_BODY;
  }
}

const NO_BODY: Body = { start: 0, end: 0, steps: new Uint8Array() };
