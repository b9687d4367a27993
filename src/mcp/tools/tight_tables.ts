import { FENCE } from './markdown_blocks.ts';

const ROW = /^ {0,3}\|/;
const BORDER = /^[ |:-]+$/;

/** Markdown without the blanks and dashes that only align the columns of its tables: wide tables have more of them than of text. */
export function tightTables(markdown: string): string {
  if (!markdown.includes('|')) return markdown;
  let isInFence = false;
  const lines = markdown.split('\n').map((line) => {
    if (FENCE.test(line)) isInFence = !isInFence;
    if (isInFence || !ROW.test(line)) return line;
    const tight = line.replaceAll(/ {2,}\|/g, ' |').replaceAll(/\| {2,}/g, '| ');
    return BORDER.test(tight) ? tight.replaceAll(/-{4,}/g, '---') : tight;
  });
  return lines.join('\n');
}
