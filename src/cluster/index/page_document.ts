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
  /** 0: none; else 1 + its index in the settings. */
  readonly collection: number;
  /** Index of its stemmer. */
  readonly stemmer: number;
  /** Numbers of the pages that it links to, in order of first link, and of those that link to it. */
  readonly out: readonly number[];
  readonly in: readonly number[];
  /** `hashNames` of the page. */
  readonly names: readonly HashedName[];
  /** JSON of the page as `PageTable.row` and `PageTable.reference` have it. */
  readonly row: string;
  readonly reference: string;
  /** The body, and the steps between its positions (`FieldTerms.steps`). */
  readonly text: string;
  readonly steps: Uint8Array;
  readonly headings: readonly ShownHeading[];
  readonly markdown: string;
  /** The Markdown as written; empty: as it is published. */
  readonly source: string;
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
  const { page, path, slug, collection, stemmer, row, reference, text, headings, markdown, source } = input;
  const shown: ShownPage = { row, reference, text, steps: Buffer.from(input.steps).toString('base64'), headings };
  return {
    ...{ page, path, slug, collection, stemmer, out: input.out, in: input.in },
    names: namesOf(input.names),
    subjects: subjectsOf(JSON.parse(`${row}}`) as PageNames),
    p: placesOf(input.terms),
    words: packPageWords(input, input.terms).toString('base64'),
    ...{ shown, markdown, source },
  };
}

export type PageDocument = ReturnType<typeof pageDocument>;

/** The part of a page that a cluster returns: all except positions, which only its searches use and which `words` repeats. */
export type ReadPage = Omit<PageDocument, 'p'>;

/** The document of a page with its digest, by which a publisher finds that the cluster has all of it. */
export type SealedDocument = PageDocument & { readonly digest: string };

/** @param build digest of the build, so that the page of another build is found too */
export function sealedDocument(input: PageInput, build: string): SealedDocument {
  const document = pageDocument(input);
  return { ...document, digest: pageDigest(document, build) };
}

/**
 * SHA-256 of a page in base64url. Numbers and keys that the cluster keeps in columns come back sorted and once each, so they are
 * compared as sets. Base64 comes back without padding.
 */
export function pageDigest(read: ReadPage, build: string): string {
  const { page, path, slug, collection, stemmer, out, names, subjects, words, markdown, source } = read;
  const { row, reference, text, steps, headings } = read.shown;
  const linking = [...new Set(read.in)].sort((a, b) => a - b);
  // Keys are ASCII.
  const sets = [linking, [...new Set(names)].sort(), [...new Set(subjects)].sort()];
  const values = [
    build,
    page,
    path,
    slug,
    collection,
    stemmer,
    out,
    ...sets,
    words?.replace(/=+$/, ''),
    markdown,
    source,
  ];
  return hash('sha256', JSON.stringify([...values, row, reference, text, steps, headings]), 'base64url');
}

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
