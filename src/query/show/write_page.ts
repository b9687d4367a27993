import type { Corpus, HeadingTable, PageId } from '../../corpus/corpus.ts';
import type { JsonWriter } from './json_writer.ts';

/**
 * @param writer cleared first
 * @returns the whole response body of a single page: `{"page": PageInfo}` with references, referencedBy and headings
 */
export function writePage(writer: JsonWriter, { pages, links, headings }: Corpus, page: PageId): Uint8Array {
  writer.clear();
  writer.text('{"page":').bytes(pages.row(page)).text(',"references":[');
  writeReferences(writer, pages, links.outgoing(page));
  writer.text('],"referencedBy":[');
  writeReferences(writer, pages, links.incoming(page));
  writer.text('],"headings":[');
  writeHeadings(writer, headings, page);
  return writer.text(']}}').take();
}

function writeHeadings(writer: JsonWriter, { starts, depths, text }: HeadingTable, page: PageId): void {
  for (let heading = starts[page]!; heading < starts[page + 1]!; heading++) {
    writer.text(`${heading > starts[page]! ? ',' : ''}{"depth":${depths[heading]},"text":`).bytes(text(heading));
  }
}

function writeReferences(writer: JsonWriter, pages: Corpus['pages'], listed: Uint32Array): void {
  listed.forEach((page, i) => {
    if (i > 0) writer.text(',');
    writer.bytes(pages.reference(page));
  });
}
