/** The values that the numbers of a section may have. */
export type Values =
  | { readonly kind: 'any' }
  /** Less than `limit`, or, with `orMarked`, with the highest bit. */
  | { readonly kind: 'below'; readonly limit: number; readonly orMarked?: true }
  /**
   * The starts of parts and the end of the last one: ascending, from 0. Several such lists are interleaved, with the end of each.
   * With `orLess` an end is only a bound.
   */
  | { readonly kind: 'starts'; readonly ends: readonly number[]; readonly orLess?: true };

/** The numbers that a section consists of. */
export interface SectionShape {
  /** Bytes of a number. */
  readonly unit: 1 | 2 | 4;
  readonly count: number;
  readonly values: Values;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A section as the numbers of its shape. */
export function numbersOf(bytes: ArrayBufferLike, offset: number, { unit, count }: SectionShape): Numbers {
  if (unit === 1) return new Uint8Array(bytes, offset, count);
  return unit === 2 ? new Uint16Array(bytes, offset, count) : new Uint32Array(bytes, offset, count);
}

/** The highest bit of 32. */
const MARK = 0x80000000;

/**
 * Checks a part of a section as soon as its bytes are verified.
 * @param numbers the whole section, of which `[0, to)` is present
 * @returns whether the numbers `[from, to)` are what the shape says
 */
export function hasShape(numbers: Numbers, from: number, to: number, { count, values }: SectionShape): boolean {
  if (values.kind === 'any') return true;
  if (values.kind === 'below') {
    const marked = values.orMarked ? MARK : Infinity;
    for (let i = from; i < to; i++) if (numbers[i]! >= values.limit && numbers[i]! < marked) return false;
    return true;
  }
  const { ends, orLess = false } = values;
  if (!isAscending(numbers, from, to, ends.length)) return false;
  const last = numbers.subarray(to - ends.length, to);
  return to < count || ends.every((end, i) => (orLess ? last[i]! <= end : last[i] === end));
}

/** Whether each number is at least the one `stride` before it, the first ones are 0, and there are any. */
function isAscending(numbers: Numbers, from: number, to: number, stride: number): boolean {
  for (let i = 0; i < stride; i++) if (numbers[i] !== 0) return false;
  for (let i = Math.max(from, stride); i < to; i++) if (numbers[i]! < numbers[i - stride]!) return false;
  return true;
}
