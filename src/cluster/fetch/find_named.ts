import { hashesOf, MOST_NAMESAKES, type NamedPage } from '../../corpus/index/name_index.ts';
import type { FoundPage } from '../found/found_corpus.ts';
import { nameHash } from '../index/page_document.ts';
import type { AskedTerms } from '../translate/asked_terms.ts';
import type { Dsl } from '../translate/dsl.ts';
import type { BuildAsker, Found } from './ask_build.ts';
import { foundPage, wordsOf } from './fetch_best.ts';

/** The pages that have names, by name. */
export async function findAllNamed(
  asker: BuildAsker,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly NamedPage[]>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await findNamed(asker, name, signal)] as const)));
}

/** The pages that have a name, as `NameIndex.find` gives them. */
export async function findNamed(asker: BuildAsker, name: string, signal: AbortSignal): Promise<NamedPage[]> {
  if (name === '') return [];
  const hash = nameHash(...hashesOf(name));
  const { hits } = await asker.search(
    {
      query: { bool: { filter: [{ terms: { names: [`${hash}t`, `${hash}s`] } }] } },
      size: MOST_NAMESAKES,
      sort: [{ page: 'asc' }],
      docvalue_fields: ['names'],
      track_total_hits: false,
    },
    signal,
  );
  return hits.map(({ sort, fields }) => ({ page: sort[0]!, titled: fields?.names?.includes(`${hash}t`) ?? false }));
}

/** Adds the matches that have the name that was asked for and are not among the best. */
export async function withNamed(
  asker: BuildAsker,
  { pages, found, query }: { readonly pages: readonly FoundPage[]; readonly found: Found; readonly query: Dsl },
  { numbers }: AskedTerms,
  named: readonly NamedPage[],
  signal: AbortSignal,
): Promise<readonly FoundPage[]> {
  if (pages.length >= found.total) return pages;
  const known = new Set(pages.map(({ page }) => page));
  const others = named.map(({ page }) => page).filter((page) => !known.has(page));
  if (others.length === 0) return pages;
  const { hits } = await asker.search(
    {
      query: { bool: { filter: [query, { terms: { page: others } }] } },
      size: others.length,
      sort: [{ page: 'asc' }],
      script_fields: wordsOf(numbers),
      track_total_hits: false,
    },
    signal,
  );
  return [...pages, ...hits.map((hit) => foundPage(hit, 0))];
}
