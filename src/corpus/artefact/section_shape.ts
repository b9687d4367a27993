/** The values that the numbers of a section may have. */
export type Values =
  /** Anything. */
  | { readonly kind: 'any' }
  /** Less than `limit`. */
  | { readonly kind: 'below'; readonly limit: number }
  /** The starts of parts and the end of the last one: ascending, from 0. */
  | { readonly kind: 'starts'; readonly end: number }
  /** The same without a known end. */
  | { readonly kind: 'open starts'; readonly most: number }
  /** Two such lists, interleaved. */
  | { readonly kind: 'pairs of starts'; readonly ends: readonly [number, number] }
  /** Either with the highest bit, or less than `limit`. */
  | { readonly kind: 'marked or below'; readonly limit: number };

/** The numbers that a section consists of. */
export interface SectionShape {
  /** Bytes of a number. */
  readonly unit: 1 | 2 | 4;
  readonly count: number;
  readonly values: Values;
}

export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** The highest bit of 32. */
const MARK = 0x80000000;

/**
 * Checks a part of a section as soon as its bytes are verified.
 * @param numbers the whole section, of which `[0, to)` is present
 * @returns whether the numbers `[from, to)` are what the shape says
 */
export function hasShape(numbers: Numbers, from: number, to: number, { count, values }: SectionShape): boolean {
  switch (values.kind) {
    case 'any':
      return true;
    case 'below': {
      let largest = 0;
      for (let i = from; i < to; i++) if (numbers[i]! > largest) largest = numbers[i]!;
      return from === to || largest < values.limit;
    }
    case 'starts':
      return isAscending(numbers, from, to, 1) && (to < count || numbers[to - 1] === values.end);
    case 'open starts':
      return isAscending(numbers, from, to, 1) && numbers[to - 1]! <= values.most;
    case 'pairs of starts': {
      const [first, second] = values.ends;
      if (!isAscending(numbers, from, to, 2)) return false;
      return to < count || (numbers[to - 2] === first && numbers[to - 1] === second);
    }
    case 'marked or below': {
      for (let i = from; i < to; i++) if (numbers[i]! < MARK && numbers[i]! >= values.limit) return false;
      return true;
    }
  }
}

/** Whether each number is at least the one `stride` before it, the first ones are 0, and there are any. */
function isAscending(numbers: Numbers, from: number, to: number, stride: number): boolean {
  for (let i = 0; i < stride; i++) if (numbers[i] !== 0) return false;
  for (let i = Math.max(from, stride); i < to; i++) if (numbers[i]! < numbers[i - stride]!) return false;
  return true;
}
