import type { NamedSection } from './artefact_format.ts';
import type { Sections } from './sections.ts';

/** Lists of numbers: all numbers in one section, the start of each list in another. */
export interface NumberLists {
  readonly numbers: Uint32Array;
  readonly starts: Uint32Array;
  get(list: number): Uint32Array;
}

export function packNumberLists(name: string, lists: readonly ArrayLike<number>[]): NamedSection[] {
  const starts = startsOf(lists.map((list) => list.length));
  const numbers = new Uint32Array(starts.at(-1)!);
  let at = 0;
  for (const list of lists) for (let i = 0; i < list.length; i++) numbers[at++] = list[i]!;
  return [
    [name, numbers],
    [`${name}.starts`, starts],
  ];
}

/** @returns the start of each list from the lengths of all, and the end of the last one */
export function startsOf(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) starts[i + 1] = starts[i]! + lengths[i]!;
  return starts;
}

export function readNumberLists(sections: Sections, name: string): NumberLists {
  const numbers = sections.numbers(name);
  const starts = sections.numbers(`${name}.starts`);
  return { numbers, starts, get: (list) => numbers.subarray(starts[list]!, starts[list + 1]!) };
}

/**
 * Inverts lists of numbers below `count`.
 * @returns for each number the lists that contain it, ascending
 */
export function invertLists(lists: readonly (readonly number[])[], count: number): number[][] {
  const inverse: number[][] = Array.from({ length: count }, () => []);
  lists.forEach((list, i) => {
    for (const number of list) inverse[number]!.push(i);
  });
  return inverse;
}
