import { fenceFor } from '../../text/markdown/code_spans.ts';

/** Bytes that a page may include, all its inclusions together. */
export const LARGEST_INCLUDED = 1024 * 1024;

/** Ranges of lines in one inclusion. */
const MOST_RANGES = 20;

/** The part of a file of code that DocFX includes, between fences: `#name`, `#L3-L10`, `?name=x`, `?range=1-3,7`, `?start=3&end=10`. */
export function codeOf(text: string, written: string, language: string): string | null {
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
  return fenced(code, language.replace(/^-/, ''));
}

/** A block of code with a fence that is longer than any in it. */
export function fenced(code: string, language: string): string {
  const fence = fenceFor(code);
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ...{
    py: 'python',
    js: 'js',
    ts: 'ts',
    yml: 'yaml',
    md: 'markdown',
    mdx: 'mdx',
    rs: 'rust',
    sh: 'bash',
    cs: 'csharp',
  },
  ...{ rb: 'ruby', kt: 'kotlin', tf: 'hcl', ps1: 'powershell', txt: 'text' },
};

/** The language of a file of code, by its ending; '' when it has none. */
export function languageOf(path: string): string {
  const ending = /\.(\w{1,20})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return LANGUAGES[ending] ?? ending;
}

/** Several ranges of lines: `1:3,7`, `1-3,7-`. All of the text when they are not ranges. */
export function rangesOf(text: string, written: string): string {
  const lines = text.split('\n');
  return written
    .split(',', MOST_RANGES)
    .flatMap((each) => lines.slice(...rangeOf(lines, each.trim())))
    .join('\n');
}

/** The part of an included file: an anchor (`ANCHOR: name` to `ANCHOR_END: name`), lines (`3:10`), or all of it. */
export function partOf(text: string, part: string): string {
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
