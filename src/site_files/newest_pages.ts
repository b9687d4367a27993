import { byCodePoint } from '../text/by_code_point.ts';
import { lastChange, type PageFacts } from './page_facts.ts';

/** Most pages of a feed. */
export const MOST_IN_FEED = 50;

/** A page of a feed: it has an address and a date. */
export interface DatedPage extends PageFacts {
  readonly address: string;
  /** When it was published, or changed if it does not say when it was published. */
  readonly date: string;
  readonly lastChange: string;
}

/** Keeps the newest pages of all that are added. */
export class NewestPages {
  #pages: DatedPage[] = [];

  add(page: PageFacts): void {
    const { address, published, updated } = page;
    const date = published ?? updated;
    const changed = lastChange(page);
    if (address === null || date === null || changed === null) return;
    this.#pages.push({ ...page, address, date, lastChange: changed });
    if (this.#pages.length >= 4 * MOST_IN_FEED) this.#pages = firstOf(this.#pages);
  }

  /** Newest first, then by path. */
  get pages(): readonly DatedPage[] {
    return firstOf(this.#pages);
  }
}

/** Pages with one canonical address are one entry: the id of an entry is its address. */
function firstOf(pages: readonly DatedPage[]): DatedPage[] {
  const byAddress = new Map<string, DatedPage>();
  for (const page of pages.toSorted((a, b) => byCodePoint(b.date, a.date) || byCodePoint(a.path, b.path))) {
    if (!byAddress.has(page.address)) byAddress.set(page.address, page);
  }
  return [...byAddress.values()].slice(0, MOST_IN_FEED);
}
