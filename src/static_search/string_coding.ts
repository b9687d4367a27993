import { startsOf } from '../corpus/artefact/number_lists.ts';
import type { SectionReader } from '../corpus/artefact/sections.ts';
import type { Ranges } from './part_format.ts';

/** Strings one after the other, as `StringList` has them. */
export interface Strings {
  readonly bytes: Uint8Array;
  /** String s is `bytes[starts[s], starts[s + 1])`. */
  readonly starts: Uint32Array;
}

/** The strings of a section and its starts. */
export function stringsOf(sections: Pick<SectionReader, 'bytes' | 'numbers'>, name: string): Strings {
  return { bytes: sections.bytes(name), starts: sections.numbers(`${name}.starts`) };
}

/** Most bytes that a string takes over from the one before it. */
const MOST_SHARED = 255;

/**
 * Writes strings by what they have in common with the one before: first all lengths of shared beginnings, then the lengths of all ends,
 * then the ends.
 */
export function encodeStrings({ bytes, starts }: Strings): Uint8Array {
  const count = starts.length - 1;
  const shared = new Uint8Array(count);
  const lengths: number[] = [];
  const ends: Uint8Array[] = [];
  for (let i = 0; i < count; i++) {
    const [start, end] = [starts[i]!, starts[i + 1]!];
    const before = i === 0 ? 0 : starts[i - 1]!;
    const most = Math.min(MOST_SHARED, start - before, end - start);
    let same = 0;
    while (same < most && bytes[before + same] === bytes[start + same]) same++;
    shared[i] = same;
    let rest = end - start - same;
    for (; rest > 0x7f; rest >>>= 7) lengths.push((rest & 0x7f) | 0x80);
    lengths.push(rest);
    ends.push(bytes.subarray(start + same, end));
  }
  return Buffer.concat([shared, Uint8Array.from(lengths), ...ends]);
}

/** Reads what `encodeStrings` wrote. @returns the strings, and where they end in `content` */
export function decodeStrings(content: Uint8Array, from: number, count: number): Strings & { readonly end: number } {
  const starts = new Uint32Array(count + 1);
  let at = from + count;
  for (let i = 0; i < count; i++) {
    let length = 0;
    let byte: number;
    let shift = 0;
    do {
      byte = content[at++]!;
      length |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    starts[i + 1] = starts[i]! + content[from + i]! + length;
  }
  const bytes = new Uint8Array(starts[count]!);
  for (let i = 0; i < count; i++) {
    const same = content[from + i]!;
    const before = i === 0 ? 0 : starts[i - 1]!;
    bytes.copyWithin(starts[i]!, before, before + same);
    const rest = starts[i + 1]! - starts[i]! - same;
    bytes.set(content.subarray(at, at + rest), starts[i]! + same);
    at += rest;
  }
  return { bytes, starts, end: at };
}

/** The strings of some ranges, one after the other. */
export function pick({ bytes, starts }: Strings, ranges: Ranges): Strings {
  const picked = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, i) => bytes.subarray(starts[from + i]!, starts[from + i + 1]!)),
  );
  return { bytes: Buffer.concat(picked), starts: startsOf(picked.map(({ length }) => length)) };
}
