import type { Corpus } from '../../corpus/corpus.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { Facet } from '../ask/plan.ts';

/** JSON of `facets`, counted over all pages that match: count descending, then value ascending. */
export function renderFacets(corpus: Corpus, pages: Uint32Array, facets: readonly Facet[]): string {
  const members: string[] = [];
  if (facets.includes('collection')) members.push(`"collection":${JSON.stringify(countCollections(corpus, pages))}`);
  if (facets.includes('tags')) members.push(`"tags":[${countTags(corpus, pages).join(',')}]`);
  return `{${members.join(',')}}`;
}

interface CollectionCount {
  readonly value: string;
  readonly count: number;
}

/** Every declared collection, zeros included; site pages count in none. */
function countCollections({ pages: table, settings }: Corpus, pages: Uint32Array): CollectionCount[] {
  const counts = new Uint32Array(settings.collections.length + 1);
  const { collection } = table;
  for (let i = 0; i < pages.length; i++) counts[collection[pages[i]!]!]!++;
  return settings.collections
    .map(({ name }, i) => ({ value: name, count: counts[i + 1]! }))
    .sort((a, b) => b.count - a.count || byCodePoint(a.value, b.value));
}

/** @returns the JSON of each tag that a page carries, with its count */
function countTags({ tags }: Corpus, pages: Uint32Array): string[] {
  const counts = new Uint32Array(tags.count);
  const { starts, ofPages } = tags;
  for (let i = 0; i < pages.length; i++) {
    const page = pages[i]!;
    for (let at = starts[page]!; at < starts[page + 1]!; at++) counts[ofPages[at]!]!++;
  }
  const carried: number[] = [];
  for (let tag = 0; tag < counts.length; tag++) if (counts[tag]! > 0) carried.push(tag);
  // Tags are numbered by slug, so the number breaks ties as the slug would.
  carried.sort((a, b) => counts[b]! - counts[a]! || a - b);
  return carried.map(
    (tag) =>
      `{"value":${JSON.stringify(tags.slug(tag))},"title":${JSON.stringify(tags.title(tag))},"count":${counts[tag]}}`,
  );
}
