import { nearestWord } from '../../text/nearest_word.ts';
import { visibleJson } from '../../text/visible.ts';
import type { Judgement, Written } from './judgement.ts';
import type { Mistakes } from './mistakes.ts';

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
    else if (columns.indexOf(name.text) < at) mistakes.add(name, () => `the column "${name.text}" is there twice.`);
  }
  for (const name of ['query', 'page']) {
    if (!columns.includes(name)) {
      mistakes.add({ line: 1, column: 1 }, () => `there is no column "${name}". The first line is: query,page`);
    }
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
      mistakes.add(
        place,
        () => 'a double quote is out of place. Put the text in double quotes, and write each of its own twice.',
      );
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
    near === null ? 'Columns are query, page and grade, with commas between them.' : `Did you mean "${near}"?`;
  return `there is no column ${visibleJson(name)}. ${right}`;
}

function wrongLength(count: number, columns: readonly string[]): string {
  const advice = count > columns.length ? ' A text with a comma needs double quotes around it.' : '';
  return `the line has ${count} of ${columns.length} fields: ${columns.join(',')} are expected.${advice}`;
}
