import { hash } from 'node:crypto';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import type { HashedName } from '../../corpus/index/name_index.ts';
import { type PageNames, publicNamesOf } from '../../engine/public_name.ts';
import { EMPTY_POSITION, SAME_POSITION } from './mapping.ts';
import { type PageTerm, packPageWords, type RankingFacts } from './page_words.ts';

/** Everything that is published of one page. Numbers of pages, terms, collections and tags are those of the build. */
export interface PageInput extends RankingFacts {
  readonly page: number;
  readonly path: string;
  /** Last segment of its path. */
  readonly slug: string;
  readonly language: string;
  /** 0: none; else 1 + its index in the settings. */
  readonly collection: number;
  readonly tags: readonly number[];
  /** Its places among all pages by `published`, by `updated` and by title. */
  readonly newest: number;
  readonly lastUpdated: number;
  readonly byTitle: number;
  /** Dates as numbers (`PageTable.published`). */
  readonly published: number;
  readonly updated: number;
  /** Numbers of the pages that it links to, in order of first link, and of those that link to it. */
  readonly out: readonly number[];
  readonly in: readonly number[];
  /** `hashNames` of the page. */
  readonly names: readonly HashedName[];
  /** Name and value of each of the owner's own fields. */
  readonly own: readonly (readonly [name: string, value: string])[];
  /** JSON of the page as `PageTable.row` and `PageTable.reference` have it. */
  readonly row: string;
  readonly reference: string;
  /** The body, and the steps between its positions (`FieldTerms.steps`). */
  readonly text: string;
  readonly steps: Uint8Array;
  readonly headings: readonly ShownHeading[];
  readonly markdown: string;
  /** All terms of the page, ascending. */
  readonly terms: readonly PageTerm[];
}

/** A heading: its level, the first body position of its section, and its text as `HeadingTable.text` has it. */
export type ShownHeading = readonly [depth: number, position: number, text: string];

/** The data of a page that answers show: the member `shown` of its document. */
export interface ShownPage {
  readonly row: string;
  readonly reference: string;
  readonly text: string;
  /** Base64. */
  readonly steps: string;
  readonly headings: readonly ShownHeading[];
}

/** The document of a page. Its `_id` is the page's number. */
export function pageDocument(input: PageInput) {
  const { page, path, slug, language, collection, tags, newest, lastUpdated, byTitle, published, updated } = input;
  const shown: ShownPage = {
    row: input.row,
    reference: input.reference,
    text: input.text,
    steps: Buffer.from(input.steps).toString('base64'),
    headings: input.headings,
  };
  return {
    ...{ page, path, slug, language, collection, tags, newest, lastUpdated, byTitle, published, updated },
    ...{ stemmer: input.stemmer, foreign: input.foreign, out: input.out, in: input.in },
    names: namesOf(input.names),
    subjects: subjectsOf(JSON.parse(`${input.row}}`) as PageNames),
    own: input.own.map(([name, value]) => ownKey(name, value)),
    f: impactsOf(input.terms),
    p: placesOf(input.terms),
    words: packPageWords(input, input.terms).toString('base64'),
    shown,
    markdown: input.markdown,
  };
}

export type PageDocument = ReturnType<typeof pageDocument>;

/** Keys of a page's names: a hash in hexadecimal, then `t` for its title or an alias, `s` for the last segment of its path. */
function namesOf(names: readonly HashedName[]): string[] {
  return names.map(({ high, low, isSlug }) => nameHash(high, low) + (isSlug ? 's' : 't'));
}

export function nameHash(high: number, low: number): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Keys of a page's public names, each with its precedence. */
function subjectsOf(page: PageNames): string[] {
  return publicNamesOf(page).flatMap((names, precedence) => names.map((name) => subjectKey(name, precedence)));
}

/**
 * Finds the pages that a name may stand for: a key for each precedence that it may have among their names. Hashed, because a keyword
 * has a maximum length.
 * @param name as `publicName` gives it
 */
export function subjectKeys(name: string): string[] {
  return [0, 1, 2].map((precedence) => subjectKey(name, precedence));
}

function subjectKey(name: string, precedence: number): string {
  return `${precedence}${hash('sha256', name, 'base64url')}`;
}

/** Longest value of a keyword in bytes; what is longer is found by its beginning alone, which a front end must not ask for. */
const LONGEST_KEYWORD = 8_000;

/** The key by which pages with a value of a field of the owner's own are found. */
export function ownKey(name: string, value: string): string {
  return `${name}\n${value}`.slice(0, LONGEST_KEYWORD);
}

/** By posting set, by term: the impact. A set without terms is left out: an empty one is refused. */
function impactsOf(terms: readonly PageTerm[]): Record<string, Record<string, number>> {
  const sets: Record<string, Record<string, number>> = {};
  const add = (set: string, term: number, impact: number): void => {
    sets[set] ??= {};
    sets[set][term] = impact;
  };
  for (const { term, impact, fields } of terms) {
    add('all', term, impact);
    for (const name of FIELDS) if (fields[name] !== undefined) add(name, term, fields[name].impact);
  }
  return sets;
}

/** By field: the terms of each position. */
function placesOf(terms: readonly PageTerm[]): Partial<Record<FieldName, string>> {
  const texts: Partial<Record<FieldName, string>> = {};
  for (const name of FIELDS) {
    const places: string[] = [];
    for (const { term, fields } of terms) {
      for (const position of fields[name]?.positions ?? []) {
        const here = places[position];
        places[position] = here === undefined ? `${term}` : here + SAME_POSITION + term;
      }
    }
    if (places.length > 0) texts[name] = Array.from(places, (place) => place ?? EMPTY_POSITION).join(' ');
  }
  return texts;
}
