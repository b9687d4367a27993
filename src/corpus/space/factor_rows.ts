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

/** Columns beyond the wanted rank: they make the wanted ones converge sooner. */
const SPARE_COLUMNS = 8;
const ROUNDS = 8;
/** A column that shrinks below this share of its length depends on the columns before it. */
const LEAST_SHARE = 1e-9;
const MOST_SWEEPS = 40;

/**
 * The first right singular vectors of a matrix, by subspace iteration from a fixed start. One thread adds in one order, and only with
 * operations that round exactly (+ - * / sqrt), so equal input gives equal bits on every machine.
 *
 * @param rank at least 1, less than the number of rows and of columns
 * @returns a row for each column of the matrix: its part in each of the `rank` vectors, the vector of the largest singular value
 * first; zeros where the matrix has a lower rank
 */
export function factorRows(matrix: SparseRows, rank: number): DenseRows {
  const rows = matrix.starts.length - 1;
  const width = Math.min(rank + SPARE_COLUMNS, rows, matrix.width);
  const transposed = transpose(matrix);
  let basis = orthonormal(startOf(rows, width), 1);
  for (let round = 0; round < ROUNDS; round++) {
    basis = orthonormal(multiply(matrix, multiply(transposed, basis)), round === ROUNDS - 1 ? 2 : 1);
  }
  return principalAxes(multiply(transposed, basis), rank);
}

/** Signs of a linear congruential generator. */
function startOf(rows: number, width: number): DenseRows {
  let state = 1;
  const values = Float64Array.from({ length: rows * width }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 31 === 0 ? 1 : -1;
  });
  return { width, values };
}

/** Makes the columns orthonormal (modified Gram-Schmidt). Columns that depend on others become zero. @param passes 2 is exact */
function orthonormal({ width, values }: DenseRows, passes: number): DenseRows {
  const rows = values.length / width;
  const columns = Array.from({ length: width }, (_, k) => {
    const column = new Float64Array(rows);
    for (let row = 0; row < rows; row++) column[row] = values[row * width + k]!;
    return column;
  });
  const before = columns.map((column) => Math.sqrt(dot(column, column)));
  for (let k = 0; k < width; k++) {
    const column = columns[k]!;
    for (let pass = 1; pass < passes; pass++) {
      for (let other = 0; other < k; other++) subtract(column, columns[other]!);
    }
    const after = Math.sqrt(dot(column, column));
    const factor = after > before[k]! * LEAST_SHARE ? 1 / after : 0;
    for (let row = 0; row < rows; row++) column[row]! *= factor;
    for (let next = k + 1; next < width; next++) subtract(columns[next]!, column);
  }
  const result = new Float64Array(values.length);
  columns.forEach((column, k) => {
    for (let row = 0; row < rows; row++) result[row * width + k] = column[row]!;
  });
  return { width, values: result };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Subtracts from `column` its part along `unit`. */
function subtract(column: Float64Array, unit: Float64Array): void {
  const share = dot(column, unit);
  for (let i = 0; i < column.length; i++) column[i]! -= share * unit[i]!;
}

/** Rotates columns to orthogonal directions, the longest first, and scales them to length 1. */
function principalAxes(columns: DenseRows, rank: number): DenseRows {
  const { width } = columns;
  const entries = allEntries(columns);
  const products = multiply(transpose(entries), columns).values;
  const { lengths, axes } = eigenvectors(products, width);
  const order = Array.from(lengths.keys()).sort((a, b) => lengths[b]! - lengths[a]! || a - b);
  const least = lengths[order[0]!]! * LEAST_SHARE;
  const turn = new Float64Array(width * rank);
  order
    .slice(0, rank)
    .filter((axis) => lengths[axis]! > least)
    .forEach((axis, k) => {
      const factor = 1 / Math.sqrt(lengths[axis]!);
      for (let i = 0; i < width; i++) turn[i * rank + k] = axes[i * width + axis]! * factor;
    });
  return multiply(entries, { width: rank, values: turn });
}

/** Eigenvalues and eigenvectors (columns of `axes`) of a symmetric matrix, by cyclic Jacobi rotations. Changes `matrix`. */
function eigenvectors(matrix: Float64Array, size: number): { lengths: Float64Array; axes: Float64Array } {
  const axes = new Float64Array(size * size);
  for (let i = 0; i < size; i++) axes[i * size + i] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let rotated = false;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) rotated = rotate(matrix, axes, size, p, q) || rotated;
    }
    if (!rotated) break;
  }
  return { lengths: Float64Array.from({ length: size }, (_, i) => matrix[i * size + i]!), axes };
}

/** Makes entry (p, q) zero. @returns false when it already is, within rounding */
function rotate(matrix: Float64Array, axes: Float64Array, size: number, p: number, q: number): boolean {
  const off = matrix[p * size + q]!;
  const first = matrix[p * size + p]!;
  const second = matrix[q * size + q]!;
  if (Math.abs(off) <= 1e-15 * Math.sqrt(Math.abs(first * second))) return false;
  const half = (second - first) / (2 * off);
  const tangent = (half >= 0 ? 1 : -1) / (Math.abs(half) + Math.sqrt(half * half + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const turn = (values: Float64Array, x: number, y: number): void => {
    const a = values[x]!;
    const b = values[y]!;
    values[x] = cosine * a - sine * b;
    values[y] = sine * a + cosine * b;
  };
  for (let i = 0; i < size; i++) turn(matrix, i * size + p, i * size + q);
  for (let i = 0; i < size; i++) {
    turn(matrix, p * size + i, q * size + i);
    turn(axes, i * size + p, i * size + q);
  }
  matrix[p * size + q] = 0;
  matrix[q * size + p] = 0;
  return true;
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
