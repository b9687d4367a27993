/** @param values at least one @returns the percentile by nearest rank: the least value with at least `share` of them at or below it */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** @param rounds arrays of the same length @returns for each index the median over the rounds */
export function medianByPlace(rounds: readonly (readonly number[])[]): number[] {
  return rounds[0]!.map((_, place) => median(rounds.map((round) => round[place]!)));
}
