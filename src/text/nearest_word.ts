/** Longer words cannot be typing mistakes of any known word. */
const LONGEST_WORD = 24;

/** The nearest word within two edits (one for short words), or null. Ignores case. */
export function nearestWord(written: string, words: readonly string[]): string | null {
  if (written.length > LONGEST_WORD) return null;
  let nearest: string | null = null;
  let least = written.length <= 4 ? 2 : 3;
  for (const word of words) {
    const distance = editDistance(written.toLowerCase(), word.toLowerCase());
    if (distance < least) {
      nearest = word;
      least = distance;
    }
  }
  return nearest;
}

/** Insertions, deletions, substitutions and swaps of neighbours (Damerau, restricted form). */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let distance = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        distance = Math.min(distance, before[column - 2]! + 1);
      }
      current.push(distance);
    }
    before = previous;
    previous = current;
  }
  return previous[to.length]!;
}
