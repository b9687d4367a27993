import { functionWords } from '../../src/corpus/analysis/function_words.ts';
import { fold } from '../../src/text/fold.ts';
import type { SiteDocument } from '../pages/site_documents.ts';
import { SeededRandom } from '../queries/seeded_random.ts';
import { wordsOf } from '../retrieval/words.ts';

/** How a reader asks for a page by name. */
export const KNOWN_ITEM_KINDS = [
  'title',
  'title without its last word',
  'title and a word from the description',
] as const;
export type KnownItemKind = (typeof KNOWN_ITEM_KINDS)[number];

export interface KnownItemQuery {
  readonly kind: KnownItemKind;
  readonly text: string;
  /** Path of the page that was asked for. */
  readonly wanted: string;
}

/** Titles drawn from a site. */
const TITLES = 300;
const MOST_WORDS = 5;
/** Readers type `it's` as one word, and never its *s* alone. */
const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu;
const APOSTROPHES = /['’]/g;

/**
 * Draws titles of at most five words that no other page of the site has, and spells each in every kind of query that it has words for.
 * The same site and seed give the same queries.
 * @param language of the pages to draw, such as `en`
 */
export function drawKnownItems(
  documents: readonly SiteDocument[],
  seed: number,
  language: string = 'en',
): KnownItemQuery[] {
  const random = new SeededRandom(seed);
  const counts = new Map<string, number>();
  for (const { title } of documents) counts.set(keyOf(title), (counts.get(keyOf(title)) ?? 0) + 1);
  const left = documents.filter((document) => {
    const words = wordsOf(document.title).length;
    return isIn(document, language) && words > 0 && words <= MOST_WORDS && counts.get(keyOf(document.title)) === 1;
  });
  const drawn: SiteDocument[] = [];
  while (drawn.length < TITLES && left.length > 0) drawn.push(...left.splice(random.below(left.length), 1));
  return drawn.flatMap((document) => spellQueries(document, random, language, counts));
}

function keyOf(title: string): string {
  return wordsOf(title).join(' ');
}

function isIn(document: SiteDocument, language: string): boolean {
  return document.language.toLowerCase().split('-')[0] === language;
}

function spellQueries(
  { id, title, description }: SiteDocument,
  random: SeededRandom,
  language: string,
  titles: ReadonlyMap<string, number>,
): KnownItemQuery[] {
  const queries: KnownItemQuery[] = [{ kind: 'title', text: title, wanted: id }];
  const shorter = title.trim().split(/\s+/).slice(0, -1).join(' ');
  // Who types the whole title of another page means that one.
  if (wordsOf(shorter).length > 0 && !titles.has(keyOf(shorter)))
    queries.push({ kind: 'title without its last word', text: shorter, wanted: id });
  const known = new Set(wordsOf(title));
  const others = (description.toLowerCase().match(WORD) ?? []).filter(
    (word) => !known.has(word) && !functionWords(language).has(fold(word).replace(APOSTROPHES, '')),
  );
  if (others.length > 0) {
    const text = `${title} ${random.pick(others)}`;
    queries.push({ kind: 'title and a word from the description', text, wanted: id });
  }
  return queries;
}
