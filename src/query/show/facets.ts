import type { Corpus } from '../../corpus/corpus.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { Facet } from '../ask/plan.ts';
import type { Steps } from '../match/steps.ts';
import type { JsonWriter } from './json_writer.ts';

/** JSON of tags up to their counts, kept as far as a bound allows: tags do not change, counts do. */
export class FacetTexts {
  readonly #tags: Corpus['tags'];
  readonly #texts: string[] = [];
  #bytesLeft: number;

  /** @param bytes that the texts may take */
  constructor({ tags }: Corpus, bytes: number) {
    this.#tags = tags;
    this.#bytesLeft = bytes;
  }

  get(tag: number): string {
    const known = this.#texts[tag];
    if (known !== undefined) return known;
    const [slug, title] = [this.#tags.slug(tag), this.#tags.title(tag)];
    const text = `{"value":${JSON.stringify(slug)},"title":${JSON.stringify(title)},"count":`;
    // Two bytes a character, and some for the string itself.
    const bytes = 2 * text.length + 32;
    if (bytes <= this.#bytesLeft) {
      this.#bytesLeft -= bytes;
      this.#texts[tag] = text;
    }
    return text;
  }
}

/** Writes the JSON of `facets`, counted over all pages that match: count descending, then value ascending. */
export function* writeFacets(
  writer: JsonWriter,
  texts: FacetTexts,
  corpus: Corpus,
  pages: Uint32Array,
  facets: readonly Facet[],
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
  writer.text('}');
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

/** Writes each tag that a page carries, with its count. */
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

/** Tags written between two pauses. */
const TAGS_A_STEP = 512;

/** @returns the tags of a page or more, the most frequent first; tags are numbered by slug, so numbers break ties as slugs would */
function byCount(counts: Uint32Array): Float64Array {
  // Numbers sort much faster as numbers than by a function: a count and a tag make one, below 2 to the power of 53.
  const keys = new Float64Array(counts.length);
  let carried = 0;
  for (let tag = 0; tag < counts.length; tag++) if (counts[tag]! > 0) keys[carried++] = tag - counts[tag]! * 2 ** 24;
  const sorted = keys.subarray(0, carried).sort();
  return sorted.map((key) => key - Math.floor(key / 2 ** 24) * 2 ** 24);
}
