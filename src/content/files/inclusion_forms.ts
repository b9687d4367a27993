/** The syntaxes by which pages of several generators include files. */
import { dirname, join } from 'node:path';
import { codeOf, fenced, languageOf, partOf, rangesOf } from './included_part.ts';
import { type Inclusion, type InclusionAtLine, inclusionOf, lineForm, type WantedFile } from './inclusions.ts';

const MOST_FILES = 200;

const FASTAPI = /^[ \t]*\{\*[ \t]+(?<path>[^\s*{}]+)(?<options>[^{}\n]*)\*\}[ \t]*$/;
const INCLUDE_LINE = /^[ \t]*\{!>?[ \t]*(?<path>[^!{}"'[\]]+?)[ \t]*(?:\[ln:(?<lines>[\d,: -]+)\])?[ \t]*!\}[ \t]*$/;
const SNIPPET = /^[ \t]*-+8<-+[ \t]+["'](?<path>[^"':]+)(?::(?<part>[^"']*))?["'][ \t]*$/;
const SNIPPETS = /^[ \t]*-+8<-+[ \t]*$/;

/**
 * MkDocs: `--8<-- "file"` and its block form (facelessuser.github.io/pymdown-extensions/extensions/snippets), `{!file!}` of
 * markdown-include and mdx-include, and `{* file ln[1:3] *}`, which becomes a block of code.
 */
export const mkdocsInclusion: Inclusion = inclusionOf({
  marks: ['8<-', '{!', '{*'],
  from: ['root', 'file', 'above'],
  begin: () => (lines, at) => {
    const line = lines[at]!;
    if (!line.includes('8<-') && !line.includes('{!') && !line.includes('{*')) return null;
    if (SNIPPETS.test(line)) return snippetBlock(lines, at);
    const code = FASTAPI.exec(line)?.groups;
    if (code !== undefined) {
      const ranges = /\bln\[([^\]]{1,500})\]/.exec(code.options!)?.[1] ?? '';
      return one(code.path!, (text) => fenced(rangesOf(text, ranges), languageOf(code.path!)));
    }
    const { path, lines: ranges, part } = (INCLUDE_LINE.exec(line) ?? SNIPPET.exec(line))?.groups ?? {};
    if (path === undefined) return null;
    return one(path, (text) => rangesOrPart(text, ranges ?? part ?? ''));
  },
});

function one(path: string, cut?: WantedFile['cut']): InclusionAtLine {
  return { files: [cut === undefined ? { path } : { path, cut }], lines: 1 };
}

function rangesOrPart(text: string, written: string): string {
  return /^[\d:,\s-]+$/.test(written) ? rangesOf(text, written) : partOf(text, written);
}

/** A file a line between two marks; one behind `;` is left out. */
function snippetBlock(lines: readonly string[], at: number): InclusionAtLine | null {
  const files: WantedFile[] = [];
  for (let next = at + 1; next < lines.length && next - at <= MOST_FILES; next++) {
    const line = lines[next]!.trim();
    if (SNIPPETS.test(line)) return { files, lines: next - at + 1 };
    const [, path, part = ''] = /^(?!;)([^:"']{1,500})(?::(.*))?$/.exec(line) ?? [];
    if (path !== undefined) files.push({ path, cut: (text) => rangesOrPart(text, part) });
  }
  return null;
}

const DOCFX_CODE =
  /^[ \t>]*\[!code(?<code>(?:-[\w+#-]*)?)[ \t]*\[[^\]\n]{0,300}\]\([ \t]*(?<path>[^()\s?#"]+)(?:(?<part>[?#][^()\s"]*))?(?:[ \t]+"[^"\n]*")?[ \t]*\)[ \t]*\][ \t]*$/i;
const DOCFX_BLOCK = /^[ \t]*\[!include[ \t]*\[[^\]\n]{0,300}\]\([ \t]*(?<path>[^()\s?#"]+)[^()\n]*\)[ \t]*\][ \t]*$/i;
const LEARN_CODE = /^[ \t]*:::[ \t]*code[ \t]+(.{1,1000}?):::[ \t]*$/i;

/** DocFX: `[!INCLUDE [..](..)]`, also in a sentence, `[!code-lang[](..)]`, and `:::code source=".." range="..":::`. */
export const docfxInclusion: Inclusion = inclusionOf({
  marks: ['[!code', '[!CODE', '[!Code', '[!INCLUDE', '[!include', '[!Include', ':::code', '::: code'],
  from: ['file', 'root'],
  ownLinks: '',
  inline: /\[!include[ \t]*\[[^\]\n]{0,300}\]\([ \t]*(?<path>[^()\s?#"]+)[^()\n]{0,300}\)[ \t]*\]/gi,
  begin() {
    const code = lineForm(DOCFX_CODE);
    return (lines, at) => {
      const line = lines[at]!;
      if (!line.includes('[!') && !line.includes(':::')) return null;
      const whole = DOCFX_BLOCK.exec(line)?.groups?.path;
      if (whole !== undefined) return one(whole);
      const options = LEARN_CODE.exec(line)?.[1];
      if (options === undefined) return code(lines, at);
      const named = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(options)?.[1];
      const path = named('source');
      const part = named('range') ?? named('id') ?? '';
      const language = named('language') ?? (path === undefined ? '' : languageOf(path));
      if (path === undefined) return null;
      return one(path, (text) => codeOf(text, part === '' ? '' : `?id=${encodeURIComponent(part)}`, language));
    };
  },
});

const MYST = /^[ \t]*(`{3,}|~{3,}|:{3,})\{(include|literalinclude)\}[ \t]+(\S.*?)[ \t]*$/;

/** Sphinx and mystmd: the directives `include` and `literalinclude` with options below, until the fence that closes them. */
export const mystInclusion: Inclusion = inclusionOf({
  marks: ['{include}', '{literalinclude}'],
  from: ['file', 'root'],
  begin: () => (lines, at) => {
    const [, marks, name, path] = lines[at]!.includes('include}') ? (MYST.exec(lines[at]!) ?? []) : [];
    if (marks === undefined) return null;
    const options = new Map<string, string>();
    let end = at + 1;
    for (; end < lines.length && end - at <= MOST_FILES; end++) {
      const line = lines[end]!.trim();
      if (line.startsWith(marks)) break;
      const [, key, value] = /^:([\w-]{1,50}):[ \t]*(.*)$/.exec(line) ?? [];
      if (key !== undefined) options.set(key, value!.replace(/^(["'])(.*)\1$/, '$2'));
    }
    const language = options.get('language') ?? options.get('code') ?? languageOf(path!);
    const isCode = name === 'literalinclude' || options.has('code') || options.has('literal');
    const cut = (text: string) => optionPart(text, options, isCode ? language : null);
    const ownLinks = options.get('relative-docs');
    return { files: [{ path: path!, cut, ...(ownLinks !== undefined && { ownLinks }) }], lines: end - at + 1 };
  },
});

/** The part of a file that options of Sphinx name, between fences when it is code. */
function optionPart(text: string, options: ReadonlyMap<string, string>, language: string | null): string | null {
  const all = text.split('\n');
  const at = (key: string, from: number) => {
    const wanted = options.get(key);
    return wanted === undefined ? null : all.findIndex((line, index) => index >= from && line.includes(wanted));
  };
  const after = at('start-after', 0);
  const begin = after === null ? (at('start-at', 0) ?? Number(options.get('start-line') ?? 0)) : after + 1;
  if (after === -1 || !(begin >= 0)) return null;
  const before = at('end-before', begin);
  const last = at('end-at', begin);
  const end = before ?? (last === null ? null : last + 1) ?? Number(options.get('end-line') ?? all.length);
  if (before === -1 || last === -1) return null;
  const object = options.get('pyobject');
  const kept = object === undefined ? all.slice(begin, end).join('\n') : pythonObject(all, object);
  const part = options.has('lines') ? rangesOf(kept, options.get('lines')!) : kept;
  const markdown = part.replace(/^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/, '');
  return part.trim() === '' ? null : language === null ? markdown : fenced(part, language);
}

/** A function or class of Python, by its name or path, with what is indented below. */
function pythonObject(lines: readonly string[], path: string): string {
  let start = -1;
  for (const name of path.split('.', 5)) {
    const opens = (line: string) => /^\s*(?:async )?(?:def|class) (\w+)/.exec(line)?.[1] === name;
    start = lines.findIndex((line, index) => index > start && opens(line));
    if (start === -1) return '';
  }
  const indent = /^\s*/.exec(lines[start]!)![0].length;
  const next = lines.findIndex(
    (line, index) =>
      index > start && line.trim() !== '' && !/^\s*\)/.test(line) && /^\s*/.exec(line)![0].length <= indent,
  );
  return lines
    .slice(start, next === -1 ? undefined : next)
    .join('\n')
    .trimEnd();
}

const VUE_PAGE =
  /^[ \t]*<!--[ \t]*@include:[ \t]*(?<path>[^{}#<>]+?)(?:#(?<anchor>[\w-]+))?(?:\{(?<part>[\d,]*)\})?[ \t]*-->[ \t]*$/;
const VUE_CODE = /^[ \t]*<<<[ \t]+(?<path>[^\s{}#]+)(?:#(?<part>[\w-]+))?[ \t]*(?:\{(?<options>[^{}]*)\})?[^\n]*$/;

/** VitePress: `<!--@include: ./part.md{1,5}-->` and code by `<<< @/file.js#region{js}`. */
export const vueInclusion: Inclusion = inclusionOf({
  marks: ['@include', '<<<'],
  from: ['file', 'root'],
  begin() {
    const page = lineForm(VUE_PAGE);
    return (lines, at) => {
      const { path, part = '', options = '' } = VUE_CODE.exec(lines[at]!)?.groups ?? {};
      if (path === undefined) return page(lines, at);
      const language = /(?:^|\s)([a-z][\w+#-]*)/i.exec(options)?.[1]?.split(':')[0] ?? languageOf(path);
      return one(path, (text) => codeOf(text, part === '' ? '' : `#${part}`, language));
    };
  },
});

/** Shortcodes that show a file; the name says whether it is code. */
const NAMES =
  'readfile|read-file|include|includemd|embed-md|include-code|source|source-file|code-file|code_sample|codenew|code|docs/shared';
const ANY_SHORTCODE = new RegExp(String.raw`\{\{[<%][ \t]*(?:${NAMES})[ \t]`);
const SHORTCODE = new RegExp(
  String.raw`^[ \t]*\{\{[<%][ \t]*(${NAMES})[ \t]([^{}\n]{1,1000}?)\/?[ \t]*[>%]\}\}[ \t]*$`,
);

/** Hugo has none of its own; these are the shortcodes of Docsy, of Kubernetes, of Grafana and their like. */
export const shortcodeForm = {
  marks: ['{{<', '{{%'],
  from: ['file', 'root', 'above'],
  /** Folders of shared parts in those above the page. */
  also(folder: string, root: string): string[] {
    const found: string[] = [];
    for (let each = folder; found.length < 60; each = dirname(each)) {
      found.push(...['includes', 'examples', '_includes', 'embeds', 'shared'].map((name) => join(each, name)));
      if (each === root || each.length < root.length || each === dirname(each)) break;
      found.push(dirname(each));
    }
    return [...found, ...['assets', 'static', '../assets', '../static'].map((name) => join(root, '..', name))];
  },
  begin: (text: string) => (ANY_SHORTCODE.test(text) ? readShortcode : null),
} as const;

function readShortcode(lines: readonly string[], at: number): InclusionAtLine | null {
  const [, name, options] = lines[at]!.includes('{{') ? (SHORTCODE.exec(lines[at]!) ?? []) : [];
  if (options === undefined) return null;
  const named = (key: string) => new RegExp(`(?:^|\\s)(?:${key})=["'\`]?([^"'\`\\s]+)`).exec(options)?.[1];
  // The source of a shared text of Grafana is a product.
  const path =
    named('lookup') ?? named('file|path|source|src') ?? /^["'`]?([\w./@-]+)["'`]?(?:\s|$)/.exec(options)?.[1];
  if (path === undefined || !/\.\w+$/.test(path)) return null;
  const isMarkdown = /\.(?:md|markdown)$/i.test(path);
  const isCode = named('code') === 'true' || /code|source/.test(name!) || !isMarkdown;
  return one(path, isCode ? (text) => fenced(text, named('lang|language') ?? languageOf(path)) : undefined);
}
