import type { Corpus, PageId } from '../../corpus/corpus.ts';
import type { JsonWriter } from './json_writer.ts';

/** A single page to write. Texts are JSON in UTF-8. */
export interface WholePage {
  /** As `PageTable.row`. */
  readonly row: Uint8Array;
  /** References (`PageTable.reference`) of the pages that it links to, and of those that link to it. */
  readonly outgoing: Iterable<Uint8Array | string>;
  readonly incoming: Iterable<Uint8Array | string>;
  /** Level, position and text (`HeadingTable.text`) of each heading. */
  readonly headings: Iterable<readonly [depth: number, position: number, text: Uint8Array | string]>;
}

/**
 * @param writer cleared first
 * @returns the whole response body of a single page: `{"page": PageInfo}` with references, referencedBy and headings
 */
export function writePage(writer: JsonWriter, { pages, links, headings }: Corpus, page: PageId): Uint8Array {
  const references = (listed: Uint32Array) => Array.from(listed, (each) => pages.reference(each));
  const [first, end] = [headings.starts[page]!, headings.starts[page + 1]!];
  return writeWholePage(writer, {
    row: pages.row(page),
    outgoing: references(links.outgoing(page)),
    incoming: references(links.incoming(page)),
    headings: Array.from({ length: end - first }, (_, i) => [
      headings.depths[first + i]!,
      headings.positions[first + i]!,
      headings.text(first + i),
    ]),
  });
}

/** Like `writePage`, for a page of any source. */
export function writeWholePage(writer: JsonWriter, { row, outgoing, incoming, headings }: WholePage): Uint8Array {
  writer.clear();
  writer.text('{"page":').bytes(row).text(',"references":[');
  writeReferences(writer, outgoing);
  writer.text('],"referencedBy":[');
  writeReferences(writer, incoming);
  writer.text('],"headings":[');
  let isFirst = true;
  for (const [depth, , text] of headings) {
    write(writer.text(`${isFirst ? '' : ','}{"depth":${depth},"text":`), text);
    isFirst = false;
  }
  return writer.text(']}}').take();
}

function writeReferences(writer: JsonWriter, references: Iterable<Uint8Array | string>): void {
  let isFirst = true;
  for (const reference of references) {
    if (!isFirst) writer.text(',');
    isFirst = false;
    write(writer, reference);
  }
}

function write(writer: JsonWriter, json: Uint8Array | string): void {
  if (typeof json === 'string') writer.text(json);
  else writer.bytes(json);
}
