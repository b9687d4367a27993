import { nameKey } from '../analysis/name_key.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import type { Sections } from '../artefact/sections.ts';

/** What a page goes by. */
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

/** Most pages that one look-up returns: generic names such as "Overview" may have thousands. */
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

/** @param pages by page number */
export function packNames(pages: readonly PageNames[]): NamedSection[] {
  const entries: { high: number; low: number; page: number }[] = [];
  pages.forEach(({ title, aliases, slug }, page) => {
    const titles = new Set([title, ...aliases].map(nameKey));
    const add = (key: string, value: number): void => {
      if (key === '') return;
      const [high, low] = hashesOf(key);
      entries.push({ high, low, page: value });
    };
    for (const key of titles) add(key, 2 * page);
    const last = nameKey(slug);
    if (!titles.has(last)) add(last, 2 * page + 1);
  });
  entries.sort((a, b) => a.high - b.high || a.low - b.low || a.page - b.page);
  const hashes = new Uint32Array(2 * entries.length);
  entries.forEach(({ high, low }, i) => {
    hashes[2 * i] = high;
    hashes[2 * i + 1] = low;
  });
  return [
    ['names.hashes', hashes],
    ['names.pages', Uint32Array.from(entries, ({ page }) => page)],
  ];
}

/** Two FNV-1a hashes over the key's UTF-16 code units, from different starts and with different multipliers. */
function hashesOf(key: string): [number, number] {
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
