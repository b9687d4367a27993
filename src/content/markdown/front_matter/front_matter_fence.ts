import type { Fields } from './parse_front_matter.ts';

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

/** How front matter begins, and the line at which it ends. */
const FENCES: readonly (readonly [opening: RegExp, format: FrontMatterFormat, closing: RegExp])[] = [
  [/^---[ \t]*\n/, 'yaml', /^(?:---|\.\.\.)[ \t]*$/m],
  [/^---[ \t]*ya?ml[ \t]*\n/, 'yaml', /^---[ \t]*$/m],
  [/^---[ \t]*json[ \t]*\n/, 'json', /^---[ \t]*$/m],
  [/^---[ \t]*(?:js|javascript)[ \t]*\n/, 'js', /^---[ \t]*$/m],
  [/^---[ \t]*toml[ \t]*\n/, 'toml', /^---[ \t]*$/m],
  [/^\+\+\+[ \t]*\n/, 'toml', /^\+\+\+[ \t]*$/m],
];

function cutAtStart(source: string): FencedSource {
  // Hugo's JSON front matter: an object whose closing brace is the first character of a line.
  if (/^\{[ \t]*\n\s*"/.test(source)) return cutAt(source, 'json', 0, /^\}[ \t]*$/m);
  const fence = /^(?:---|\+\+\+)/.test(source) ? FENCES.find(([opening]) => opening.test(source)) : undefined;
  return fence === undefined ? withoutFrontMatter(source) : cutAt(source, fence[1], source.indexOf('\n') + 1, fence[2]);
}

function withoutFrontMatter(source: string): FencedSource {
  return { format: null, raw: '', rawLine: 1, body: source, bodyLine: 1 };
}

/** @param start where the front matter begins: in the first line for an object, which has its closing brace too */
function cutAt(source: string, format: FrontMatterFormat, start: number, closing: RegExp): FencedSource {
  const rest = source.slice(start);
  const close = closing.exec(rest);
  if (close === null) return withoutFrontMatter(source);
  const raw = rest.slice(0, start === 0 ? close.index + 1 : close.index);
  const rawLine = start === 0 ? 1 : 2;
  const body = rest.slice(close.index + close[0].length + 1);
  return { format, raw, rawLine, body, bodyLine: rawLine + 1 + countLines(raw) };
}

/** Number of newlines in `text`. */
function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** The `Key: value` lines at the start of a page, and its body with those lines blanked. */
export interface MetaLines {
  readonly fields: Fields;
  readonly body: string;
}

/** A first line with another key is text, such as `Note: ...`. */
const KNOWN =
  /^(?:title|date|modified|tags?|keywords|category|authors?|slug|summary|description|lang|status|template|url|save_as):[ \t]/i;
const PAIR = /^([A-Za-z][\w.-]{0,100}):(?:[ \t]+(.*))?$/;

/**
 * Reads the metadata of Python-Markdown, which Pelican and MkDocs use: python-markdown.github.io/extensions/meta_data. It ends at the
 * first blank line. Null when the page does not begin with it.
 */
export function readMetaLines(body: string): MetaLines | null {
  if (!KNOWN.test(body)) return null;
  const fields = new Map<string, unknown>();
  const lines = body.split('\n');
  let end = 0;
  let key = '';
  for (; end < lines.length && lines[end]!.trim() !== ''; end++) {
    const line = lines[end]!.slice(0, 4000);
    const match = PAIR.exec(line);
    if (match !== null) {
      key = match[1]!.toLowerCase();
      fields.set(key, match[2]?.trim() ?? '');
    } else if (/^[ \t]{4}/.test(line)) fields.set(key, `${fields.get(key)} ${line.trim()}`.trim());
    else return null;
  }
  return { fields, body: [...lines.slice(0, end).map(() => ''), ...lines.slice(end)].join('\n') };
}
