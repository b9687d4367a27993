/** White space, controls and marks that end lines: a run of them becomes a space. */
const BLANKS = /[\s\p{Cc}\u2028\u2029]+/gu;

/** Characters that could begin markup within a line. An underscore within a word cannot. */
const MARKUP = /[\\`*<~]|!(?=\[)|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** A text as one line of Markdown that shows it literally. @param most characters */
export function markdownLine(text: string, most: number): string {
  return cutLine(text, most).replace(MARKUP, '\\$&').replaceAll('[', '\\[').replaceAll(']', '\\]');
}

/**
 * As `markdownLine`, for the text of a link. Brackets are character references: readers of `llms.txt` look for the first closing
 * bracket, escaped or not.
 */
export function markdownLinkText(text: string, most: number): string {
  return cutLine(text, most).replace(MARKUP, '\\$&').replaceAll('[', '&#91;').replaceAll(']', '&#93;');
}

/** As `markdownLine`, for a whole heading or paragraph: what begins a block or closes a heading is literal too. */
export function markdownBlock(text: string, most: number): string {
  return markdownLine(text, most)
    .replace(/^(?:[-+>=|#]|\d{1,9}(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))
    .replace(/(?<=\s)#+$/, '\\$&');
}

/** An address as the target of a link: parentheses would end it. */
export function markdownTarget(address: string): string {
  return address.replaceAll('(', '%28').replaceAll(')', '%29');
}

function cutLine(text: string, most: number): string {
  const line = text.toWellFormed().replace(BLANKS, ' ').trim();
  if (line.length <= most) return line;
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}
