/** Rows of a sparse matrix: row r has `values[i]` in column `columns[i]`, for i from `starts[r]` to `starts[r + 1]` (exclusive). */
export interface SparseRows {
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
  /** Number of columns. */
  readonly width: number;
}

/** Dense rows of `width` numbers each, one after the other. */
export interface DenseRows {
  readonly width: number;
  readonly values: Float64Array;
}

/** Columns of a dense matrix that are multiplied together: their sums fit in registers, and their numbers in a cache. */
const PANEL = 8;

/**
 * @returns the sparse matrix times a dense one, with a row for each row of the sparse one. Each number is a sum in the order of the
 * row's entries, so it does not depend on how the work is divided
 */
export function multiply(sparse: SparseRows, { width, values }: DenseRows): DenseRows {
  const product = new Float64Array((sparse.starts.length - 1) * width);
  const panel = new Float64Array(sparse.width * PANEL);
  for (let first = 0; first < width; first += PANEL) {
    const columns = Math.min(PANEL, width - first);
    for (let row = 0; row < sparse.width; row++) {
      const from = row * width + first;
      for (let k = 0; k < columns; k++) panel[row * PANEL + k] = values[from + k]!;
    }
    multiplyPanel(sparse, panel, (row, sums) => {
      for (let k = 0; k < columns; k++) product[row * width + first + k] = sums[k]!;
    });
  }
  return { width, values: product };
}

/** @param panel dense rows of `PANEL` numbers; @param store receives each row's sums, in an array that is used again */
function multiplyPanel(
  { starts, columns, values }: SparseRows,
  panel: Float64Array,
  store: (row: number, sums: Float64Array) => void,
): void {
  const sums = new Float64Array(PANEL);
  for (let row = 0; row + 1 < starts.length; row++) {
    const end = starts[row + 1]!;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let e = 0;
    let f = 0;
    let g = 0;
    let h = 0;
    for (let i = starts[row]!; i < end; i++) {
      const value = values[i]!;
      const from = columns[i]! * PANEL;
      a += value * panel[from]!;
      b += value * panel[from + 1]!;
      c += value * panel[from + 2]!;
      d += value * panel[from + 3]!;
      e += value * panel[from + 4]!;
      f += value * panel[from + 5]!;
      g += value * panel[from + 6]!;
      h += value * panel[from + 7]!;
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
    sums[4] = e;
    sums[5] = f;
    sums[6] = g;
    sums[7] = h;
    store(row, sums);
  }
}

/** @returns the transposed matrix: a row for each column, whose entries are in the order of the rows */
export function transpose({ starts, columns, values, width }: SparseRows): SparseRows {
  const transposedStarts = new Uint32Array(width + 1);
  for (let i = 0; i < columns.length; i++) transposedStarts[columns[i]! + 1]!++;
  for (let column = 0; column < width; column++) transposedStarts[column + 1]! += transposedStarts[column]!;
  const next = transposedStarts.slice(0, -1);
  const transposed = { columns: new Uint32Array(columns.length), values: new Float64Array(values.length) };
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const at = next[columns[i]!]!++;
      transposed.columns[at] = row;
      transposed.values[at] = values[i]!;
    }
  }
  return { starts: transposedStarts, ...transposed, width: starts.length - 1 };
}

/** @returns a dense matrix in the form of a sparse one */
export function allEntries({ width, values }: DenseRows): SparseRows {
  const rows = values.length / width;
  return {
    starts: Uint32Array.from({ length: rows + 1 }, (_, row) => row * width),
    columns: new Uint32Array(values.length).map((_, i) => i % width),
    values,
    width,
  };
}
