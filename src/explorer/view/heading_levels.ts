/**
 * The levels at which headings stand below the title of a page, from 2 to 6, without a gap: authors choose depths by their look.
 * @example headingLevels([3, 5, 3, 1]) // [2, 3, 2, 2]
 */
export function headingLevels(depths: readonly number[]): readonly number[] {
  const open: number[] = [];
  return depths.map((depth) => {
    while (open.length > 0 && open.at(-1)! >= depth) open.pop();
    open.push(depth);
    return Math.min(open.length + 1, 6);
  });
}
