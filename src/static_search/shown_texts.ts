import { analyseField, type FieldTerms } from '../corpus/analysis/analyse_field.ts';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import { startsOf } from '../corpus/artefact/number_lists.ts';
import { VarintWriter } from '../corpus/artefact/varint_writer.ts';
import type { PageTable } from '../corpus/corpus.ts';
import { type PositionedSet, type PostingList, SINGLE } from '../corpus/index/posting_set.ts';
import type { TextIndex } from '../corpus/index/text_index.ts';

/** Pages whose words are kept for the next search, at least. */
const MOST_PAGES = 32;

/** The words of a text. */
interface Words {
  readonly positions: Uint32Array;
  /** The positions of term i begin at `starts[i]`. */
  readonly starts: Uint32Array;
  /** By number of a term: which it is. */
  readonly places: ReadonlyMap<number, number>;
}

/** Fields in which rows mark words. */
export type ShownField = 'title' | 'body';

/** The words of a page; null: this browser divides its text in another way than the build did. */
type PageWords = Readonly<Record<ShownField, Words>> | null;

/**
 * Finds words in the titles and bodies of pages that are shown. What is typed may begin 24 words or be near to 20, which are in as many
 * parts; where they stand on ten pages can be read from the texts of these.
 */
export class ShownTexts {
  readonly #pages: PageTable;
  readonly #bodies: TextIndex['bodies'];
  #numbers = new TermNumbers();
  readonly #words = new Map<number, PageWords>();
  #shown: readonly number[] = [];
  /** By field and term. */
  readonly #lists = new Map<string, PostingList | null>();
  #positions = new VarintWriter();

  constructor(pages: PageTable, bodies: TextIndex['bodies']) {
    this.#pages = pages;
    this.#bodies = bodies;
  }

  /** @param pages whose texts are there */
  show(pages: Iterable<number>): void {
    this.#shown = [...pages].sort((a, b) => a - b);
    this.#lists.clear();
    this.#positions = new VarintWriter();
    if (this.#words.size <= MOST_PAGES) return;
    this.#words.clear();
    this.#numbers = new TermNumbers();
  }

  /** The postings of a term on the pages that are shown, without impacts; null: they cannot be found in the texts. */
  list(field: ShownField, term: string, rarity: number): PostingList | null {
    const key = `${field} ${term}`;
    let list = this.#lists.get(key);
    if (list === undefined) {
      list = this.#find(field, this.#numbers.number(term), rarity);
      this.#lists.set(key, list);
    }
    return list;
  }

  #find(field: ShownField, term: number, rarity: number): PostingList | null {
    const pages: number[] = [];
    const places: number[] = [];
    for (const page of this.#shown) {
      const words = this.#wordsOf(page);
      if (words === null) return null;
      const { positions, starts, places: ofTerms } = words[field];
      const at = ofTerms.get(term);
      if (at === undefined) continue;
      const from = starts[at]!;
      const count = starts[at + 1]! - from;
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

  #wordsOf(page: number): PageWords {
    let known = this.#words.get(page);
    if (known === undefined) {
      const { languages, language } = this.#pages;
      const analyse = (text: string) => analyseField(text, languages[language[page]!]!, this.#numbers);
      const body = analyse(this.#bodies.window(page, 0, this.#bodies.length(page)));
      const isSame = body.steps.length === this.#bodies.positions(page);
      known = isSame ? { title: wordsOf(analyse(this.#pages.title(page))), body: wordsOf(body) } : null;
      this.#words.set(page, known);
    }
    return known;
  }
}

function wordsOf({ terms, counts, positions }: FieldTerms): Words {
  return { positions, starts: startsOf(counts), places: new Map(Array.from(terms, (term, at) => [term, at])) };
}
