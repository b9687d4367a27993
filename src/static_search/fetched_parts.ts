import { Missed } from '../async/missed.ts';
import { firstWhere } from '../corpus/artefact/number_lists.ts';
import type { BlockSection, SectionReader } from '../corpus/artefact/sections.ts';
import {
  cutsSection,
  decodeNumbers,
  lengthOf,
  type NumberedPart,
  PAGE_ITEMS,
  type PartHead,
  partName,
  type Ranges,
  TABLES,
} from './part_format.ts';
import { decodeStrings } from './string_coding.ts';

/** A part that cannot be used. The message names the file. */
export class PartError extends Error {
  override name = 'PartError';
  /** Whether the host was not reached. */
  readonly isOffline: boolean;

  constructor(message: string, isOffline = false) {
    super(message);
    this.isOffline = isOffline;
  }
}

/** @returns the content of a part, not compressed; rejects with a `PartError` where it cannot be had */
export type LoadPart = (part: string, signal: AbortSignal) => Promise<Uint8Array>;

/** Requests that wait at once; a browser sends fewer to hosts without HTTP/2. */
const MOST_AT_ONCE = 64;
const NONE = new Uint8Array();

/**
 * The sections of an artefact of which parts were fetched. A section is as long as in the artefact, so numbers and places in it are those
 * of the artefact; what was not fetched is zero.
 */
export class FetchedParts implements SectionReader {
  readonly #build: string;
  readonly #load: LoadPart;
  readonly #sections = new Map<string, Uint8Array>();
  readonly #loaded = new Set<string>();
  readonly #missing = new Set<string>();
  readonly #whenPlaced = new Map<string, (from: number, to: number) => void>();
  /** Names of pages by part: each part has its own arrays. */
  readonly names = new Map<number, ReadonlyMap<string, Uint8Array>>();

  /** @param build that all parts must be of */
  constructor(build: string, load: LoadPart) {
    this.#build = build;
    this.#load = load;
  }

  async open(signal: AbortSignal): Promise<void> {
    this.needs(TABLES);
    await this.fetch(signal);
  }

  get isMissing(): boolean {
    return this.#missing.size > 0;
  }

  isThere(part: string): boolean {
    return this.#loaded.has(part);
  }

