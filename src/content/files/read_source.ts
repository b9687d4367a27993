import { dirname, join } from 'node:path';
import { rulesOf } from '../generators/generators.ts';
import type { SiteContext } from '../site/site_context.ts';
import { readRegularFile } from './regular_file.ts';

/** A page's source, with the files that it includes read in. */
export interface PageSource {
  readonly bytes: Uint8Array;
  /** The line of the page for each line of `bytes`, both from 1 (index 0 is line 1); null when they are the same. */
  readonly lines: readonly number[] | null;
}

/** A page's source, or why it was not read. */
export type SourceRead =
  | { readonly source: PageSource; readonly refusal: null }
  | { readonly source: null; readonly refusal: string };

/** Larger than any file that a person wrote. */
const LARGEST_PAGE = 16 * 1024 * 1024;
/** Bounds on what a page may include, all its inclusions together. */
const LARGEST_INCLUDED = 1024 * 1024;
const MOST_INCLUDED = 1000;
/** Ranges of lines in one inclusion. */
const MOST_RANGES = 20;

/** Hugo: the front matter of a page whose text is another file's: `source: /shared/page.md`. */
const SOURCE_LINE = /^source:[ \t]*["']?\/?([\w./-]{1,500}\.md)["']?[ \t]*$/m;

/**
 * Reads a page's file. The files that it includes by its generator's syntax are read in where they are there and in the
 * project: the text of a page is what its readers see.
 * @param root absolute path of the content root
 * @param within real path of the folder that included files must be in
 * @param included receives the paths at which included files were looked for
 */
export function readSource(
  root: string,
  file: string,
  context: SiteContext,
  within: string,
  included: Set<string> = new Set(),
): SourceRead {
  const read = readRegularFile(join(root, file), { bytes: LARGEST_PAGE, within: null });
  if (read.bytes === null) return { source: null, refusal: read.refusal };
  const { inclusion, bodyOfSource, endsWithIncludes } = rulesOf(context.generator);
  const named = bodyOfSource === true ? 'source:' : endsWithIncludes === true ? 'includes:' : null;
  const mark = inclusion === undefined ? named : inclusion.mark;
  const plain = { source: { bytes: read.bytes, lines: null }, refusal: null } as const;
  if (mark === null || !read.bytes.includes(mark)) return plain;
  const text = read.bytes.toString('utf8');
  // A file that is not UTF-8 stays as it is, so that it is refused as such.
  if (text.includes('\ufffd')) return plain;
  const open = (path: string): string | null => {
    included.add(path);
    const bytes = readRegularFile(path, { bytes: LARGEST_INCLUDED, within }).bytes?.toString('utf8') ?? null;
    return bytes === null || bytes.includes('\u0000') || bytes.includes('\ufffd') ? null : bytes;
  };
  if (endsWithIncludes === true) return withIncludes(text, root, open) ?? plain;
  if (inclusion === undefined) return withBody(text, root, open) ?? plain;
  return withIncluded(text, inclusion.pattern, (written) => {
    const first = context.includeFolders ?? [];
    const usual = { file: dirname(join(root, file)), root, above: join(root, '..') };
    for (const folder of [...first.map((each) => join(root, each)), ...inclusion.from.map((base) => usual[base])]) {
      const found = open(join(folder, written.replace(/^[@~]\//, '')));
      if (found !== null) return found;
    }
    return null;
  });
}

/** The file whose text is the page's own, relative to the content root, or null. */
export function bodyFileOf(source: unknown): string | null {
  const path = typeof source === 'string' ? /^\/?([\w./-]{1,500}\.md)$/.exec(source.trim())?.[1] : undefined;
  return path === undefined || path.includes('..') ? null : path;
}

function withBody(text: string, root: string, open: (path: string) => string | null): SourceRead | null {
  const end = /^---[ \t]*\r?\n[\s\S]*?^---[ \t]*\r?$/m.exec(text);
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
  return {
    source: {
      bytes: Buffer.from(`${end[0]}\n${shared}`),
      lines: [...lines, ...shared.split('\n').map(() => head)],
    },
    refusal: null,
  };
}

/** Slate: a list of partials in the front matter, one a line or between brackets. */
const INCLUDES = /^includes:[ \t]*(?:\[([^[\]\n]{0,2000})\]|((?:\r?\n[ \t]*-[ \t]+[\w./-]+[ \t]*){1,200}))\r?$/m;

/** The text of a page of Slate with its partials, whose lines are those of the end of the front matter. */
function withIncludes(text: string, root: string, open: (path: string) => string | null): SourceRead | null {
  const head = /^---[ \t]*\r?\n[\s\S]*?^---[ \t]*\r?$/m.exec(text);
  const list = head?.index === 0 ? INCLUDES.exec(head[0]) : null;
  if (list === null) return null;
  const names = (list[1] ?? list[2]!).match(/[\w./-]*\w[\w./-]*/g) ?? [];
  const own = text.replace(/\n$/, '').split('\n');
  const lines = own.map((_, at) => at + 1);
  const parts = [own.join('\n')];
  let size = 0;
  for (const name of names.slice(0, MOST_INCLUDED)) {
    const slash = name.lastIndexOf('/') + 1;
    const found = name.includes('..')
      ? null
      : openFirst(join(root, 'includes', name.slice(0, slash), `_${name.slice(slash)}`), open);
    if (found === null || size + found.length > LARGEST_INCLUDED) continue;
    size += found.length;
    const part = `\n${found.replace(/\r\n?/g, '\n').replace(/\n$/, '')}`;
    parts.push(part);
    lines.push(...part.split('\n').map(() => head![0].split('\n').length));
  }
  return { source: { bytes: Buffer.from(parts.join('\n')), lines: parts.length === 1 ? null : lines }, refusal: null };
}

function openFirst(path: string, open: (path: string) => string | null): string | null {
  return open(`${path}.md`) ?? open(`${path}.md.erb`);
}

function withIncluded(text: string, pattern: RegExp, find: (path: string) => string | null): SourceRead {
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
  return { source: { bytes: Buffer.from(out.join('\n')), lines: count === 0 ? null : lines }, refusal: null };
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
  const range = /^(\d*)\s*[:,-]?\s*(\d*)$/.exec(part);
  if (range !== null) {
    const first = range[1] === '' ? 1 : Number(range[1]);
    const isOne = /^\d+$/.test(part);
    const last = isOne ? first : range[2] === '' ? lines.length : Number(range[2]);
    return lines
      .slice(first - 1, last)
      .filter((line) => !ANCHOR.test(line))
      .join('\n');
  }
  const isNamed = (found: RegExpExecArray | null) => found?.[1]?.toLowerCase() === part.toLowerCase();
  const start = lines.findIndex((line) => isNamed(START.exec(line)));
  const end = lines.findIndex((line, at) => at > start && isNamed(END.exec(line)));
  if (start === -1) return '';
  return lines
    .slice(start + 1, end === -1 ? undefined : end)
    .filter((line) => !ANCHOR.test(line))
    .join('\n');
}

/** Where a named part begins and ends: mdBook, Snippets, regions of VitePress, and DocFX's tags in comments, `// <name>`. */
const START =
  /(?:ANCHOR:[ \t]*|--8<--[ \t]*\[start:[ \t]*|#region[ \t]+"?|(?:\/\/|#|--|'|;|<!--)[ \t]*<(?=[\w-]+>))([\w-]+)/i;
const END =
  /(?:ANCHOR_END:[ \t]*|--8<--[ \t]*\[end:[ \t]*|#endregion[ \t]+|(?:\/\/|#|--|'|;|<!--)[ \t]*<\/(?=[\w-]+>))([\w-]+)/i;
const ANCHOR = /ANCHOR(?:_END)?:|--8<--[ \t]*\[(?:start|end):|#(?:end)?region[ \t]/;
