import type { NamedSection } from '../../corpus/artefact/artefact_format.ts';
import { startsOf } from '../../corpus/artefact/number_lists.ts';
import { packStrings } from '../../corpus/artefact/string_list.ts';
import type { SiteSettings } from '../../corpus/corpus.ts';
import type { CorpusPage } from '../../corpus/corpus_page.ts';
import { packFields } from '../../corpus/tables/page_lists.ts';
import { inverseOrder, type PackedPage } from '../../corpus/tables/page_table.ts';
import type { NumberLists, StoredSite } from './assemble_stored.ts';

/** The input of the tables for `/api/search`. */
export interface TableInput {
  readonly site: StoredSite;
  readonly settings: SiteSettings;
  /** By page: title and dates as they are packed. */
  readonly packed: readonly Pick<PackedPage, 'title' | 'published' | 'updated'>[];
  /** By page: its places among all. */
  readonly orders: Readonly<Record<'newest' | 'lastUpdated' | 'byTitle', Uint32Array>>;
  readonly languages: readonly string[];
  /** By page: 1 when it is in another language than the site. */
  readonly foreign: Uint8Array;
  readonly stemmers: Uint8Array;
  /** By tag: its pages. */
  readonly carriers: NumberLists;
  readonly tagNumbers: ReadonlyMap<string, number>;
  /** By term: the pages that hold it. */
  readonly inPages: Uint32Array;
}

/** The sections of `SEARCH_SECTIONS`, as a bake packs them. */
export function packSearchTables(input: TableInput): NamedSection[] {
  const { site, settings, packed, orders, languages, foreign, stemmers, carriers, inPages } = input;
  const numberOf = new Map(languages.map((language, i) => [language, i]));
  const collections = settings.collections.length > 255 ? Uint16Array : Uint8Array;
  const ofPages = tagsOfPages(input);
  const fields = settings.fields ?? [];
  return [
    ['pages.newest-first', inverseOrder(orders.newest)],
    ['pages.last-updated-first', inverseOrder(orders.lastUpdated)],
    ['pages.by-title', inverseOrder(orders.byTitle)],
    ...packStrings(
      'pages.title',
      packed.map(({ title }) => title),
    ),
    ['pages.published', Uint32Array.from(packed, ({ published }) => published)],
    ['pages.updated', Uint32Array.from(packed, ({ updated }) => updated)],
    ['pages.language', Uint16Array.from(site.pages, ({ language }) => numberOf.get(language)!)],
    ['pages.collection', collections.from(site.collectionOf)],
    ['pages.foreign', foreign],
    ['text.stemmers', stemmers],
    ['tags.of-pages', ofPages.numbers],
    ['tags.of-pages.starts', ofPages.starts],
    ['tags.pages', carriers.numbers],
    ['tags.pages.starts', carriers.starts],
    ['text.all.starts', startsOf(inPages)],
    [
      'site.links-in',
      Uint32Array.from(site.pages, (_, page) => site.incoming.starts[page + 1]! - site.incoming.starts[page]!),
    ],
    // Packing reads nothing else of a page.
    ...(fields.length === 0 ? [] : packFields(site.pages as unknown as readonly CorpusPage[], fields)),
  ];
}

function tagsOfPages({ site, tagNumbers }: TableInput): NumberLists {
  const starts = startsOf(Uint32Array.from(site.tagsOf, (slugs) => slugs.length));
  const numbers = new Uint32Array(starts.at(-1)!);
  site.tagsOf.forEach((slugs, page) => {
    numbers.set(
      slugs.map((slug) => tagNumbers.get(slug)!).sort((a, b) => a - b),
      starts[page]!,
    );
  });
  return { starts, numbers };
}
