import { join } from 'node:path';
import { LARGEST_INCLUDED } from './included_part.ts';
import { type IncludedText, type IncludingPage, MOST_INCLUDED, type OpenedFile } from './inclusions.ts';

const textOf = ({ text }: OpenedFile): string | null => text;

/** The front matter at the beginning of a page. */
const HEAD = /^---[ \t]*\r?\n[\s\S]*?^---[ \t]*\r?$/m;
/** Hugo: the front matter of a page whose text is another file's: `source: /shared/page.md`. */
const SOURCE_LINE = /^source:[ \t]*["']?\/?([\w./-]{1,500}\.md)["']?[ \t]*$/m;

/** The file whose text is the page's own, relative to the content root, or null. */
export function bodyFileOf(source: unknown): string | null {
  const path = typeof source === 'string' ? /^\/?([\w./-]{1,500}\.md)$/.exec(source.trim())?.[1] : undefined;
  return path === undefined || path.includes('..') ? null : path;
}

/** Hugo: the text of another file for a page that has none of its own. */
export function withBody(text: string, { root, open }: IncludingPage): IncludedText | null {
  const end = HEAD.exec(text);
  if (end === null || end.index !== 0) return null;
  const path = SOURCE_LINE.exec(end[0])?.[1];
  const body = text.slice(end[0].length);
  // Comments say where the text is kept.
  if (path === undefined || body.replace(/<!--[\s\S]*?-->/g, '').trim() !== '') return null;
  const found = textOf(open(join(root, path)));
  if (found === null) return null;
  const shared = found.replace(/^---[ \t]*\r?\n[\s\S]*?^---[ \t]*\r?$\n?/m, '');
  const head = end[0].split('\n').length;
  const lines = [...Array(head).keys()].map((line) => line + 1);
  return { text: `${end[0]}\n${shared}`, lines: [...lines, ...shared.split('\n').map(() => head)] };
}

/** Slate: a list of partials in the front matter, one a line or between brackets. */
const INCLUDES = /^includes:[ \t]*(?:\[([^[\]\n]{0,2000})\]|((?:\r?\n[ \t]*-[ \t]+[\w./-]+[ \t]*){1,200}))\r?$/m;

/** The text of a page of Slate with its partials, whose lines are those of the end of the front matter. */
export function withIncludes(text: string, { root, open }: IncludingPage): IncludedText | null {
  const head = HEAD.exec(text);
  const list = head?.index === 0 ? INCLUDES.exec(head[0]) : null;
  if (list === null) return null;
  const names = (list[1] ?? list[2]!).match(/[\w./-]*\w[\w./-]*/g) ?? [];
  const own = text.replace(/\n$/, '').split('\n');
  const lines = own.map((_, at) => at + 1);
  const parts = [own.join('\n')];
  let size = 0;
  for (const name of names.slice(0, MOST_INCLUDED)) {
    const slash = name.lastIndexOf('/') + 1;
    const path = join(root, 'includes', name.slice(0, slash), `_${name.slice(slash)}`);
    const found = name.includes('..') ? null : (textOf(open(`${path}.md`)) ?? textOf(open(`${path}.md.erb`)));
    if (found === null || size + found.length > LARGEST_INCLUDED) continue;
    size += found.length;
    const part = `\n${found.replace(/\r\n?/g, '\n').replace(/\n$/, '')}`;
    parts.push(part);
    lines.push(...part.split('\n').map(() => head![0].split('\n').length));
  }
  return { text: parts.join('\n'), lines: parts.length === 1 ? null : lines };
}
