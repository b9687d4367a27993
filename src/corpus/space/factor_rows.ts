import { allEntries, type DenseRows, multiply, type SparseRows, transpose } from './sparse_rows.ts';

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
    let next = k + 1;
    for (; next + 4 <= width; next += 4)
      subtractFromFour(columns[next]!, columns[next + 1]!, columns[next + 2]!, columns[next + 3]!, column);
    for (; next < width; next++) subtract(columns[next]!, column);
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

/** Does the same for four columns at once: additions to one sum wait for each other, those to four do not. */
function subtractFromFour(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  d: Float64Array,
  unit: Float64Array,
): void {
  let ofA = 0;
  let ofB = 0;
  let ofC = 0;
  let ofD = 0;
  for (let i = 0; i < unit.length; i++) {
    const part = unit[i]!;
    ofA += a[i]! * part;
    ofB += b[i]! * part;
    ofC += c[i]! * part;
    ofD += d[i]! * part;
  }
  for (let i = 0; i < unit.length; i++) {
    const part = unit[i]!;
    a[i]! -= ofA * part;
    b[i]! -= ofB * part;
    c[i]! -= ofC * part;
    d[i]! -= ofD * part;
  }
}

/** Rotates columns to orthogonal directions, the longest first, and scales them to length 1. */
function principalAxes(columns: DenseRows, rank: number): DenseRows {
  const { width } = columns;
  const { lengths, axes } = eigenvectors(products(columns), width);
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
  return multiply(allEntries(columns), { width: rank, values: turn });
}

/** Rows that are read again while they are in a processor's cache. */
const ROWS_AT_ONCE = 128;

/** The products of each column with each, summed in the order of the rows. */
function products({ width, values }: DenseRows): Float64Array {
  const sums = new Float64Array(width * width);
  for (let first = 0; first < values.length; first += ROWS_AT_ONCE * width) {
    const end = Math.min(values.length, first + ROWS_AT_ONCE * width);
    for (let i = 0; i < width; i++) {
      let k = i;
      // Four sums at once stay in registers.
      for (; k + 4 <= width; k += 4) {
        const at = i * width + k;
        let a = sums[at]!;
        let b = sums[at + 1]!;
        let c = sums[at + 2]!;
        let d = sums[at + 3]!;
        for (let row = first; row < end; row += width) {
          const value = values[row + i]!;
          a += value * values[row + k]!;
          b += value * values[row + k + 1]!;
          c += value * values[row + k + 2]!;
          d += value * values[row + k + 3]!;
        }
        sums[at] = a;
        sums[at + 1] = b;
        sums[at + 2] = c;
        sums[at + 3] = d;
      }
      for (; k < width; k++) {
        for (let row = first; row < end; row += width) sums[i * width + k]! += values[row + i]! * values[row + k]!;
      }
    }
  }
  for (let i = 0; i < width; i++) for (let k = 0; k < i; k++) sums[i * width + k] = sums[k * width + i]!;
  return sums;
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
  for (let i = 0; i < size; i++) {
    const a = matrix[i * size + p]!;
    const b = matrix[i * size + q]!;
    matrix[i * size + p] = cosine * a - sine * b;
    matrix[i * size + q] = sine * a + cosine * b;
  }
  for (let i = 0; i < size; i++) {
    const a = matrix[p * size + i]!;
    const b = matrix[q * size + i]!;
    matrix[p * size + i] = cosine * a - sine * b;
    matrix[q * size + i] = sine * a + cosine * b;
    const x = axes[i * size + p]!;
    const y = axes[i * size + q]!;
    axes[i * size + p] = cosine * x - sine * y;
    axes[i * size + q] = sine * x + cosine * y;
  }
  matrix[p * size + q] = 0;
  matrix[q * size + p] = 0;
  return true;
}
