import type { BoundedCache } from '../../cache/bounded_cache.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { BYTES_OF_TEXT, type RowText } from './row_texts.ts';

/** The parts of a page's row that a search shows. */
export interface RowParts {
  /** The members path, canonical and title, with the brace before them. */
  readonly names: Uint8Array;
  /** The member collection, and tags to language, each with the comma before it. */
  readonly collection: Uint8Array;
  readonly facts: Uint8Array;
  /** The owner's own fields, likewise; null: the site has none. */
  readonly fields: Uint8Array | null;
  /** The canonical address as a JSON string without its closing mark. */
  readonly address: string;
  /** The title as a JSON string. */
  readonly title: string;
  /** The texts that the row showed last; null: none are kept. */
  last: RowText | null;
}

/** Names of members of a row in the page table. They cannot occur in a JSON string, where quotation marks are escaped. */
const CANONICAL = Buffer.from(',"canonical":');
const TITLE = Buffer.from(',"title":');
const DESCRIPTION = Buffer.from(',"description":');
const COLLECTION = Buffer.from(',"collection":');
const SLUG = Buffer.from(',"slug":');
const TAGS = Buffer.from(',"tags":');
const MARKDOWN = Buffer.from(',"markdown":');
const FIELDS = Buffer.from(',"fields":');

/** Measured bytes of the parts but for their texts. */
const BYTES_OF_PARTS = 600;

/** Finds the parts of a row. They are cached, because most rows stay while someone types. */
export function rowParts({ text, pages, fields }: Corpus, cache: BoundedCache<RowParts>, page: number): RowParts {
  // Over a cluster pages are numbered anew for each question.
  if (text.lookUp !== null) return findParts(pages.row(page), fields.length > 0);
  const key = String(page);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const parts = findParts(pages.row(page), fields.length > 0);
  cache.set(key, parts, BYTES_OF_PARTS + BYTES_OF_TEXT + 2 * (parts.address.length + parts.title.length));
  return parts;
}

/** @param info path, canonical, title, description, indexing, collection, slug, aliases, tags, dates, language, markdown and fields */
function findParts({ buffer, byteOffset, length }: Uint8Array, hasFields: boolean): RowParts {
  const row = Buffer.from(buffer, byteOffset, length);
  const canonical = row.indexOf(CANONICAL);
  const title = row.indexOf(TITLE, canonical);
  const description = row.indexOf(DESCRIPTION, title);
  const collection = row.indexOf(COLLECTION, description);
  const slug = row.indexOf(SLUG, collection);
  const tags = row.indexOf(TAGS, slug);
  const markdown = row.indexOf(MARKDOWN, tags);
  return {
    names: row.subarray(0, description),
    collection: row.subarray(collection, slug),
    facts: row.subarray(tags, markdown),
    fields: hasFields ? row.subarray(row.indexOf(FIELDS, markdown)) : null,
    address: row.utf8Slice(canonical + CANONICAL.length, title - 1),
    title: row.utf8Slice(title + TITLE.length, description),
    last: null,
  };
}
