/** A name of a file or folder as a title: `first-steps` is "First steps". Empty if it has only hyphens, underscores and blanks. */
export function titleFromName(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
