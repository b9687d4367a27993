import { hideCode } from '../../text/markdown/hide_code.ts';

const ROW = /^ {0,3}\|/;
const BORDER = /^[ |:-]+$/;

/** Markdown without the blanks and dashes that only align the columns of its tables: wide tables have more of them than of text. */
export function tightTables(markdown: string): string {
  if (!markdown.includes('|')) return markdown;
  const { text, show } = hideCode(markdown);
  return show(text.split('\n').map(tightLine).join('\n'));
}

function tightLine(line: string): string {
  if (!ROW.test(line)) return line;
  const tight = line.replaceAll(/ +/g, (blanks, at: number) => (isPadding(line, at, blanks.length) ? ' ' : blanks));
  return BORDER.test(tight) ? tight.replaceAll(/-{4,}/g, '---') : tight;
}

/** Whether blanks are beside the border of a cell. A bar behind a backslash is text. */
function isPadding(line: string, at: number, length: number): boolean {
  return line[at + length] === '|' || (line[at - 1] === '|' && line[at - 2] !== '\\');
}
