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

/** @returns the sparse matrix times a dense one, with a row for each row of the sparse one */
export function multiply({ starts, columns, values }: SparseRows, dense: DenseRows): DenseRows {
  const { width } = dense;
  const rows = starts.length - 1;
  const product = new Float64Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const to = row * width;
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const value = values[i]!;
      const from = columns[i]! * width;
      for (let k = 0; k < width; k++) product[to + k]! += value * dense.values[from + k]!;
    }
  }
  return { width, values: product };
}

/** @returns the transposed sparse matrix times a dense one, with a row for each column of the sparse one */
export function multiplyTransposed({ starts, columns, values, width: count }: SparseRows, dense: DenseRows): DenseRows {
  const { width } = dense;
  const product = new Float64Array(count * width);
  for (let row = 0; row + 1 < starts.length; row++) {
    const from = row * width;
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const value = values[i]!;
      const to = columns[i]! * width;
      for (let k = 0; k < width; k++) product[to + k]! += value * dense.values[from + k]!;
    }
  }
  return { width, values: product };
}
