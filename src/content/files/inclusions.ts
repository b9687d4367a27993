import { join } from 'node:path';

/** A page whose text includes other files. */
export interface IncludingPage {
  /** Its folder. */
  readonly folder: string;
  /** The content root. */
  readonly root: string;
  /** Folders in which included files are looked for first. */
  readonly first: readonly string[];
  /** The text of a file; null when it cannot be included. */
  open(path: string): string | null;
}

/** The text of a page with what it includes, and the line of the page for each line of it; null: no other than it was. */
export interface IncludedText {
  readonly text: string;
  readonly lines: readonly number[] | null;
}

/** How a page includes another file. */
export interface Inclusion {
  /** A text that a page with an inclusion contains. */
  readonly mark: string;
  /** Null when the page includes nothing. */
  read(text: string, page: IncludingPage): IncludedText | null;
}

/** Bounds on what a page may include, all its inclusions together. */
export const LARGEST_INCLUDED = 1024 * 1024;
const MOST_INCLUDED = 1000;
/** Ranges of lines in one inclusion. */
const MOST_RANGES = 20;

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
  const found = open(join(root, path));
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
    const found = name.includes('..') ? null : (open(`${path}.md`) ?? open(`${path}.md.erb`));
    if (found === null || size + found.length > LARGEST_INCLUDED) continue;
    size += found.length;
    const part = `\n${found.replace(/\r\n?/g, '\n').replace(/\n$/, '')}`;
    parts.push(part);
    lines.push(...part.split('\n').map(() => head![0].split('\n').length));
  }
  return { text: parts.join('\n'), lines: parts.length === 1 ? null : lines };
}

/**
 * Inclusions by lines that match: the groups `path` and, for a part of the file, `part`. With a group `code`, the language, the file is
 * read in as a block of code.
 * @param from what paths are relative to, in the order in which they are tried: the page, the content root or the folder above
 */
export function lineInclusion(mark: string, pattern: RegExp, from: readonly ('file' | 'root' | 'above')[]): Inclusion {
  return {
    mark,
    read(text, { folder, root, first, open }) {
      const usual = { file: folder, root, above: join(root, '..') };
      const folders = [...first, ...from.map((base) => usual[base])];
      return withIncluded(text, pattern, (written) => {
        const path = written.replace(/^[@~]\//, '');
        for (const each of folders) {
          const found = open(join(each, path));
          if (found !== null) return found;
        }
        return null;
      });
    },
  };
}

function withIncluded(text: string, pattern: RegExp, find: (path: string) => string | null): IncludedText {
  const out: string[] = [];
  const lines: number[] = [];
  let size = 0;
  let count = 0;
  for (const [at, line] of text.split('\n').entries()) {
    const match = line.length > 2000 || count >= MOST_INCLUDED ? null : pattern.exec(line);
    const written = match?.groups?.path?.trim();
    const whole = written === undefined || written.startsWith('/') ? null : find(written);
    const plain = whole?.replace(/\r\n?/g, '\n') ?? null;
    const language = match?.groups?.code;
    const named = match?.groups?.part ?? '';
    const part = plain === null ? null : language === undefined ? partOf(plain, named) : codeOf(plain, named, language);
    if (part !== null && size + part.length <= LARGEST_INCLUDED) {
      size += part.length;
      count++;
      const indent = /^[ \t]*/.exec(line)![0];
      for (const each of part.replace(/\n$/, '').split('\n')) {
        out.push(indent + each);
        lines.push(at + 1);
      }
    } else {
      out.push(line);
      lines.push(at + 1);
    }
  }
  return { text: out.join('\n'), lines: count === 0 ? null : lines };
}

/** The part of a file of code that DocFX includes, between fences: `#name`, `#L3-L10`, `?name=x`, `?range=1-3,7`, `?start=3&end=10`. */
function codeOf(text: string, written: string, language: string): string | null {
  const options = new URLSearchParams(written.startsWith('?') ? written.slice(1) : '');
  const hash = written.startsWith('#') ? written.slice(1).replace(/^L(\d+)(?:-L?(\d+))?$/i, '$1-$2') : null;
  const span =
    options.has('start') || options.has('end') ? `${options.get('start') ?? ''}-${options.get('end') ?? ''}` : null;
  const part = options.get('name') ?? options.get('id') ?? options.get('range') ?? span ?? hash ?? '';
  const parts = /^[\d,\s-]+$/.test(part) ? part.split(',').slice(0, MOST_RANGES) : [part];
  const found: string[] = [];
  let size = 0;
  for (const each of parts) {
    if (size > LARGEST_INCLUDED) return null;
    const lines = partOf(text, each.trim());
    size += lines.length;
    found.push(lines);
  }
  const code = found.join('\n').replace(/\n$/, '');
  if (code.trim() === '') return null;
  let longest = 2;
  for (const [ticks] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.replace(/^-/, '')}\n${code}\n${fence}`;
}

/** The part of an included file: an anchor (`ANCHOR: name` to `ANCHOR_END: name`), lines (`3:10`), or all of it. */
function partOf(text: string, part: string): string {
  const lines = text.split('\n');
  const [start, end] = rangeOf(lines, part);
  return lines
    .slice(start, end)
    .filter((line) => !ANCHOR.test(line))
    .join('\n');
}

function rangeOf(lines: readonly string[], part: string): [start: number, end?: number | undefined] {
  const [, first, last] = /^(\d*)\s*[:,-]?\s*(\d*)$/.exec(part) ?? [];
  if (first !== undefined) {
    const start = first === '' ? 0 : Number(first) - 1;
    if (/^\d+$/.test(part)) return [start, Number(part)];
    return [start, last === '' ? undefined : Number(last)];
  }
  const isNamed = (found: RegExpExecArray | null) => found?.[1]?.toLowerCase() === part.toLowerCase();
  const start = lines.findIndex((line) => isNamed(START.exec(line)));
  const end = lines.findIndex((line, at) => at > start && isNamed(END.exec(line)));
  return start === -1 ? [lines.length] : [start + 1, end === -1 ? undefined : end];
}

/** Where a named part begins and ends: mdBook, Snippets, regions of VitePress, and DocFX's tags in comments, `// <name>`. */
const START =
  /(?:ANCHOR:[ \t]*|--8<--[ \t]*\[start:[ \t]*|#region[ \t]+"?|(?:\/\/|#|--|'|;|<!--)[ \t]*<(?=[\w-]+>))([\w-]+)/i;
const END =
  /(?:ANCHOR_END:[ \t]*|--8<--[ \t]*\[end:[ \t]*|#endregion[ \t]+|(?:\/\/|#|--|'|;|<!--)[ \t]*<\/(?=[\w-]+>))([\w-]+)/i;
const ANCHOR = /ANCHOR(?:_END)?:|--8<--[ \t]*\[(?:start|end):|#(?:end)?region[ \t]/;
