import { type DenseRows, multiply, multiplyTransposed, type SparseRows } from './sparse_rows.ts';

/** Columns beyond the wanted rank: they make the wanted ones converge sooner. */
const SPARE_COLUMNS = 8;
const ROUNDS = 8;
/** A column shorter than this share of what it was depends on the ones before it. */
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
  let basis = orthonormal(startOf(rows, width), 1);
  for (let round = 0; round < ROUNDS; round++) {
    basis = orthonormal(multiply(matrix, multiplyTransposed(matrix, basis)), round === ROUNDS - 1 ? 2 : 1);
  }
  return principalAxes(multiplyTransposed(matrix, basis), rank);
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
  for (let k = 0; k < width; k++) {
    const column = columns[k]!;
    const before = Math.sqrt(dot(column, column));
    for (let pass = 0; pass < passes; pass++) {
      for (let other = 0; other < k; other++) subtract(column, columns[other]!);
    }
    const after = Math.sqrt(dot(column, column));
    const factor = after > before * LEAST_SHARE ? 1 / after : 0;
    for (let row = 0; row < rows; row++) column[row]! *= factor;
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
function principalAxes({ width, values }: DenseRows, rank: number): DenseRows {
  const rows = values.length / width;
  const squares = new Float64Array(width * width);
  for (let row = 0; row < rows; row++) {
    const from = row * width;
    for (let i = 0; i < width; i++) {
      const value = values[from + i]!;
      if (value === 0) continue;
      for (let k = i; k < width; k++) squares[i * width + k]! += value * values[from + k]!;
    }
  }
  for (let i = 0; i < width; i++) for (let k = 0; k < i; k++) squares[i * width + k] = squares[k * width + i]!;
  const { lengths, axes } = eigenvectors(squares, width);
  const order = Array.from(lengths.keys()).sort((a, b) => lengths[b]! - lengths[a]! || a - b);
  const least = lengths[order[0]!]! * LEAST_SHARE;
  const turned = new Float64Array(rows * rank);
  const chosen = order.slice(0, rank).filter((axis) => lengths[axis]! > least);
  const factors = chosen.map((axis) => 1 / Math.sqrt(lengths[axis]!));
  const turn = new Float64Array(width * chosen.length);
  for (let i = 0; i < width; i++) {
    chosen.forEach((axis, k) => {
      turn[i * chosen.length + k] = axes[i * width + axis]! * factors[k]!;
    });
  }
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < width; i++) {
      const value = values[row * width + i]!;
      if (value === 0) continue;
      for (let k = 0; k < chosen.length; k++) turned[row * rank + k]! += value * turn[i * chosen.length + k]!;
    }
  }
  return { width: rank, values: turned };
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
