import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factorRows, multiply, type SparseRows, transpose } from './factor_rows.ts';

/** A matrix of `rows` times `width` with values from a fixed generator, a third of them not zero, in clusters so that it has structure. */
function matrixOf(rows: number, width: number, seed: number): SparseRows {
  let state = seed;
  const random = (): number => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const starts = new Uint32Array(rows + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < width; column++) {
      if (random() > (column % 5 === row % 5 ? 0.7 : 0.1)) continue;
      columns.push(column);
      values.push(random());
    }
    starts[row + 1] = columns.length;
  }
  return { starts, columns: Uint32Array.from(columns), values: Float64Array.from(values), width };
}

/** Eigenvalues of A'A, the greatest first, by the classical Jacobi method on the dense matrix. */
function squaredSingularValues({ starts, columns, values, width }: SparseRows): number[] {
  const square = Array.from({ length: width }, () => new Float64Array(width));
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      for (let k = starts[row]!; k < starts[row + 1]!; k++) {
        square[columns[i]!]![columns[k]!]! += values[i]! * values[k]!;
      }
    }
  }
  for (let turn = 0; turn < width * width * 20; turn++) {
    let [p, q] = [0, 1];
    for (let i = 0; i < width; i++) {
      for (let k = i + 1; k < width; k++) if (Math.abs(square[i]![k]!) > Math.abs(square[p]![q]!)) [p, q] = [i, k];
    }
    if (Math.abs(square[p]![q]!) < 1e-13) break;
    const angle = Math.atan2(2 * square[p]![q]!, square[p]![p]! - square[q]![q]!) / 2;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    for (const row of square) [row[p], row[q]] = [cosine * row[p]! + sine * row[q]!, cosine * row[q]! - sine * row[p]!];
    const [a, b] = [square[p]!, square[q]!];
    square[p] = a.map((value, i) => cosine * value + sine * b[i]!);
    square[q] = b.map((value, i) => cosine * value - sine * a[i]!);
  }
  return square.map((row, i) => row[i]!).sort((a, b) => b - a);
}

test.each([
  [40, 30, 8],
  [30, 40, 8],
  [12, 9, 7],
])('of %i x %i values has the %i vectors of an exact solver', (rows, width, rank) => {
  const matrix = matrixOf(rows, width, 7);
  const vectors = factorRows(matrix, rank);
  const exact = squaredSingularValues(matrix);
  const product = multiply(transpose(matrix), multiply(matrix, vectors)).values;
  for (let k = 0; k < rank; k++) {
    let length = 0;
    let squared = 0;
    for (let row = 0; row < width; row++) {
      const part = vectors.values[row * rank + k]!;
      length += part * part;
      squared += part * product[row * rank + k]!;
    }
    expect(length).toBeCloseTo(1, 9);
    // The Rayleigh quotient of an exact vector is the squared singular value. The last ones converge slowest.
    expect(squared / exact[k]!).toBeGreaterThan(k < rank / 2 ? 0.9999 : 0.98);
    expect(squared / exact[k]!).toBeLessThan(1 + 1e-9);
  }
});

test('gives vectors at right angles', () => {
  const { width, values } = factorRows(matrixOf(40, 30, 3), 8);
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < a; b++) {
      let dot = 0;
      for (let row = 0; row < 30; row++) dot += values[row * width + a]! * values[row * width + b]!;
      expect(Math.abs(dot)).toBeLessThan(1e-9);
    }
  }
});

test('gives zeros, not invalid numbers, where the matrix has a lower rank', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 3, max: 9 }), (rows, width) => {
      // Every row is the same.
      const starts = Uint32Array.from({ length: rows + 1 }, (_, row) => row * width);
      const columns = Uint32Array.from({ length: rows * width }, (_, i) => i % width);
      const matrix = { starts, columns, values: new Float64Array(rows * width).fill(0.5), width };
      const rank = Math.min(rows, width) - 2;
      const vectors = factorRows(matrix, rank);
      expect(vectors.values.every(Number.isFinite)).toBe(true);
      for (let row = 0; row < width; row++) {
        expect(Math.abs(vectors.values[row * rank]!)).toBeCloseTo(1 / Math.sqrt(width), 9);
        for (let k = 1; k < rank; k++) expect(vectors.values[row * rank + k]).toBe(0);
      }
    }),
  );
});
