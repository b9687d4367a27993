/** `js` is a program: it is never evaluated, and only its plain `key: 'value'` lines are read. */
export type FrontMatterFormat = 'yaml' | 'toml' | 'json' | 'js';

/** A Markdown source, split into front matter and body. */
export interface FencedSource {
  /** null: the source has no front matter. */
  readonly format: FrontMatterFormat | null;
  readonly raw: string;
  /** First line of `raw` in the file, from 1. */
  readonly rawLine: number;
  readonly body: string;
  /** First line of `body` in the file, from 1. */
  readonly bodyLine: number;
}

/**
 * Splits `source` (LF line ends, no byte order mark) into front matter and body. Front matter is YAML after `---`, TOML
 * after `+++`, or JSON after `---json` or a leading `{`. A script after `---js` is cut off too. An unclosed fence is body.
 * @param afterBlankLines whether blank lines may come before it
 */
export function cutFrontMatter(source: string, afterBlankLines = false): FencedSource {
  const blank = afterBlankLines ? /^\s*\n(?=---|\+\+\+|\{)/.exec(source)?.[0] : undefined;
  if (blank === undefined) return cutAtStart(source);
  const cut = cutAtStart(source.slice(blank.length));
  if (cut.format === null) return withoutFrontMatter(source);
  const above = countLines(blank);
  return { ...cut, rawLine: cut.rawLine + above, bodyLine: cut.bodyLine + above };
}

function cutAtStart(source: string): FencedSource {
  const first = source.charCodeAt(0);
  if (first === 0x2d) {
    if (/^---[ \t]*\n/.test(source)) return cutAtFence(source, 'yaml', /^(?:---|\.\.\.)[ \t]*$/gm);
    if (/^---[ \t]*ya?ml[ \t]*\n/.test(source)) return cutAtFence(source, 'yaml', /^---[ \t]*$/gm);
    if (/^---[ \t]*json[ \t]*\n/.test(source)) return cutAtFence(source, 'json', /^---[ \t]*$/gm);
    if (/^---[ \t]*(?:js|javascript)[ \t]*\n/.test(source)) return cutAtFence(source, 'js', /^---[ \t]*$/gm);
    if (/^---[ \t]*toml[ \t]*\n/.test(source)) return cutAtFence(source, 'toml', /^---[ \t]*$/gm);
  } else if (first === 0x2b) {
    if (/^\+\+\+[ \t]*\n/.test(source)) return cutAtFence(source, 'toml', /^\+\+\+[ \t]*$/gm);
  } else if (first === 0x7b) {
    return cutAtBrace(source);
  }
  return withoutFrontMatter(source);
}

function withoutFrontMatter(source: string): FencedSource {
  return { format: null, raw: '', rawLine: 1, body: source, bodyLine: 1 };
}

function cutAtFence(source: string, format: FrontMatterFormat, closing: RegExp): FencedSource {
  const start = source.indexOf('\n') + 1;
  closing.lastIndex = start;
  const close = closing.exec(source);
  if (close === null) return withoutFrontMatter(source);
  const raw = source.slice(start, close.index);
  const bodyStart = Math.min(source.length, close.index + close[0].length + 1);
  return { format, raw, rawLine: 2, body: source.slice(bodyStart), bodyLine: 3 + countLines(raw) };
}

/** Hugo's JSON front matter: an object whose closing brace is the first character of a line. */
function cutAtBrace(source: string): FencedSource {
  if (!/^\{[ \t]*\n\s*"/.test(source)) return withoutFrontMatter(source);
  const close = /^\}[ \t]*$/m.exec(source);
  if (close === null) return withoutFrontMatter(source);
  const raw = source.slice(0, close.index + 1);
  const bodyStart = Math.min(source.length, close.index + close[0].length + 1);
  return { format: 'json', raw, rawLine: 1, body: source.slice(bodyStart), bodyLine: 2 + countLines(raw) };
}

/** Number of newlines in `text`. */
function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
