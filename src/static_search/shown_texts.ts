import { analyseField, type FieldTerms } from '../corpus/analysis/analyse_field.ts';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import { VarintWriter } from '../corpus/artefact/varint_writer.ts';
import type { PageTable } from '../corpus/corpus.ts';
import { type PositionedSet, type PostingList, SINGLE } from '../corpus/index/posting_set.ts';
import type { TextIndex } from '../corpus/index/text_index.ts';

/** Pages whose words are kept. */
const MOST_PAGES = 100;

/** The words of a text. */
interface Words {
  readonly positions: Uint32Array;
  /** By number of a term: where its positions begin, and how many there are. */
  readonly ranges: ReadonlyMap<number, readonly [from: number, count: number]>;
}

/** Fields in which rows mark words. */
export type ShownField = 'title' | 'body';

/**
 * Finds words in the titles and bodies of pages that are shown. What is typed may begin 24 words or be near to 20, which are in as many
 * parts; where they stand on ten pages can be read from the texts of these.
 */
export class ShownTexts {
  readonly #pages: PageTable;
  readonly #bodies: TextIndex['bodies'];
  #numbers = new TermNumbers();
  readonly #words = new Map<number, Readonly<Record<ShownField, Words>>>();
  #shown: readonly number[] = [];
  #positions = new VarintWriter();

  constructor(pages: PageTable, bodies: TextIndex['bodies']) {
    this.#pages = pages;
    this.#bodies = bodies;
  }

  /** @param pages whose texts are there */
  show(pages: Iterable<number>): void {
    this.#shown = [...pages].sort((a, b) => a - b);
    this.#positions = new VarintWriter();
    if (this.#words.size <= MOST_PAGES) return;
    this.#words.clear();
    this.#numbers = new TermNumbers();
  }

  /** The postings of a term on the pages that are shown. Only their positions are read. */
  list(field: ShownField, term: string, rarity: number): PostingList {
    const number = this.#numbers.number(term);
    const pages: number[] = [];
    const places: number[] = [];
    for (const page of this.#shown) {
      const { positions, ranges } = this.#wordsOf(page)[field];
      const range = ranges.get(number);
      if (range === undefined) continue;
      const [from, count] = range;
      pages.push(page);
      places.push(count === 1 ? SINGLE + positions[from]! : this.#positions.writeSteps(positions, from, count));
    }
    const impacts = new Uint8Array(pages.length).fill(1);
    const set: PositionedSet = {
      ...{ starts: new Uint32Array(), maxima: new Uint8Array(), impacts, pages: Uint32Array.from(pages) },
      ...{ places: Uint32Array.from(places), positions: this.#positions.bytes() },
    };
    return { pages: set.pages, impacts, set, from: 0, to: pages.length, rarity };
  }

  #wordsOf(page: number): Readonly<Record<ShownField, Words>> {
    let known = this.#words.get(page);
    if (known === undefined) {
      const { languages, language } = this.#pages;
      const wordsOf = (text: string) => wordsOfField(analyseField(text, languages[language[page]!]!, this.#numbers));
      const body = this.#bodies.window(page, 0, this.#bodies.length(page));
      known = { title: wordsOf(this.#pages.title(page)), body: wordsOf(body) };
      this.#words.set(page, known);
    }
    return known;
  }
}

function wordsOfField({ terms, counts, positions }: FieldTerms): Words {
  const ranges = new Map<number, readonly [number, number]>();
  let from = 0;
  terms.forEach((term, at) => {
    ranges.set(term, [from, counts[at]!]);
    from += counts[at]!;
  });
  return { positions, ranges };
}
