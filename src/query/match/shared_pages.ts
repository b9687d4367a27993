import { STEP_WORK } from '../../async/steps.ts';
import { gallop, type Postings, sizeOf } from './postings.ts';

/** No pages are left. */
export const END = -1;
/** The work of one step is done: yield, then call `next` again. */
export const PAUSE = -2;

/** Iterates over the intersection of several lists. */
export class SharedPages {
  /** The index in each list of the page last returned. */
  readonly places: number[];
  readonly #lists: readonly Postings[];
  /** Indexes of the lists, sorted by length, shortest first. */
  readonly #order: readonly number[];
  #at: number;

  /** @param lists at least one */
  constructor(lists: readonly Postings[]) {
    this.#lists = lists;
    this.places = lists.map(({ from }) => from);
    this.#order = lists.map((_, i) => i).sort((a, b) => sizeOf(lists[a]!) - sizeOf(lists[b]!));
    this.#at = lists[this.#order[0]!]!.from;
  }

  /** @returns the next page in ascending order, `END` or `PAUSE` */
  next(): number {
    const shortest = this.#lists[this.#order[0]!]!;
    let work = 0;
    next: while (this.#at < shortest.to) {
      if (work > STEP_WORK) return PAUSE;
      const page = shortest.pages[this.#at++]!;
      for (const i of this.#order) {
        const list = this.#lists[i]!;
        const found = gallop(list, this.places[i]!, page);
        if (found === list.to) {
          this.#at = shortest.to;
          return END;
        }
        this.places[i] = found;
        work++;
        if (list.pages[found] !== page) continue next;
      }
      return page;
    }
    return END;
  }

  /** @param page must ascend from call to call; @returns for each list the first index whose page is at least `page` */
  goTo(page: number): readonly number[] {
    for (let i = 0; i < this.places.length; i++) this.places[i] = gallop(this.#lists[i]!, this.places[i]!, page);
    return this.places;
  }
}
