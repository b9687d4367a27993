import type { HeadingTable } from '../../corpus/corpus.ts';
import { lengthOfText } from '../../corpus/tables/heading_table.ts';
import type { ShownHeading } from '../index/page_document.ts';

/** The headings of those pages whose texts were fetched. They are numbered by page, anew when pages are added. */
export class FetchedHeadings implements HeadingTable {
  readonly #pages: number;
  readonly #of = new Map<number, readonly ShownHeading[]>();
  #table: ListedHeadings | null = null;

  /** @param pages number of pages of the corpus */
  constructor(pages: number) {
    this.#pages = pages;
  }

  add(page: number, headings: readonly ShownHeading[]): void {
    this.#of.set(page, headings);
    this.#table = null;
  }

  get starts(): Uint32Array {
    return this.#read().starts;
  }

  get depths(): Uint8Array {
    return this.#read().depths;
  }

  get positions(): Uint32Array {
    return this.#read().positions;
  }

  text(heading: number): Uint8Array {
    return Buffer.from(this.#read().texts[heading]!);
  }

  lengthAt(heading: number, bytes: Uint8Array, start: number): number {
    return lengthOfText(this.text(heading), 0, bytes, start);
  }

  read(heading: number): { readonly text: string; readonly anchor: string } {
    return JSON.parse(`{"text":${this.#read().texts[heading]!}`) as { text: string; anchor: string };
  }

  written(heading: number): { readonly text: string; readonly anchor: string } {
    const json = this.#read().texts[heading]!;
    // Quotation marks inside strings are escaped, so this name cannot occur in one.
    const end = json.indexOf(ANCHOR);
    return { text: json.slice(0, end), anchor: json.slice(end + ANCHOR.length, -1) };
  }

  at(page: number, position: number): number {
    const { starts, positions } = this.#read();
    let heading = starts[page + 1]! - 1;
    while (heading >= starts[page]! && positions[heading]! > position) heading--;
    return heading < starts[page]! ? -1 : heading;
  }

  #read(): ListedHeadings {
    this.#table ??= this.#list();
    return this.#table;
  }

  #list(): ListedHeadings {
    const found = [...this.#of].sort(([a], [b]) => a - b);
    const starts = new Uint32Array(this.#pages + 1);
    let start = 0;
    for (const [page, headings] of found) {
      starts[page] = start;
      start += headings.length;
      // The next page found has the same start, if it is the next page.
      starts[page + 1] = start;
    }
    const all = found.flatMap(([, headings]) => headings);
    return {
      starts,
      depths: Uint8Array.from(all, ([depth]) => depth),
      positions: Uint32Array.from(all, ([, position]) => position),
      texts: all.map(([, , text]) => text),
    };
  }
}

interface ListedHeadings extends Pick<HeadingTable, 'starts' | 'depths' | 'positions'> {
  readonly texts: readonly string[];
}

const ANCHOR = ',"anchor":';
