import type { Corpus } from '../../corpus/corpus.ts';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import { hashNames } from '../../corpus/index/name_index.ts';
import { type PositionedSet, type PostingSet, readPositions } from '../../corpus/index/posting_set.ts';
import { slugOf, sourceOf } from '../../corpus/tables/page_table.ts';
import type { PageInput } from './page_document.ts';
import type { PageTerm, PlacedTerm } from './page_words.ts';

/** Pages whose terms are in memory at once. */
const PAGES_A_BLOCK = 1024;

/**
 * Reads all pages of an artefact as they are published, by number. Needs memory for the terms of `PAGES_A_BLOCK` pages.
 * @param from the first page to read
 */
export function* readPages(corpus: Corpus, from = 0): Generator<PageInput> {
  const { pages } = corpus;
  const terms = new TermReader(corpus);
  for (let first = from; first < pages.count; first += PAGES_A_BLOCK) {
    const end = Math.min(first + PAGES_A_BLOCK, pages.count);
    const ofPages = terms.read(first, end);
    for (let page = first; page < end; page++) {
      yield { ...readPage(corpus, page), terms: ofPages[page - first]! };
    }
  }
}

function readPage({ pages, links, headings, text }: Corpus, page: number): Omit<PageInput, 'terms'> {
  const { bodies, space } = text;
  const path = pages.path(page);
  const row = decode(pages.row(page));
  const { title, aliases } = JSON.parse(`${row}}`) as { readonly title: string; readonly aliases: readonly string[] };
  const start = bodies.start(page);
  const first = headings.starts[page]!;
  const own = Array.from({ length: headings.starts[page + 1]! - first }, (_, i) => first + i);
  return {
    page,
    path,
    slug: slugOf(path),
    collection: pages.collection[page]!,
    stemmer: text.stemmers[page]!,
    out: Array.from(links.outgoing(page)),
    in: Array.from(links.incoming(page)),
    names: hashNames({ title, aliases, slug: slugOf(path), headings: own.map((heading) => headings.read(heading)) }),
    row,
    reference: decode(pages.reference(page)),
    text: bodies.bytes.utf8Slice(start, start + bodies.length(page)),
    steps: Uint8Array.from({ length: bodies.positions(page) }, (_, position) => bodies.step(page, position)),
    headings: own.map((heading) => [
      headings.depths[heading]!,
      headings.positions[heading]!,
      decode(headings.text(heading)),
    ]),
    markdown: decode(pages.markdown(page)),
    source: decode(sourceOf(pages.source(page), pages.markdown(page))),
    titleWeight: text.titleWeights[page]!,
    titleLength: text.lengths.title[page]!,
    bodyLength: text.lengths.body[page]!,
    ...space.page(page),
    title,
  };
}

function decode({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('utf8');
}

type ReadTerm = Omit<PageTerm, 'fields'> & { readonly fields: Partial<Record<FieldName, PlacedTerm>> };

/** Reads the terms of pages from the postings of terms. Blocks of pages must be read in ascending order. */
class TermReader {
  readonly #all: PostingCursors;
  readonly #fields: readonly {
    readonly name: FieldName;
    readonly set: PositionedSet;
    readonly cursors: PostingCursors;
  }[];
  #positions = new Uint32Array(256);

  constructor({ text }: Corpus) {
    this.#all = new PostingCursors(text.all);
    this.#fields = FIELDS.map((name) => ({
      name,
      set: text.fields[name],
      cursors: new PostingCursors(text.fields[name]),
    }));
  }

  /** @returns the terms of the pages `[from, to)`, each ascending */
  read(from: number, to: number): PageTerm[][] {
    const ofPages: ReadTerm[][] = Array.from({ length: to - from }, () => []);
    this.#all.visit(from, to, (term, page, impact) => {
      ofPages[page - from]!.push({ term, impact, fields: {} });
    });
    for (const { name, set, cursors } of this.#fields) {
      const next = new Uint32Array(to - from);
      cursors.visit(from, to, (term, page, impact, posting) => {
        const terms = ofPages[page - from]!;
        let at = next[page - from]!;
        while (terms[at]!.term !== term) at++;
        next[page - from] = at;
        terms[at]!.fields[name] = { impact, positions: this.#read(set, posting) };
      });
    }
    return ofPages;
  }

  #read(set: PositionedSet, posting: number): Uint32Array {
    let count = readPositions(set, posting, this.#positions);
    for (; count === this.#positions.length; count = readPositions(set, posting, this.#positions)) {
      this.#positions = new Uint32Array(2 * count);
    }
    return this.#positions.slice(0, count);
  }
}

/** Reads the postings of all terms on ascending blocks of pages. */
class PostingCursors {
  readonly #set: PostingSet;
  readonly #next: Uint32Array;

  constructor(set: PostingSet) {
    this.#set = set;
    this.#next = set.starts.slice(0, -1);
  }

  /** Visits the postings on the pages `[from, to)` by term, then page. */
  visit(from: number, to: number, visit: (term: number, page: number, impact: number, posting: number) => void): void {
    const { starts, pages, impacts } = this.#set;
    const next = this.#next;
    for (let term = 0; term < next.length; term++) {
      const end = starts[term + 1]!;
      let at = next[term]!;
      while (at < end && pages[at]! < from) at++;
      for (; at < end && pages[at]! < to; at++) visit(term, pages[at]!, impacts[at]!, at);
      next[term] = at;
    }
  }
}
