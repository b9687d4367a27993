import { Accumulator } from './disjunction.ts';
import { PageSums } from './page_sums.ts';

/** Memory that the queries of one question use in turn. It belongs to that question until its end, pauses included. */
export class Workspace {
  readonly found: PageSums;
  readonly accumulator: Accumulator;

  constructor(pageCount: number) {
    this.found = new PageSums(pageCount);
    this.accumulator = new Accumulator(pageCount);
  }
}
