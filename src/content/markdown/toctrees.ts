import { posix } from 'node:path';

/** A list of the pages below a page: sphinx-doc.org/en/master/usage/restructuredtext/directives.html#directive-toctree. */
export interface Toctree {
  /** As written. */
  readonly entries: readonly string[];
  /** Whether entries may be patterns. */
  readonly isGlob: boolean;
  readonly isReversed: boolean;
}

const MOST_ENTRIES = 10_000;
/** Longer than any path. */
const LONGEST_ENTRY = 5_000;
/** The beginning of a block: code, or a directive. */
const FENCE = /^[ \t]*(`{3,}|~{3,}|:{3,})[ \t]*(?:\{([\w:-]+)\})?/;
/** Directives whose content is not MyST. */
const LITERAL = /^(?:code.*|sourcecode|literal.*|raw|math|mermaid|graphviz|doctest|testcode|parsed-literal|myst.*)$/;
const OF_RST = /^([ \t]*)\.\.[ \t]+toctree::[ \t]*$/;
const OPTION = /^:?(\w+):/;

/** The lists of a page in MyST, or of one in reStructuredText. */
export function toctreesIn(text: string, isRst = false): Toctree[] {
  const found: Toctree[] = [];
  if (!text.includes('toctree')) return found;
  const lines = text.split('\n');
  const open: { readonly mark: string; readonly isRst: boolean; readonly isLiteral: boolean }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const block = open.at(-1);
    const [, mark, name] = FENCE.exec(lines[at]!) ?? [];
    const rst = OF_RST.exec(lines[at]!);
    if (mark !== undefined && block !== undefined && closes(lines[at]!, block.mark)) open.pop();
    else if (rst !== null && (block?.isRst ?? isRst)) {
      const indent = rst[1]!.length;
      const end = endOf(lines, at + 1, (line) => line.trim() !== '' && line.search(/\S/) <= indent);
      found.push(toctreeOf(lines.slice(at + 1, end)));
      at = end - 1;
    } else if (mark !== undefined && !isRst && block?.isLiteral !== true) {
      if (name === 'toctree') {
        const end = endOf(lines, at + 1, (line) => closes(line, mark));
        found.push(toctreeOf(lines.slice(at + 1, end)));
        at = end;
      } else {
        const isLiteral = name === undefined ? !mark.startsWith(':') : name === 'eval-rst' || LITERAL.test(name);
        open.push({ mark, isRst: name === 'eval-rst', isLiteral });
      }
    }
  }
  return found;
}

function endOf(lines: readonly string[], from: number, isEnd: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && !isEnd(lines[end]!)) end++;
  return end;
}

function closes(line: string, mark: string): boolean {
  const bare = line.trim();
  return bare.length >= mark.length && bare === mark[0]!.repeat(bare.length);
}

/** @param lines of the directive: options, perhaps between lines of `---`, and entries */
function toctreeOf(lines: readonly string[]): Toctree {
  const bare = lines.map((line) => line.trim()).filter((line) => line !== '');
  const between = bare[0] === '---' ? bare.indexOf('---', 1) : -1;
  const first = between === -1 ? bare.findIndex((line) => !/^:\w/.test(line)) : between + 1;
  const end = first === -1 ? bare.length : first;
  const options = new Set(bare.slice(0, end).map((line) => OPTION.exec(line)?.[1]));
  const entries = bare.slice(end, end + MOST_ENTRIES);
  return { entries, isGlob: options.has('glob'), isReversed: options.has('reversed') };
}

/** The name of a document: its path without extension. */
export function docOf(file: string): string {
  return file.replace(/\.(?:md|markdown|rst|ipynb|txt)$/, '');
}

/** The document of an entry, which may have a title: `Title <path>`. An entry that leads elsewhere is that of no document. */
export function docOfEntry(entry: string, doc: string): string {
  const target = targetOf(entry);
  const folder = target.startsWith('/') ? '' : posix.dirname(doc);
  return docOf(posix.join('/', folder, target).slice(1));
}

/** Whether an entry leads to an address, or to the page that has the list. */
export function isNoDocument(entry: string): boolean {
  return /^(?:self$|[a-z][\w+.-]*:)/i.test(targetOf(entry));
}

function targetOf(entry: string): string {
  if (entry.length > LONGEST_ENTRY) return '';
  return /<([^<>]+)>$/.exec(entry)?.[1] ?? entry;
}
