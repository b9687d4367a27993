import type { Corpus, PageId } from '../../corpus/corpus.ts';
import type { JsonWriter } from './json_writer.ts';

/**
 * @param writer cleared first
 * @returns the whole response body of a single page: `{"page": PageInfo}` with references, referencedBy and headings
 */
export function writePage(writer: JsonWriter, { pages, links }: Corpus, page: PageId): Uint8Array {
  writer.clear();
  writer.text('{"page":').bytes(pages.row(page)).text(',"references":[');
  writeReferences(writer, pages, links.outgoing(page));
  writer.text('],"referencedBy":[');
  writeReferences(writer, pages, links.incoming(page));
  return writer.text('],"headings":').bytes(pages.headings(page)).text('}}').take();
}

function writeReferences(writer: JsonWriter, pages: Corpus['pages'], listed: Uint32Array): void {
  listed.forEach((page, i) => {
    if (i > 0) writer.text(',');
    writer.bytes(pages.reference(page));
  });
}
