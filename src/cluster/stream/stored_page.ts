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
export interface StoredBody {
  readonly text: Uint8Array;
  readonly markdown: Uint8Array;
  readonly body: FieldTerms;
  readonly sections: readonly number[];
}

/** The larger part of all pages, in temporary files. */
export class StoredPages {
  readonly outlines = new PageStore<StoredOutline>();
  readonly counted = new PageStore<CountedBody>();
  readonly bodies = new PageStore<StoredBody>();

  /** @returns the page without the data that is now stored */
  add({ draft, text, markdown, body, sections }: NonNullable<AnalysedPage['page']>): StoredDraft {
    const { headings, links, description, fields } = draft;
    const record = this.outlines.add({ headings, links, description, fields });
    const { terms, spellings, length } = body;
    this.counted.add({ terms, spellings, length, characters: charactersOf(text) });
    this.bodies.add({ text, markdown, body, sections });
    return new StoredDraft(draft, record, this.outlines);
  }

  close(): void {
    for (const store of [this.outlines, this.counted, this.bodies]) store.close();
  }
}

const NOTHING: readonly never[] = [];

/** The outline of a page whose longer parts are read when they are asked for. */
export class StoredDraft implements PageOutline {
  readonly file: string;
  readonly title: string;
  readonly titleFromFile: boolean;
  readonly indexing: string;
  readonly canonical: string | null;
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  readonly aliases: readonly string[];
  readonly address: string | null;
  readonly slug: string | null;
  readonly bodyFile: string | null;
  readonly takesBody: boolean;
  readonly redirectTo: string | null;
  readonly hides: PageOutline['hides'];
  readonly isBuilt: boolean;
  readonly labels: readonly string[];
  readonly published: string | null;
  readonly updated: string | null;
  readonly language: string;
  /** Its number in `StoredPages`. */
  readonly record: number;
  readonly #store: PageStore<StoredOutline>;

  constructor(draft: PageOutline, record: number, store: PageStore<StoredOutline>) {
    this.file = draft.file;
    this.title = draft.title;
    this.titleFromFile = draft.titleFromFile;
    this.indexing = draft.indexing;
    this.canonical = draft.canonical;
    this.tags = shared(draft.tags);
    this.categories = shared(draft.categories);
    this.aliases = shared(draft.aliases);
    this.address = draft.address;
    this.slug = draft.slug;
    this.bodyFile = draft.bodyFile;
    this.takesBody = draft.takesBody;
    this.redirectTo = draft.redirectTo;
    this.hides = shared(draft.hides);
    this.isBuilt = draft.isBuilt;
    this.labels = shared(draft.labels);
    this.published = draft.published;
    this.updated = draft.updated;
    this.language = draft.language;
    this.record = record;
    this.#store = store;
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

/** Most lists are empty: they need no array of their own. */
function shared<Item>(list: readonly Item[]): readonly Item[] {
  return list.length === 0 ? NOTHING : list;
}
