/** Maximum length of an excerpt, in UTF-16 units. */
export const LONGEST_EXCERPT = 240;
export interface Excerpt {
  readonly excerpt: string;
  /** `[start, end)` UTF-16 offsets into `excerpt`, flattened: start, end, start, end... Ascending; ranges neither touch nor overlap. */
  readonly ranges: readonly number[];
}

/** Appends a range, or extends the last one when they touch. Call in ascending order of `from`. */
export function addRange(ranges: number[], from: number, to: number): void {
  const end = ranges.length - 1;
  if (end > 0 && from <= ranges[end]!) ranges[end] = Math.max(ranges[end]!, to);
  else ranges.push(from, to);
}

/** Truncates a text to `LONGEST_EXCERPT` at the end of a word and trims its end. */
export function shorten(text: string): string {
  if (text.length <= LONGEST_EXCERPT) return text.trimEnd();
  let end = LONGEST_EXCERPT;
  while (end > LONGEST_EXCERPT / 2 && !isBlank(text.charCodeAt(end))) end--;
  if (end > LONGEST_EXCERPT / 2) {
    while (isBlank(text.charCodeAt(end - 1))) end--;
    return text.slice(0, end);
  }
  const last = text.charCodeAt(LONGEST_EXCERPT - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? LONGEST_EXCERPT - 1 : LONGEST_EXCERPT);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a;
}

/** Replaces line ends by spaces. Offsets stay the same. */
export function inOneLine(text: string): string {
  return text.includes('\n') ? text.replaceAll('\n', ' ') : text;
}
