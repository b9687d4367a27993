/** Reads a file of queries, CSV or YAML, as what it says with the places where it says it. */

import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { refusalOfFrontMatter } from '../../content/markdown/front_matter/parse_front_matter.ts';
import { countOf } from '../../text/count_of.ts';
import { nearestWord } from '../../text/nearest_word.ts';
import { normalForm } from '../../text/normal_form.ts';
import { visible, visibleJson } from '../../text/visible.ts';

/** A place in a file, counted from 1. */
interface Place {
  readonly line: number;
  /** In UTF-16 units, as editors count. */
  readonly column: number;
}

/** A text of a file with the place where it begins. */
export interface Written extends Place {
  readonly text: string;
}

/** What a file says: that a page is right for a query. */
interface Judgement {
  readonly query: Written;
  readonly page: Written;
  /** Null: 1. */
  readonly grade: Written | null;
}

/** Mistakes that are shown. The others mostly follow from the first ones. */
const SHOWN = 10;
const MOST_KEPT = 1000;
const BEGIN: Place = { line: 1, column: 1 };

export class Mistakes {
  readonly #kept: (Place & { readonly describe: () => string })[] = [];
  count = 0;

  /** @param describe what is wrong and what is right, as a sentence; only called for a mistake that is shown */
  add({ line, column }: Place, describe: () => string): null {
    this.count++;
    if (this.count <= MOST_KEPT) this.#kept.push({ line, column, describe });
    return null;
  }

  addToFile(describe: () => string): void {
    this.add(BEGIN, describe);
  }

  /** The first mistakes in the order of the file, one a line: `file:line:column: reason`. */
  render(file: string): string {
    const first = this.#kept.sort((a, b) => a.line - b.line || a.column - b.column).slice(0, SHOWN);
    const lines = first.map(({ line, column, describe }) => `  ${file}:${line}:${column}: ${describe()}`);
    return [...lines, ...(this.count > SHOWN ? [`  and ${this.count - SHOWN} more`] : [])].join('\n');
  }
}

const COLUMNS = ['query', 'page', 'grade'];

