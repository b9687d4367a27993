import type { AnalysedPage } from '../../bake/analyse_files.ts';
import type { PageOutline } from '../../content/markdown/read_page.ts';
import type { FieldTerms } from '../../corpus/analysis/analyse_field.ts';
import { charactersOf } from '../../corpus/analysis/analyser_facts.ts';
import { PageStore } from './page_store.ts';

/** The data of one page that assembling the site reads. */
type StoredOutline = Pick<PageOutline, 'headings' | 'links' | 'description' | 'fields'>;

/** The data of a page that counting reads. */
export type CountedBody = Pick<FieldTerms, 'terms' | 'spellings' | 'length'> & { readonly characters: Uint32Array };

/** The texts of a page and its terms by position. */
type StoredBody = Omit<NonNullable<AnalysedPage['page']>, 'draft'>;

/** The larger part of all pages, in temporary files. */
export class StoredPages {
  readonly outlines = new PageStore<StoredOutline>();
  readonly counted = new PageStore<CountedBody>();
  readonly bodies = new PageStore<StoredBody>();

  /** @returns the page without the data that is now stored */
  add({ draft, ...stored }: NonNullable<AnalysedPage['page']>): StoredDraft {
    const { headings, links, description, fields, ...facts } = draft;
    const record = this.outlines.add({ headings, links, description, fields });
    const { terms, spellings, length } = stored.body;
    this.counted.add({ terms, spellings, length, characters: charactersOf(stored.text) });
    this.bodies.add(stored);
    return new Stored(facts, record, this.outlines) as unknown as StoredDraft;
  }

  close(): void {
    for (const store of [this.outlines, this.counted, this.bodies]) store.close();
  }
}

/** The outline of a page whose longer parts are read when they are asked for. */
export interface StoredDraft extends PageOutline {
  /** Its number in `StoredPages`. */
  readonly record: number;
}

const NOTHING: readonly never[] = [];

class Stored {
  readonly record: number;
  readonly #store: PageStore<StoredOutline>;

  constructor(facts: Omit<PageOutline, keyof StoredOutline>, record: number, store: PageStore<StoredOutline>) {
    this.record = record;
    this.#store = store;
    Object.assign(this, facts);
    // Most lists are empty: they need no array of their own.
    for (const [name, value] of Object.entries(facts))
      if (Array.isArray(value) && value.length === 0) Object.assign(this, { [name]: NOTHING });
  }

  get headings(): PageOutline['headings'] {
    return this.#store.read(this.record).headings;
  }

  get links(): PageOutline['links'] {
    return this.#store.read(this.record).links;
  }

  get description(): string {
    return this.#store.read(this.record).description;
  }

  get fields(): PageOutline['fields'] {
    return this.#store.read(this.record).fields;
  }
}
