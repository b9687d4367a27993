import { analyseField, type FieldTerms } from '../corpus/analysis/analyse_field.ts';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import { VarintWriter } from '../corpus/artefact/varint_writer.ts';
import type { PageTable } from '../corpus/corpus.ts';
import { type PositionedSet, type PostingList, SINGLE } from '../corpus/index/posting_set.ts';
import type { TextIndex } from '../corpus/index/text_index.ts';

/** Pages whose words are kept. */
const MOST_PAGES = 100;

/**
 * Finds words in the texts of pages that are shown. What is typed may begin 24 words, which are in as many parts; where they stand on ten
 * pages can be read from the texts of these.
 */
export class ShownBodies {
  readonly #pages: PageTable;
  readonly #bodies: TextIndex['bodies'];
  #numbers = new TermNumbers();
  readonly #words = new Map<number, { readonly body: FieldTerms; readonly places: ReadonlyMap<number, number> }>();
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
  list(term: string, rarity: number): PostingList {
    const number = this.#numbers.number(term);
    const pages: number[] = [];
    const places: number[] = [];
    for (const page of this.#shown) {
      const { body, places: ofTerms } = this.#wordsOf(page);
      const at = ofTerms.get(number);
      if (at === undefined) continue;
      const from = body.counts.subarray(0, at).reduce((sum, count) => sum + count, 0);
      const count = body.counts[at]!;
      pages.push(page);
      places.push(
        count === 1 ? SINGLE + body.positions[from]! : this.#positions.writeSteps(body.positions, from, count),
      );
    }
    const impacts = new Uint8Array(pages.length).fill(1);
    const set: PositionedSet = {
      ...{ starts: new Uint32Array(), maxima: new Uint8Array(), impacts, pages: Uint32Array.from(pages) },
      ...{ places: Uint32Array.from(places), positions: this.#positions.bytes() },
    };
    return { pages: set.pages, impacts, set, from: 0, to: pages.length, rarity };
  }

  #wordsOf(page: number) {
    let known = this.#words.get(page);
    if (known === undefined) {
      const { languages, language } = this.#pages;
      const text = this.#bodies.window(page, 0, this.#bodies.length(page));
      const body = analyseField(text, languages[language[page]!]!, this.#numbers);
      known = { body, places: new Map(Array.from(body.terms, (term, at) => [term, at])) };
      this.#words.set(page, known);
    }
    return known;
  }
}
