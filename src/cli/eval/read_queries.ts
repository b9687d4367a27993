import { extname } from 'node:path';
import { readRegularFile } from '../../content/files/regular_file.ts';
import type { PageTable } from '../../corpus/corpus.ts';
import { normalisePath } from '../../query/match/match_traverse.ts';
import { nearPage } from '../../text/near_page.ts';
import { normalForm } from '../../text/normal_form.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import { misused } from '../command_error.ts';
import { Mistakes, readCsv, readYaml, type Written } from './query_file.ts';

/** A query with the pages that answer it. */
export interface JudgedQuery {
  readonly text: string;
  /** The line of the file that has it first. */
  readonly line: number;
  /** Paths of the right pages with their grades: the larger, the better the page answers. In the file's order, at least one. */
  readonly right: ReadonlyMap<string, number>;
}

/** A file of queries that was read, but not yet understood. */
interface QueryFile {
  readonly name: string;
  readonly text: string;
}

const readers = new Map([
  ['.csv', readCsv],
  ['.yaml', readYaml],
  ['.yml', readYaml],
]);

const LARGEST_FILE = 2 * 1024 * 1024;
const MOST_QUERIES = 10_000;
const HIGHEST_GRADE = 100;

/** @throws CommandError (exit 2) for a file that cannot be read */
export function openQueries(name: string): QueryFile {
  if (!readers.has(extname(name).toLowerCase())) {
    throw misused(`Cannot read "${name}": expected a query file whose name ends in .csv, .yaml or .yml.`);
  }
  const { bytes, refusal } = readRegularFile(name, { bytes: LARGEST_FILE, within: null });
  if (bytes === null) throw misused(`Cannot read "${name}": ${refusal}.`);
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw misused(`Cannot read "${name}": it is not UTF-8. Save it as UTF-8.`);
  }
}

/**
 * The queries of a file with their right pages, in the file's order. A query that several lines of CSV have is one query.
 * @param pages the pages of the site
 * @throws CommandError (exit 2) with the mistakes of the file and their places
 */
export function readQueries({ name, text: file }: QueryFile, pages: PageTable): readonly JudgedQuery[] {
  const mistakes = new Mistakes();
  const judgements = readers.get(extname(name).toLowerCase())!(file, mistakes);
  const queries = new Map<string, JudgedQuery & { readonly right: Map<string, number> }>();
  for (const { query, page, grade } of judgements) {
    const text = normalForm(query.text);
    if (text === '') mistakes.add(query, () => 'the query is empty. Write the words that people search for.');
    if (!queries.has(text) && queries.size === MOST_QUERIES) {
      mistakes.add(query, () => `there are more than ${MOST_QUERIES} queries. Split the file.`);
      break;
    }
    if (!queries.has(text)) queries.set(text, { text, line: query.line, right: new Map() });
    const { right } = queries.get(text)!;
    const path = findPath(page, pages, mistakes);
    if (path === null) continue;
    if (right.has(path)) mistakes.add(page, () => `the query lists the page ${visibleJson(path)} twice. List it once.`);
    right.set(path, readGrade(grade, mistakes));
  }
  if (judgements.length === 0 && mistakes.count === 0)
    mistakes.addToFile(() => 'there are no queries. Add a query and its right page.');
  if (mistakes.count > 0) throw misused(`Cannot use the queries in "${name}":\n${mistakes.render(visible(name))}`);
  return [...queries.values()];
}

/** The path as the site writes it; null after a mistake. */
function findPath(page: Written, pages: PageTable, mistakes: Mistakes): string | null {
  const found = page.text === '' ? -1 : pages.find(normalisePath(normalForm(page.text)));
  if (found >= 0) return pages.path(found);
  return mistakes.add(page, () => {
    if (page.text === '') return 'the path of the page is empty. Write the path of the right page.';
    const near = nearPage(page.text, pages);
    const right = near === null ? 'Write the path as in /api/pages.' : `Did you mean ${visibleJson(near)}?`;
    return `the site has no page ${visibleJson(page.text)}. ${right}`;
  });
}

function readGrade(grade: Written | null, mistakes: Mistakes): number {
  if (grade === null || grade.text === '') return 1;
  const value = /^[0-9]{1,3}$/.test(grade.text) ? Number(grade.text) : 0;
  if (value >= 1 && value <= HIGHEST_GRADE) return value;
  const expected = `expected a whole number from 1 to ${HIGHEST_GRADE}.`;
  mistakes.add(grade, () => `the grade is ${visibleJson(grade.text)}: ${expected}`);
  return 1;
}
