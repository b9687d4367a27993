import type { Corpus, PageId } from '../../corpus/corpus.ts';
import { JsonWriter } from './json_writer.ts';

const writer = new JsonWriter();

/** @returns the whole body of the single-page answer: `{"page": PageInfo}` with references, referencedBy and headings */
export function renderPage({ pages, links }: Corpus, page: PageId): Uint8Array {
  writer.text('{"page":').bytes(pages.row(page)).text(',"references":[');
  writeReferences(pages, links.outgoing(page));
  writer.text('],"referencedBy":[');
  writeReferences(pages, links.incoming(page));
  return writer.text('],"headings":').bytes(pages.headings(page)).text('}}').take();
}

function writeReferences(pages: Corpus['pages'], listed: Uint32Array): void {
  listed.forEach((page, i) => {
    if (i > 0) writer.text(',');
    writer.bytes(pages.reference(page));
  });
}
