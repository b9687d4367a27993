const ROW = /^ {0,3}\|/;
const BORDER = /^[ |:-]+$/;
/** What opens a block of code, and may close it: the same character as often. */
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;

/** Markdown without the blanks and dashes that only align the columns of its tables: wide tables have more of them than of text. */
export function tightTables(markdown: string): string {
  if (!markdown.includes('|')) return markdown;
  let fence: string | null = null;
  const lines = markdown.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) === true) fence = null;
    if (fence !== null || !ROW.test(line)) return line;
    const tight = line.replaceAll(/ +/g, (blanks, at: number) => (isPadding(line, at, blanks.length) ? ' ' : blanks));
    return BORDER.test(tight) ? tight.replaceAll(/-{4,}/g, '---') : tight;
  });
  return lines.join('\n');
}

/** Whether blanks are beside the border of a cell. A bar behind a backslash is text. */
function isPadding(line: string, at: number, length: number): boolean {
  return line[at + length] === '|' || (line[at - 1] === '|' && line[at - 2] !== '\\');
}