/** A field and what ends it, from RFC 4180: in double quotes, where two stand for one, or without any. */
const FIELD = /(?:[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Reads CSV whose first line names the columns `query`, `page` and, if there are grades, `grade`. A line has one right page. */
export function readCsv(text: string, mistakes: Mistakes): Judgement[] {
  const [header, ...records] = readRecords(text, mistakes);
  if (header === undefined) return [];
  const columns = header.map((name) => name.text);
  const faults = mistakes.count;
  for (const [at, name] of header.entries()) {
    if (!COLUMNS.includes(name.text)) mistakes.add(name, () => unknownColumn(name.text));
    else if (columns.indexOf(name.text) < at) mistakes.add(name, () => `the column "${name.text}" appears twice.`);
  }
  for (const name of ['query', 'page']) {
    if (!columns.includes(name))
      mistakes.addToFile(() => `there is no column "${name}". Begin the file with the line: query,page`);
  }
  if (mistakes.count > faults) return [];
  return records.flatMap((record) => {
    if (record.length === columns.length) {
      const field = (name: string): Written | null => record[columns.indexOf(name)] ?? null;
      return [{ query: field('query')!, page: field('page')!, grade: field('grade') }];
    }
    mistakes.add(record[0]!, () => wrongLength(record.length, columns));
    return [];
  });
}

/** The lines with their fields, without blank lines. A field that cannot be read is a mistake and ends the reading. */
function readRecords(text: string, mistakes: Mistakes): Written[][] {
  const records: Written[][] = [];
  let record: Written[] = [];
  let line = 1;
  let lineStart = 0;
  FIELD.lastIndex = 0;
  for (let at = 0; at < text.length || record.length > 0; at = FIELD.lastIndex) {
    const place = { line, column: at - lineStart + 1 };
    const match = FIELD.exec(text);
    if (match === null) {
      const advice = 'Put the text in double quotes, and double each quote inside it.';
      mistakes.add(place, () => `a double quote is out of place. ${advice}`);
      break;
    }
    const [whole, quoted, plain, end] = match;
    record.push({ ...place, text: (quoted?.replaceAll('""', '"') ?? plain!).trim() });
    for (const { 0: newline, index } of whole.matchAll(/\r\n|\n|\r/g)) {
      line++;
      lineStart = at + index + newline.length;
    }
    if (end === ',') continue;
    if (record.length > 1 || quoted !== undefined || record[0]!.text !== '') records.push(record);
    record = [];
  }
  return records;
}

function unknownColumn(name: string): string {
  const near = nearestWord(name, COLUMNS);
  const right =
    near === null ? 'The columns are query, page and grade, separated by commas.' : `Did you mean "${near}"?`;
  return `there is no column ${visibleJson(name)}. ${right}`;
}

function wrongLength(count: number, columns: readonly string[]): string {
  const advice = count > columns.length ? ' Put text that contains a comma in double quotes.' : '';
  return `the line has ${countOf(count, 'field')}, but needs ${columns.length}: ${columns.join(',')}.${advice}`;
}

/** Reads YAML: a list of `query` and `pages`, each page a path, or `path` and `grade`. */
export function readYaml(text: string, mistakes: Mistakes): Judgement[] {
  const refusal = refusalOfFrontMatter(text, Number.POSITIVE_INFINITY);
  if (refusal !== null) {
    mistakes.addToFile(() => `${refusal}.`);
    return [];
  }
  const lineCounter = new LineCounter();
  // By the failsafe schema every value is a text, so a query may be 404 or yes.
  // Names are compared below: the parser compares each with all before it.
  const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
  const { contents, errors } = parseDocument(text, { ...options, lineCounter });

  function placeAt(offset: number): Place {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  function mistake(node: Node, describe: () => string): null {
    return mistakes.add(placeAt(node.range?.[0] ?? 0), describe);
  }

  function readScalar(node: Node, name: string): Written | null {
    if (!isScalar(node)) return mistake(node, () => `"${name}" is not text.`);
    return { ...placeAt(node.range?.[0] ?? 0), text: String(node.value).trim() };
  }

  function readMembers(item: Node, known: readonly string[], needed: readonly string[]): Map<string, Node> | null {
    if (!isMap<Node, Node | null>(item)) return mistake(item, () => `expected ${quoted(needed)} here.`);
    const faults = mistakes.count;
    const members = new Map<string, Node>();
    for (const { key, value } of item.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (!known.includes(name)) mistake(key, () => unknownKey(name, known));
      else if (members.has(name)) mistake(key, () => `"${name}" appears twice. Keep one.`);
      else if (value !== null) members.set(name, value);
    }
    for (const name of needed) {
      if (!members.has(name)) mistake(item, () => `"${name}" is missing here.`);
    }
    return mistakes.count > faults ? null : members;
  }

  function readPage(query: Written, item: Node): Judgement[] {
    const members = isMap(item) ? readMembers(item, ['path', 'grade'], ['path']) : new Map([['path', item]]);
    const page = members && readScalar(members.get('path')!, isMap(item) ? 'path' : 'page');
    if (page == null) return [];
    const grade = members!.get('grade');
    return [{ query, page, grade: grade === undefined ? null : readScalar(grade, 'grade') }];
  }

  const seen = new Map<string, number>();

  function readEntry(item: Node): Judgement[] {
    const members = readMembers(item, ['query', 'pages'], ['query', 'pages']);
    const query = members && readScalar(members.get('query')!, 'query');
    if (query == null) return [];
    const form = normalForm(query.text);
    const before = seen.get(form);
    if (before !== undefined) {
      const advice = 'Put its pages in one list.';
      mistakes.add(query, () => `the query appears twice, first on line ${before}. ${advice}`);
      return [];
    }
    seen.set(form, query.line);
    const pages = members!.get('pages')!;
    if (isSeq<Node>(pages) && pages.items.length > 0) return pages.items.flatMap((page) => readPage(query, page));
    mistake(pages, () => '"pages" must list the paths of the right pages, at least one.');
    return [];
  }

  for (const { message, pos } of errors) {
    mistakes.add(placeAt(pos[0]), () => `it is not valid YAML: ${visible(message)}.`);
  }
  if (errors.length > 0 || contents === null) return [];
  if (isSeq<Node>(contents)) return contents.items.flatMap(readEntry);
  mistake(contents, () => 'expected a list, each item with "query" and "pages".');
  return [];
}

function unknownKey(name: string, known: readonly string[]): string {
  const near = nearestWord(name, known);
  return `there is no key ${visibleJson(name)}. ${near === null ? `The keys are ${quoted(known)}.` : `Did you mean "${near}"?`}`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' and ');
}