  /** Says that a part is read. @returns false when it is not there: it is fetched next */
  needs(part: string): boolean {
    if (this.#loaded.has(part)) return true;
    this.#missing.add(part);
    return false;
  }

  /** Likewise of the parts `[from, to)` of a kind. @returns whether all are there */
  needsAll(kind: NumberedPart, from: number, to: number): boolean {
    let areThere = true;
    for (let part = from; part < to; part++) areThere = this.needs(partName(kind, part)) && areThere;
    return areThere;
  }

  /** Like `needs`, for work that cannot go on without it. @throws Missed */
  require(part: string): void {
    if (!this.needs(part)) throw new Missed();
  }

  /** Ends a run for which something is missing. @param but parts of this kind are not waited for @throws Missed */
  requireAll(but?: NumberedPart): void {
    for (const part of this.#missing) if (but === undefined || !part.startsWith(`${but}-`)) throw new Missed();
  }

  /** The part of a kind that holds a number. */
  partOf(kind: NumberedPart, number: number): string {
    return partName(kind, this.placeOf(kind, number));
  }

  placeOf(kind: NumberedPart, number: number): number {
    return this.placeIn(cutsSection(kind), number);
  }

  /** @param section of the first number of each part */
  placeIn(section: string, number: number): number {
    const cuts = this.numbers(section);
    return Math.max(0, firstWhere(0, cuts.length, (at) => cuts[at]! > number) - 1);
  }

  /** Fetches all parts that are missing. */
  async fetch(signal: AbortSignal): Promise<void> {
    const missing = [...this.#missing];
    this.#missing.clear();
    for (let at = 0; at < missing.length; at += MOST_AT_ONCE) {
      const some = missing.slice(at, at + MOST_AT_ONCE);
      // What arrived stays, also where another part fails or the search is given up.
      await Promise.all(some.map(async (part) => this.#place(part, await this.#load(part, signal))));
    }
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  bytes(name: string): Uint8Array {
    return this.#sections.get(name) ?? NONE;
  }

  numbers(name: string): Uint32Array {
    const { buffer, byteLength } = this.bytes(name);
    return new Uint32Array(buffer, 0, byteLength / Uint32Array.BYTES_PER_ELEMENT);
  }

  json(name: string): unknown {
    return JSON.parse(new TextDecoder().decode(this.bytes(name))) as unknown;
  }

  /** Items of pages: a block of them is a part. */
  blocks(name: string): BlockSection {
    return {
      count: this.numbers(cutsSection('pages')).length,
      kept: this.bytes(name),
      packed: () => {
        throw new Error(`Cannot unpack "${name}": parts are not packed`);
      },
      isKept: (block) => {
        this.require(partName('pages', block));
        return true;
      },
      setKept() {},
    };
  }

  /** Adds a section that follows from others. */
  set(name: string, { buffer, byteOffset, byteLength }: Uint32Array): void {
    this.#sections.set(name, new Uint8Array(buffer, byteOffset, byteLength));
  }

  /** @param then is called for each range of the section's spans that arrives from now on */
  whenPlaced(section: string, then: (from: number, to: number) => void): void {
    this.#whenPlaced.set(section, then);
  }

  #place(part: string, content: Uint8Array): void {
    const { head, from } = this.#headOf(part, content);
    for (const [name, length] of Object.entries(head.lengths ?? {})) this.#sections.set(name, new Uint8Array(length));
    let at = from;
    const ofNames = new Map<string, Uint8Array>();
    for (const [section, coding, first, count] of head.slices) {
      if (coding === 'bytes') {
        const slice = content.subarray(at, at + count);
        if (slice.length !== count) throw cutOff(part);
        if (part.startsWith('names')) ofNames.set(section, Uint8Array.from(slice));
        else this.#section(section, first + count).set(slice, first);
        at += count;
      } else if (coding === 'strings') {
        const { bytes, starts, end } = decodeStrings(content, at, count);
        this.#sections.set(section, bytes);
        this.set(`${section}.starts`, starts);
        at = end;
      } else if (coding === 'spans' || coding === 'string-spans') {
        const ends = new Uint32Array(2 * first);
        at = decodeNumbers(content, at, 'steps', ends);
        if (at > content.length) throw cutOff(part);
        const ranges = Array.from({ length: first }, (_, i) => [ends[2 * i]!, ends[2 * i + 1]!] as const);
        at =
          coding === 'spans'
            ? this.#placeNumbers(section, content, at, ranges)
            : this.#placeStrings(section, content, at, ranges);
      } else {
        const bytes = this.#section(section, 4 * (first + count));
        at = decodeNumbers(content, at, coding, new Uint32Array(bytes.buffer, 4 * first, count));
      }
    }
    if (at !== content.length) throw cutOff(part);
    if (ofNames.size > 0) this.names.set(Number(part.split('-')[1]), ofNames);
    if (part === TABLES) this.#addBlocks();
    for (const name of [part, ...(head.included ?? [])]) this.#loaded.add(name);
  }

  /** @returns where the numbers end in `content` */
  #placeNumbers(section: string, content: Uint8Array, at: number, ranges: Ranges): number {
    const into = this.numbers(section);
    const numbers = new Uint32Array(lengthOf(ranges));
    const end = decodeNumbers(content, at, 'steps', numbers);
    if (end > content.length) return end;
    let before = 0;
    for (const [from, to] of ranges) {
      into.set(numbers.subarray(before, before + to - from), from);
      before += to - from;
      this.#whenPlaced.get(section)?.(from, to);
    }
    return end;
  }

  /** @returns where the strings end in `content` */
  #placeStrings(section: string, content: Uint8Array, at: number, ranges: Ranges): number {
    const begins = new Uint32Array(ranges.length);
    const strings = decodeStrings(content, decodeNumbers(content, at, 'steps', begins), lengthOf(ranges));
    if (strings.end > content.length) return strings.end;
    const bytes = this.bytes(section);
    const starts = this.numbers(`${section}.starts`);
    let before = 0;
    for (const [i, [from, to]] of ranges.entries()) {
      const first = strings.starts[before]!;
      for (let string = from; string <= to; string++)
        starts[string] = begins[i]! + strings.starts[before + string - from]! - first;
      before += to - from;
      bytes.set(strings.bytes.subarray(first, strings.starts[before]!), begins[i]!);
      this.#whenPlaced.get(section)?.(from, to);
    }
    return strings.end;
  }

  /** A section in its whole length, which the tables state for all that come in slices. */
  #section(name: string, length: number): Uint8Array {
    let bytes = this.#sections.get(name);
    if (bytes === undefined) {
      bytes = new Uint8Array(length);
      this.#sections.set(name, bytes);
    }
    return bytes;
  }

  /** @throws PartError for content of another part or build, or that is no part */
  #headOf(part: string, content: Uint8Array): { readonly head: PartHead; readonly from: number } {
    const wrong = new PartError(`The file "${part}.bin" does not belong to this build.`);
    if (content.length < 4) throw wrong;
    const length = new DataView(content.buffer, content.byteOffset).getUint32(0, true);
    let head: PartHead;
    try {
      head = JSON.parse(new TextDecoder().decode(content.subarray(4, 4 + length))) as PartHead;
    } catch {
      throw wrong;
    }
    if (head.build !== this.#build || head.part !== part) throw wrong;
    return { head, from: 4 + length };
  }

  /** The first page of each part, as `KeptItems` reads the first item of each block. */
  #addBlocks(): void {
    const cuts = this.numbers(cutsSection('pages'));
    const blocks = new Uint32Array(2 * cuts.length + 2);
    cuts.forEach((page, block) => {
      blocks[2 * block] = page;
    });
    blocks[2 * cuts.length] = (this.json('manifest') as { pages: number }).pages;
    for (const name of PAGE_ITEMS) this.set(`${name}.blocks`, blocks);
  }
}

function cutOff(part: string): PartError {
  return new PartError(`The file "${part}.bin" is truncated.`);
}
