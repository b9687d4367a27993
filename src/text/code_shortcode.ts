/** A shortcode whose content is code by its name or by the language that it names. */
const SHORTCODE =
  /^\{\{<[ \t]*(?:(highlight|code|code-?block|code-toggle|clients-example)\b|([\w-]+)[ \t](?=[^{}]*\b(?:code)?lang(?:uage)?[ \t]*=))/;
const PAIRED = /\{\{<[ \t]*(\/?)[ \t]*([\w-]+)|\{%-?[ \t]*(end)?(highlight)\b/g;

/** The name of a tag that opens code: `{{< highlight go >}}`; null for others. */
export function codeShortcode(tag: string): string | null {
  const match = tag.endsWith('/>}}') ? null : SHORTCODE.exec(tag);
  return match === null ? null : (match[1] ?? match[2]!);
}

/** Whether nothing else is on the line of a tag. */
export function isTagLine(source: string, start: number, end: number): boolean {
  const newline = source.indexOf('\n', end);
  const line = source.slice(source.lastIndexOf('\n', start) + 1, newline === -1 ? undefined : newline);
  return line.trim().length === end - start;
}

/** The offset after a tag that closes a shortcode. */
export function tagEnd(source: string, start: number): number {
  return source.indexOf('}', start) + (source.startsWith('{%', start) ? 1 : 2);
}

/** Code as a span between backticks. */
export function spanOf(code: string): string {
  const ticks = '`'.repeat(longestRun(code) + 1);
  const space = /^`|`$|^ .* $/.test(code) ? ' ' : '';
  return ticks + space + code + space + ticks;
}

/** The length of the longest run of backticks. */
export function longestRun(code: string): number {
  let longest = 0;
  for (const [ticks] of code.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return longest;
}

/** For each opening tag of a shortcode that is closed before the next of its name: the offset of the tag that closes it. */
export function endsOfShortcodes(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open = new Map<string, number>();
  for (const { 1: slash, 2: shortcode, 3: end, 4: tag, index } of source.matchAll(PAIRED)) {
    const name = shortcode ?? `%${tag}`;
    const opened = open.get(name);
    if (slash !== '/' && end === undefined) open.set(name, index);
    else if (opened !== undefined) {
      ends.set(opened, index);
      open.delete(name);
    }
  }
  return ends;
}
