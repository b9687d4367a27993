import { nameKey } from '../analysis/words_of_text.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { firstWhere } from '../artefact/number_lists.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { compareLists, sortAgain } from '../list_change.ts';
import { RebakeCache } from '../rebake_cache.ts';

/** The names of a page. */
export interface PageNames {
  readonly title: string;
  readonly aliases: readonly string[];
  /** Last segment of its path. */
  readonly slug: string;
  readonly headings: readonly { readonly text: string }[];
}

/** A page that has the name that was looked up. */
export interface NamedPage {
  readonly page: number;
  /** Whether the name is its title or an alias, and not only the last segment of its path. */
  readonly titled: boolean;
}

/** What the key of a heading begins with, and no key of a name does. */
const HEADING = '# ';

/** The key by which pages with a heading are found. @param key of `nameKey` */
export function keyOfHeading(key: string): string {
  return key === '' ? '' : HEADING + key;
}

/** Maximum number of pages that one look-up returns: thousands may share a name such as "Overview". */
export const MOST_NAMESAKES = 100;

/**
 * Finds pages by their whole name. The names are sorted by 64 bits of hash; entry i is `hashes[2 * i]`, `hashes[2 * i + 1]` and
 * `pages[i]`, which is twice the page number, plus one when the name is only the last segment of the page's path. Two names with the
 * same hash are taken for the same name, which can only change an order.
 */
export class NameIndex {
  readonly #hashes: Uint32Array;
  readonly #pages: Uint32Array;

  /** The first part of a name's hash, which names are sorted by. @param key of `nameKey` */
  static highHash(key: string): number {
    return hashesOf(key)[0];
  }

  constructor(sections: Pick<SectionReader, 'numbers'>) {
    this.#hashes = sections.numbers('names.hashes');
    this.#pages = sections.numbers('names.pages');
  }

  /** @param key of `nameKey`; @returns pages with that name by page number, at most `MOST_NAMESAKES` */
  find(key: string): NamedPage[] {
    if (key === '') return [];
    const [high, low] = hashesOf(key);
    const hashes = this.#hashes;
    const from = firstWhere(0, this.#pages.length, (at) => {
      const first = hashes[2 * at]!;
      return first > high || (first === high && hashes[2 * at + 1]! >= low);
    });
    const found: NamedPage[] = [];
    for (let at = from; found.length < MOST_NAMESAKES; at++) {
      if (hashes[2 * at] !== high || hashes[2 * at + 1] !== low) break;
      found.push({ page: this.#pages[at]! >>> 1, titled: (this.#pages[at]! & 1) === 0 });
    }
    return found;
  }
}

/** A name of a page: two parts of its hash, and whether it is only the last segment of the page's path. */
export interface HashedName {
  readonly high: number;
  readonly low: number;
  readonly isSlug: boolean;
}

/** The names of all pages, and their order by hash, then by page. */
interface OrderedNames {
  readonly names: readonly HashedName[];
  readonly order: Uint32Array;
}

const NO_NAMES: OrderedNames = { names: [], order: new Uint32Array(0) };

/** @param ofPages the names of each page (`hashNames`), by page number */
export function packNames(ofPages: readonly (readonly HashedName[])[], cache = new RebakeCache()): NamedSection[] {
  const names = ofPages.flat();
  const pageOf = ofPages.flatMap((own, page) => own.map(() => page));
  const { order } = cache.renew<OrderedNames>('names', (last) => {
    const before = last ?? NO_NAMES;
    const compare = (a: number, b: number) =>
      names[a]!.high - names[b]!.high || names[a]!.low - names[b]!.low || pageOf[a]! - pageOf[b]!;
    return { names, order: sortAgain(before.order, compareLists(before.names, names), compare) };
  });
  // More pages of a name are never found.
  const kept = order.filter((name, at) => {
    const other = names[order[at - MOST_NAMESAKES]!];
    return other === undefined || other.high !== names[name]!.high || other.low !== names[name]!.low;
  });
  const hashes = new Uint32Array(2 * kept.length);
  const pages = new Uint32Array(kept.length);
  kept.forEach((name, at) => {
    hashes[2 * at] = names[name]!.high;
    hashes[2 * at + 1] = names[name]!.low;
    pages[at] = 2 * pageOf[name]! + (names[name]!.isSlug ? 1 : 0);
  });
  return [
    ['names.hashes', hashes],
    ['names.pages', pages],
  ];
}

/** The distinct names of a page: its title and aliases, then the last segment of its path, then its headings that are no title. */
export function hashNames({ title, aliases, slug, headings }: PageNames): HashedName[] {
  const titles = new Set([title, ...aliases].map(nameKey));
  titles.delete('');
  const last = nameKey(slug);
  const names = Array.from(titles, (key) => hashedName(key, false));
  if (last !== '' && !titles.has(last)) names.push(hashedName(last, true));
  for (const key of new Set(headings.map(({ text }) => nameKey(text)))) {
    if (key !== '' && !titles.has(key)) names.push(hashedName(keyOfHeading(key), false));
  }
  return names;
}

function hashedName(key: string, isSlug: boolean): HashedName {
  const [high, low] = hashesOf(key);
  return { high, low, isSlug };
}

/**
 * Two FNV-1a hashes over the key's UTF-16 code units, from different starts and with different multipliers. A heading has the first hash
 * of the name with its words, so that both are in one part of a search in static files.
 */
export function hashesOf(key: string): [number, number] {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  const words = key.startsWith(HEADING) ? HEADING.length : 0;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    if (i >= words) high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return [high >>> 0, low >>> 0];
}
