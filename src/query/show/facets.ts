import type { Corpus } from '../../corpus/corpus.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { Facet } from '../ask/plan.ts';
import type { Steps } from '../match/steps.ts';
import type { JsonWriter } from './json_writer.ts';

/** Bounded cache of each tag's JSON up to its count, which is the only part that varies. */
export class FacetTexts {
  readonly #tags: Corpus['tags'];
  readonly #texts: string[] = [];
  #bytesLeft: number;

  /** @param bytes bound on the memory of the texts */
  constructor({ tags }: Corpus, bytes: number) {
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

/**
 * Writes the JSON of `facets`, counted over all matching pages: count descending, then value ascending.
 * @param more further members of it, as JSON
 */
export function* writeFacets(
  writer: JsonWriter,
  texts: FacetTexts,
  corpus: Corpus,
  pages: Uint32Array,
  facets: readonly Facet[],
  more: string | null = null,
): Steps<void> {
  writer.text('{');
  if (facets.includes('collection')) {
    writer.text(`"collection":${JSON.stringify(countCollections(corpus, pages))}`);
    if (facets.includes('tags')) writer.text(',');
  }
  if (facets.includes('tags')) {
    writer.text('"tags":[');
    yield* writeTags(writer, texts, corpus, pages);
    writer.text(']');
  }
  if (more !== null) writer.text(`${facets.length > 0 ? ',' : ''}${more}`);
  writer.text('}');
}

interface CollectionCount {
  readonly value: string;
  readonly count: number;
}

/** Counts of every declared collection, zeros included. Site pages have no collection. */
function countCollections({ pages: table, settings }: Corpus, pages: Uint32Array): CollectionCount[] {
  const counts = countNumbers(table.collection, pages, settings.collections.length + 1);
  return settings.collections
    .map(({ name }, i) => ({ value: name, count: counts[i + 1]! }))
    .sort((a, b) => b.count - a.count || byCodePoint(a.value, b.value));
}

/** @returns how many of the pages have each number */
function countNumbers(numbers: Corpus['pages']['collection'], pages: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let i = 0; i < pages.length; i++) counts[numbers[pages[i]!]!]!++;
  return counts;
}

/** Writes each tag with at least one page, and its count. */
function* writeTags(writer: JsonWriter, texts: FacetTexts, { tags }: Corpus, pages: Uint32Array): Steps<void> {
  const counts = new Uint32Array(tags.count);
  const { starts, ofPages } = tags;
  for (let i = 0; i < pages.length; i++) {
    const page = pages[i]!;
    for (let at = starts[page]!; at < starts[page + 1]!; at++) counts[ofPages[at]!]!++;
  }
  const order = byCount(counts);
  for (let from = 0; from < order.length; from += TAGS_A_STEP) {
    if (from > 0) yield;
    let json = '';
    for (let i = from; i < Math.min(from + TAGS_A_STEP, order.length); i++) {
      json += `${i > 0 ? ',' : ''}${texts.get(order[i]!)}${counts[order[i]!]}}`;
    }
    writer.text(json);
  }
}

/** Tags written between two yields. */
const TAGS_A_STEP = 512;

/** @returns the tags with at least one page, most frequent first, ties by number, which is slug order */
function byCount(counts: Uint32Array): Float64Array {
  // Sorting numbers is much faster than sorting with a comparator. Count and tag are packed into one number below 2 ** 53.
  const keys = new Float64Array(counts.length);
  let carried = 0;
  for (let tag = 0; tag < counts.length; tag++) if (counts[tag]! > 0) keys[carried++] = tag - counts[tag]! * 2 ** 24;
  const sorted = keys.subarray(0, carried).sort();
  return sorted.map((key) => key - Math.floor(key / 2 ** 24) * 2 ** 24);
}
