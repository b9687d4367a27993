import type { BakeSettings } from '../../bake/bake_options.ts';
import { buildTagVocabulary, chooseCollections } from '../../content/site/collections.ts';
import { endingOf } from '../../content/site/page_address.ts';
import { pageOrder } from '../../content/site/page_order.ts';
import { placePages } from '../../content/site/place_pages.ts';
import { resolveEachPage } from '../../content/site/resolve_links.ts';
import type { ContentPage, ContentTag, SiteContent } from '../../content/site_content.ts';
import type { SiteFiles } from '../../content/site_files.ts';
import { GrowingNumbers } from './growing_numbers.ts';
import { PageStore } from './page_store.ts';
import type { StoredDraft } from './stored_page.ts';

/** Lists of numbers in one array: that of page p is `numbers.subarray(starts[p], starts[p + 1])`. */
export interface NumberLists {
  readonly starts: Uint32Array;
  readonly numbers: Uint32Array;
}

/** A site of stored pages. Pages are numbered by path. */
export interface StoredSite {
  readonly pages: readonly StoredDraft[];
  readonly paths: readonly string[];
  readonly collections: SiteContent['collections'];
  /** By page: the name of its collection. */
  readonly collectionOf: readonly (string | null)[];
  readonly tags: readonly ContentTag[];
  /** By page: its tags. */
  readonly tagsOf: readonly (readonly string[])[];
  ending(page: number): ContentPage['ending'];
  readonly outgoing: NumberLists;
  /** Ascending. */
  readonly incoming: NumberLists;
  readonly order: SiteContent['order'];
  /** For each link of a page the number of its page, or a negative number. */
  targets(page: number): Int32Array;
  readonly warnings: number;
  close(): void;
}

/** As `assembleSite`, with the links of one page in memory at a time. */
export function assembleStored(
  drafts: readonly StoredDraft[],
  { context }: SiteFiles,
  settings: BakeSettings,
): StoredSite {
  const placing = placePages(drafts, context);
  // The address table is large: nothing that is returned may refer to the placing.
  const { paths } = placing;
  const pages = placing.order.map((at) => drafts[at]!);
  const choice = chooseCollections(pages, context, settings);
  const vocabulary = buildTagVocabulary(pages.map(({ tags }) => tags));
  const targets = new PageStore<Int32Array>();
  const starts = new Uint32Array(pages.length + 1);
  const outgoing = new GrowingNumbers(Uint32Array);
  let dead = 0;
  let at = 0;
  for (const links of resolveEachPage(pages, placing, context)) {
    targets.add(links.targets);
    // Ids are numbers of pages in a site that is assembled once.
    for (const page of links.pages) outgoing.push(page);
    dead += links.dead.length;
    starts[++at] = outgoing.length;
  }
  const warnings = dead + placing.warnings.length + choice.warnings.length;
  const lists = { starts, numbers: outgoing.view() };
  return {
    ...{ pages, paths, collections: choice.collections },
    collectionOf: pages.map(({ file }) => choice.ofFile(file)),
    tags: vocabulary.tags,
    tagsOf: vocabulary.ofPages,
    ending: (page) => endingOf(pages[page]!, paths[page]!, context),
    outgoing: lists,
    incoming: invert(lists),
    order: pageOrder(pages, placing, context),
    targets: (page) => targets.read(page),
    warnings,
    close: () => targets.close(),
  };
}

function invert({ starts, numbers }: NumberLists): NumberLists {
  const count = starts.length - 1;
  const into = new Uint32Array(count + 1);
  for (const target of numbers) into[target + 1]!++;
  for (let page = 0; page < count; page++) into[page + 1]! += into[page]!;
  const next = into.slice();
  const sources = new Uint32Array(numbers.length);
  for (let page = 0; page < count; page++)
    for (let at = starts[page]!; at < starts[page + 1]!; at++) sources[next[numbers[at]!]!++] = page;
  return { starts: into, numbers: sources };
}
