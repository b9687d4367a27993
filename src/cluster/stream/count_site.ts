import type { FieldTerms } from '../../corpus/analysis/analyse_field.ts';
import { charactersOf, joinCharacters } from '../../corpus/analysis/analyser_facts.ts';
import type { TermNumbers } from '../../corpus/analysis/term_numbers.ts';
import type { ShortFields } from '../../corpus/build_corpus.ts';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import { orderTerms, type TermOrder } from '../../corpus/index/invert_pages.ts';
import { coarseAverage, rarity } from '../../corpus/index/ranking.ts';
import { GrowingNumbers } from './growing_numbers.ts';
import type { CountedBody } from './stored_page.ts';

/** The facts that the impacts and weights of all pages depend on. */
export interface SiteCounts {
  readonly averages: Readonly<Record<FieldName, number>>;
  readonly order: TermOrder;
  /** By place in `order`: the pages that hold the term, those that hold it in their title, and the stemmers of its pages as bits. */
  readonly inPages: Uint32Array;
  readonly inTitles: Uint32Array;
  readonly heldOn: Uint32Array;
  readonly rarity: Uint32Array;
  /** Numbers of the spellings that pages use. */
  readonly spellings: readonly number[];
  /** By number: how many fields of pages have the spelling. */
  readonly spellingUses: Uint32Array;
  /** The distinct characters of all texts. */
  readonly characters: string;
}

type Field = Pick<FieldTerms, 'terms' | 'spellings' | 'length'>;

/** Counts the terms of pages, one page after the other. */
export class SiteCounter {
  readonly #pages = new GrowingNumbers(Uint32Array);
  readonly #titles = new GrowingNumbers(Uint32Array);
  readonly #stemmers = new GrowingNumbers(Uint32Array);
  readonly #lastPage = new GrowingNumbers(Uint32Array);
  readonly #spellings = new GrowingNumbers(Uint32Array);
  readonly #lengths = Object.fromEntries(FIELDS.map((name) => [name, { sum: 0, used: 0 }])) as Record<
    FieldName,
    { sum: number; used: number }
  >;
  readonly #characters = new Set<number>();
  #count = 0;

  /** @param stemmer index of the page's stemmer */
  add(short: ShortFields, body: CountedBody, stemmer: number): void {
    this.#count++;
    for (const name of FIELDS) {
      const field: Field = name === 'body' ? body : short[name];
      const lengths = this.#lengths[name];
      lengths.sum += field.length;
      if (field.length > 0) lengths.used++;
      for (const spelling of field.spellings) this.#spellings.count(spelling);
      for (const term of field.terms) this.#addTerm(term, stemmer);
    }
    for (const term of short.title.terms) this.#titles.count(term);
    this.addCharacters(body.characters);
    this.addCharacters(short.characters);
  }

  addCharacters(codes: Uint32Array): void {
    for (const code of codes) this.#characters.add(code);
  }

  addText(text: string): void {
    this.addCharacters(charactersOf(Buffer.from(text)));
  }

  /** Counts a term once for each page. */
  #addTerm(term: number, stemmer: number): void {
    if (this.#lastPage.at(term) === this.#count) return;
    this.#lastPage.set(term, this.#count);
    this.#pages.count(term);
    this.#stemmers.set(term, this.#stemmers.at(term) | (1 << stemmer));
  }

  finish({ terms }: TermNumbers): SiteCounts {
    const held = new Uint32Array(terms.length);
    held.set(this.#pages.view());
    const order = orderTerms(terms, held);
    const inOrder = (numbers: GrowingNumbers<Uint32Array>) =>
      Uint32Array.from(order.sorted, (term) => numbers.at(term));
    const inPages = inOrder(this.#pages);
    const spellings = this.#spellings.view();
    return {
      averages: Object.fromEntries(
        FIELDS.map((name) => {
          const { sum, used } = this.#lengths[name];
          return [name, coarseAverage(used === 0 ? 0 : sum / used)];
        }),
      ) as Record<FieldName, number>,
      ...{ order, inPages, inTitles: inOrder(this.#titles), heldOn: inOrder(this.#stemmers) },
      rarity: inPages.map((held) => rarity(this.#count, held)),
      spellings: Array.from(spellings.keys()).filter((spelling) => spellings[spelling]! > 0),
      spellingUses: spellings,
      characters: joinCharacters([Uint32Array.from(this.#characters)]),
    };
  }
}
