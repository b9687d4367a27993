import { Accumulator } from './disjunction.ts';
import { PageSums } from './page_sums.ts';

/** Working memory that the queries of one request use one after the other. The request owns it until it ends, pauses included. */
export class Workspace {
  readonly found: PageSums;
  readonly accumulator: Accumulator;

  constructor(pageCount: number) {
    this.found = new PageSums(pageCount);
    this.accumulator = new Accumulator(pageCount);
  }
}
