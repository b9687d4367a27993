/** Unicode code points of a string: what the caps on a submission count. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
