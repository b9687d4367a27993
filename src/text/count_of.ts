/** A number with its noun: `1 page`, `2 pages`. @param plural for a noun that takes no s */
export function countOf(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
