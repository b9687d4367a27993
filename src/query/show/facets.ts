import type { Steps } from '../../async/steps.ts';
import type { Corpus, OwnField, SiteSettings } from '../../corpus/corpus.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { Facet } from '../ask/plan.ts';
import type { JsonWriter } from './json_writer.ts';

type TagNames = Pick<Corpus['tags'], 'slug' | 'title'>;

/** Bounded cache of each tag's JSON up to its count, which is the only part that varies. */
export class FacetTexts {
  readonly #tags: TagNames;
  readonly #texts: string[] = [];
  #bytesLeft: number;

  /** @param bytes bound on the memory of the texts */
  constructor({ tags }: { readonly tags: TagNames }, bytes: number) {
    this.#tags = tags;
    this.#bytesLeft = bytes;
  }

  get(tag: number): string {
    const known = this.#texts[tag];
    if (known !== undefined) return known;
    const [slug, title] = [this.#tags.slug(tag), this.#tags.title(tag)];
    const text = `{"value":${JSON.stringify(slug)},"title":${JSON.stringify(title)},"count":`;
    // Two bytes per character, plus the overhead of a string.
    const bytes = 2 * text.length + 32;
    if (bytes <= this.#bytesLeft) {
      this.#bytesLeft -= bytes;
      this.#texts[tag] = text;
    }
    return text;
  }
}

/** Number of matching pages in each collection, by its number (0: none), and with each tag; null: not asked for. */
export interface FacetCounts {
  readonly collections: Uint32Array | null;
  readonly tags: Uint32Array | null;
}

export function countFacets(corpus: Corpus, pages: Uint32Array, facets: readonly Facet[]): FacetCounts {
  return {
    collections: facets.includes('collection') ? countCollections(corpus, pages) : null,
    tags: facets.includes('tags') ? countTags(corpus, pages) : null,
  };
}

/** Tags written between two yields. */
const TAGS_A_STEP = 512;

/**
 * Writes the JSON of `facets`: count descending, then value ascending.
 * @param most tags to write; 0: all
 * @param more further members of it, as JSON
 */
export function* writeFacets(
  writer: JsonWriter,
  texts: FacetTexts,
  { settings }: Pick<Corpus, 'settings'>,
  { collections, tags }: FacetCounts,
  more: string | null = null,
  most = 0,
): Steps<void> {
  writer.text('{');
  if (collections !== null) {
    writer.text(`"collection":${JSON.stringify(listCollections(settings, collections))}`);
    if (tags !== null) writer.text(',');
  }
  if (tags !== null) {
    const order = byCount(tags).subarray(0, most === 0 ? undefined : most);
    writer.text('"tags":[');
    for (let i = 0; i < order.length; i++) {
      if (i % TAGS_A_STEP === TAGS_A_STEP - 1) yield;
      if (i > 0) writer.text(',');
      writer.text(texts.get(order[i]!)).integer(tags[order[i]!]!).text('}');
    }
    writer.text(']');
  }
  if (more !== null) writer.text(`${collections !== null || tags !== null ? ',' : ''}${more}`);
  writer.text('}');
}

interface CollectionCount {
  readonly value: string;
  readonly count: number;
}

function countCollections({ pages: table, settings }: Corpus, pages: Uint32Array): Uint32Array {
  const counts = new Uint32Array(settings.collections.length + 1);
  for (let i = 0; i < pages.length; i++) counts[table.collection[pages[i]!]!]!++;
  return counts;
}

function countTags({ tags }: Corpus, pages: Uint32Array): Uint32Array {
  const counts = new Uint32Array(tags.count);
  const { starts, ofPages } = tags;
  for (let i = 0; i < pages.length; i++) {
    const page = pages[i]!;
    for (let at = starts[page]!; at < starts[page + 1]!; at++) counts[ofPages[at]!]!++;
  }
  return counts;
}

/** Counts of every declared collection, zeros included. Site pages have no collection. */
function listCollections(settings: SiteSettings, counts: Uint32Array): CollectionCount[] {
  return settings.collections
    .map(({ name }, i) => ({ value: name, count: counts[i + 1]! }))
    .sort((a, b) => b.count - a.count || byCodePoint(a.value, b.value));
}

/** @returns the tags with at least one page, most frequent first, ties by number, which is slug order */
function byCount(counts: Uint32Array): Float64Array {
  // Sorting numbers is much faster than sorting with a comparator. Count and tag are packed into one number below 2 ** 53.
  const keys = new Float64Array(counts.length);
  let carried = 0;
  for (let tag = 0; tag < counts.length; tag++) if (counts[tag]! > 0) keys[carried++] = tag - counts[tag]! * 2 ** 24;
  const sorted = keys.subarray(0, carried).sort();
  return sorted.map((key) => key - Math.floor(key / 2 ** 24) * 2 ** 24);
}

/** How many pages have a value of a field. */
interface FieldCount {
  readonly value: string | number | boolean;
  readonly count: number;
}

/** @returns for each of the fields its values by count, most first, then by value; null without fields */
export function* countFields(
  { fields }: Pick<Corpus, 'fields'>,
  pages: Uint32Array,
  names: readonly string[],
  most = 0,
): Steps<Readonly<Record<string, readonly FieldCount[]>> | null> {
  if (names.length === 0) return null;
  const counted: [string, readonly FieldCount[]][] = [];
  for (const name of names) {
    const field = fields.find((each) => each.name === name)!;
    const counts = new Uint32Array(field.count);
    for (let i = 0; i < pages.length; i++) {
      if (i % PAGES_A_STEP === PAGES_A_STEP - 1) yield;
      for (const value of field.ofPage(pages[i]!)) counts[value]!++;
    }
    counted.push([name, countsOf(field, counts, most)]);
  }
  return Object.fromEntries(counted);
}

/** Pages whose fields are counted between two yields. */
const PAGES_A_STEP = 1 << 10;

function countsOf(field: OwnField, counts: Uint32Array, most: number): FieldCount[] {
  // Values are numbered by their text, so a stable sort by count leaves equal counts in that order.
  return Array.from(counts, (count, value) => ({ value, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, most === 0 ? undefined : most)
    .map(({ value, count }) => ({ value: typed(field, field.value(value)), count }));
}

function typed({ type }: OwnField, text: string): string | number | boolean {
  if (type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}
