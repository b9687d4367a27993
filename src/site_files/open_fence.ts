/** Opens or closes fenced code (CommonMark 0.31.2, section 4.5). Fences in lists and quotations end with these. */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/gm;

/**
 * The line that closes fenced code which a page leaves open, as in text that follows it would be code too.
 * @returns the fence without its line feed, such as "```"; null when all fences are closed
 */
export function openFence(markdown: string): string | null {
  let open: string | null = null;
  for (const [, marks, rest] of markdown.matchAll(FENCE)) {
    const isTicks = marks!.startsWith('`');
    if (open === null) {
      // An info string of backticks has no backtick: such a line is inline code.
      if (!isTicks || !rest!.includes('`')) open = marks!;
    } else if (marks![0] === open[0] && marks!.length >= open.length && rest!.trim() === '') open = null;
  }
  return open;
}
