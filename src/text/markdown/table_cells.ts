/** The places of the cells of a row: `[start, end)`. */
export function cellsOf(row: string): [number, number][] {
  const cells: [number, number][] = [];
  let start = /^[ \t]*\|/.exec(row)?.[0].length ?? 0;
  const last = row.trimEnd().length;
  for (const { 0: mark, index } of row.matchAll(/\\[\s\S]|\|/g)) {
    if (mark !== '|' || index < start) continue;
    cells.push([start, index]);
    start = index + 1;
  }
  if (start < last || cells.length === 0) cells.push([start, row.length]);
  return cells;
}
