import { nameKey } from '../analysis/name_key.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import type { Sections } from '../artefact/sections.ts';
import { compareLists } from '../list_change.ts';
import { PageRebakeCache } from '../page_rebake_cache.ts';

/** The names of a page. */
export interface PageNames {
  readonly title: string;
  readonly aliases: readonly string[];
  /** Last segment of its path. */
  readonly slug: string;
}

/** A page that has the name that was looked up. */
export interface NamedPage {
  readonly page: number;
  /** Whether the name is its title or an alias, and not only the last segment of its path. */
  readonly titled: boolean;
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

  constructor(sections: Sections) {
    this.#hashes = sections.numbers('names.hashes');
    this.#pages = sections.numbers('names.pages');
  }

  /** @param key of `nameKey`; @returns pages with that name by page number, at most `MOST_NAMESAKES` */
  find(key: string): NamedPage[] {
    if (key === '') return [];
    const [high, low] = hashesOf(key);
    const hashes = this.#hashes;
    let from = 0;
    let to = this.#pages.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const first = hashes[2 * middle]!;
      if (first < high || (first === high && hashes[2 * middle + 1]! < low)) from = middle + 1;
      else to = middle;
    }
    const found: NamedPage[] = [];
    for (let at = from; found.length < MOST_NAMESAKES; at++) {
      if (hashes[2 * at] !== high || hashes[2 * at + 1] !== low) break;
      found.push({ page: this.#pages[at]! >>> 1, titled: (this.#pages[at]! & 1) === 0 });
    }
    return found;
  }
}

/** The names of one page: for each, two parts of its hash and `pages` of the page's number 0. */
type HashedNames = Uint32Array;

/** Results that the next packing of names can reuse. */
export class NameRebakeCache {
  readonly pages: PageRebakeCache<HashedNames>;
  last: { readonly names: readonly HashedNames[]; readonly hashes: Uint32Array; readonly pages: Uint32Array } = {
    ...{ names: [], hashes: new Uint32Array(0), pages: new Uint32Array(0) },
  };

  constructor(keeps = true) {
    this.pages = new PageRebakeCache(keeps);
  }
}

/**
 * @param names of each page (`hashNames`), by page number
 * @param cache of the names before; is updated
 */
export function packNames(names: readonly HashedNames[], cache = new NameRebakeCache()): NamedSection[] {
  const { last } = cache;
  const { newPlaces, added } = compareLists(last.names, names);
  const count = names.reduce((sum, own) => sum + own.length / 3, 0);
  const hashes = new Uint32Array(2 * count);
  const pages = new Uint32Array(count);
  const put = (at: number, from: Uint32Array, place: number, page: number): void => {
    hashes[2 * at] = from[2 * place]!;
    hashes[2 * at + 1] = from[2 * place + 1]!;
    pages[at] = page;
  };
  const more = sortNames(names, added);
  let at = 0;
  let next = 0;
  for (let old = 0; old < last.pages.length; old++) {
    const moved = newPlaces[last.pages[old]! >>> 1]!;
    if (moved === -1) continue;
    const page = 2 * moved + (last.pages[old]! & 1);
    const [high, low] = [last.hashes[2 * old]!, last.hashes[2 * old + 1]!];
    for (; next < more.pages.length && isBefore(more, next, high, low, page); next++)
      put(at++, more.hashes, next, more.pages[next]!);
    put(at++, last.hashes, old, page);
  }
  for (; next < more.pages.length; next++) put(at++, more.hashes, next, more.pages[next]!);
  cache.last = { names, hashes, pages };
  return [
    ['names.hashes', hashes],
    ['names.pages', pages],
  ];
}

/** The sorted names of some pages. */
function sortNames(names: readonly HashedNames[], chosen: readonly number[]) {
  const entries: { high: number; low: number; page: number }[] = [];
  for (const number of chosen) {
    const own = names[number]!;
    for (let i = 0; i < own.length; i += 3)
      entries.push({ high: own[i]!, low: own[i + 1]!, page: 2 * number + own[i + 2]! });
  }
  entries.sort((a, b) => a.high - b.high || a.low - b.low || a.page - b.page);
  const hashes = new Uint32Array(2 * entries.length);
  entries.forEach(({ high, low }, i) => {
    hashes[2 * i] = high;
    hashes[2 * i + 1] = low;
  });
  return { hashes, pages: Uint32Array.from(entries, ({ page }) => page) };
}

function isBefore(
  { hashes, pages }: { readonly hashes: Uint32Array; readonly pages: Uint32Array },
  at: number,
  high: number,
  low: number,
  page: number,
): boolean {
  const order = hashes[2 * at]! - high || hashes[2 * at + 1]! - low || pages[at]! - page;
  return order < 0;
}

/** The distinct names of a page: its title and aliases, then the last segment of its path. */
export function hashNames({ title, aliases, slug }: PageNames): HashedNames {
  const titles = new Set([title, ...aliases].map(nameKey));
  const last = nameKey(slug);
  const entries: number[] = [];
  for (const key of titles) if (key !== '') entries.push(...hashesOf(key), 0);
  if (last !== '' && !titles.has(last)) entries.push(...hashesOf(last), 1);
  return Uint32Array.from(entries);
}

/** Two FNV-1a hashes over the key's UTF-16 code units, from different starts and with different multipliers. */
export function hashesOf(key: string): [number, number] {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
    low ^= low >>> 13;
  }
  return [high >>> 0, low >>> 0];
}
