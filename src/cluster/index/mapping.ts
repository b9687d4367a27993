import { FIELDS } from '../../corpus/index/fields.ts';

/**
 * Version of everything that a publisher writes and a front end reads: the mapping, the documents and the settings of both indexes.
 * Raise it with every change of them. A front end refuses a build of another version, so validators need not name it.
 */
export const INDEX_VERSION = 9;

/** Stands between the terms of one position. Terms are written as numbers. */
export const SAME_POSITION = '|';
/** An empty position, across which no phrase reaches. */
export const EMPTY_POSITION = '_';

/** What the index of the pages says about its build, in the mapping's `_meta`. */
export interface BuildMeta {
  /** `INDEX_VERSION` of the program that wrote it. */
  readonly version: number;
  /** SHA-256 of the published artefact, or of what identifies a build without one, in hexadecimal. */
  readonly digest: string;
  /** Number of page documents. */
  readonly pages: number;
  /** Number of documents in the index of parts. */
  readonly parts: number;
  /** Digest of the joined parts, in hexadecimal. */
  readonly partsDigest: string;
  /** Whether all documents are there and have been verified. A front end serves no other build. */
  readonly complete: boolean;
}

/** What an index says about its build, in the cluster's answer about the mappings of indexes; undefined: nothing. */
export function metaIn(mappings: unknown, index: string): BuildMeta | undefined {
  type Mapping = { readonly mappings?: { readonly _meta?: { readonly catchword?: BuildMeta } } };
  return (mappings as Readonly<Record<string, Mapping | undefined>>)[index]?.mappings?._meta?.catchword;
}

/** The name of the index of parts that belongs to an index of pages. */
export function partsIndexOf(pagesIndex: string): string {
  return `${pagesIndex}-parts`;
}

const number = { type: 'integer' } as const;
const keyword = { type: 'keyword' } as const;
const storedOnly = { enabled: false, type: 'object' } as const;

/**
 * Mapping of the index of pages: one document a page, `_id` is the page's number.
 * `p`: terms by position and field; `words`: see `page_words.ts`. What answers show is in `_source` alone, and so is `digest`
 * (`pageDigest`).
 */
export function pagesMapping(meta: BuildMeta) {
  return {
    dynamic: false,
    _meta: { catchword: meta },
    _source: {
      excludes: ['p', 'in', 'names', 'subjects', 'words'],
      recovery_source_excludes: ['p', 'in', 'names', 'subjects', 'words'],
    },
    properties: {
      p: {
        properties: Object.fromEntries(
          FIELDS.map((name) => [name, { type: 'text', analyzer: 'placed', norms: false }]),
        ),
      },
      words: { type: 'binary', doc_values: true },
      page: number,
      stemmer: number,
      collection: number,
      out: number,
      in: number,
      path: keyword,
      slug: keyword,
      names: keyword,
      subjects: keyword,
      shown: storedOnly,
      markdown: storedOnly,
      source: storedOnly,
    },
  } as const;
}

/** Mapping of the index of parts: pieces of the artefact that a front end keeps in memory. `_id` is the piece's number. */
export const PARTS_MAPPING = {
  dynamic: false,
  properties: { part: number, bytes: { type: 'binary' } },
} as const;

/** Settings of the index of pages that are fixed at creation. @param shards primary shards, fixed at creation */
export function pagesSettings(shards: number) {
  return {
    index: {
      number_of_shards: shards,
      number_of_replicas: 0,
      refresh_interval: '-1',
      codec: 'best_compression',
      max_terms_count: 1_000_000,
      max_result_window: 10_000,
    },
    analysis: {
      analyzer: { placed: { type: 'custom', tokenizer: 'by_blank', filter: ['each_term', 'no_term'] } },
      tokenizer: { by_blank: { type: 'whitespace', max_token_length: 4096 } },
      filter: {
        each_term: { type: 'pattern_capture', preserve_original: false, patterns: [`([^${SAME_POSITION}]+)`] },
        no_term: { type: 'stop', stopwords: [EMPTY_POSITION] },
      },
    },
  } as const;
}

/** Settings of the index of parts. */
export const PARTS_SETTINGS = {
  index: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' },
} as const;
