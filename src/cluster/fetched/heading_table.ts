import { startsOf } from '../../corpus/artefact/number_lists.ts';
import type { HeadingTable } from '../../corpus/corpus.ts';
import { readHeadings } from '../../corpus/tables/heading_table.ts';
import type { ShownHeading } from '../index/page_document.ts';

/**
 * The headings of those pages whose texts were fetched, numbered by page, in the sections that an artefact has for those of all pages.
 * @param count pages of the corpus
 */
export function headingTable(count: number, ofPages: ReadonlyMap<number, readonly ShownHeading[]>): HeadingTable {
  const found = [...ofPages].sort(([a], [b]) => a - b);
  const starts = new Uint32Array(count + 1);
  let start = 0;
  for (const [page, headings] of found) {
    starts[page] = start;
    start += headings.length;
    // The next page found has the same start, if it is the next page.
    starts[page + 1] = start;
  }
  const all = found.flatMap(([, headings]) => headings);
  const texts = all.map(([, , text]) => Buffer.from(text));
  const bytes = new Map<string, Uint8Array>([
    ['headings.depth', Uint8Array.from(all, ([depth]) => depth)],
    ['headings.text', Buffer.concat(texts)],
  ]);
  const numbers = new Map<string, Uint32Array>([
    ['headings.of-pages', starts],
    ['headings.position', Uint32Array.from(all, ([, position]) => position)],
    ['headings.text.starts', startsOf(texts.map(({ length }) => length))],
  ]);
  return readHeadings({ bytes: (name) => bytes.get(name)!, numbers: (name) => numbers.get(name)! });
}
