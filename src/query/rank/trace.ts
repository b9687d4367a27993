import type { ScoreStep } from '../ask/search_plan.ts';
import type { Candidates } from './top.ts';

/** The sums of rows after each step, for one reading of the text. */
interface Reading {
  /** How much of the gains a row keeps. */
  readonly share: number;
  readonly steps: { readonly step: ScoreStep; readonly sums: ReadonlyMap<number, number> }[];
}

/** Records what changes the sums of rows. There is none unless a search asks for explanations. */
export class Trace {
  readonly #readings: Reading[] = [];

  /** Begins a reading of the text. */
  begin(share: number): void {
    this.#readings.push({ share, steps: [] });
  }

  /** @param rows after a step of the reading begun last */
  add(step: ScoreStep, { pages, sums }: Candidates): void {
    this.#readings.at(-1)!.steps.push({ step, sums: new Map(Array.from(pages, (page, row) => [page, sums[row]!])) });
  }

  /** @param before the page's sum before all steps; @returns its sum after each step of the reading that raised it most */
  sumsOf(page: number, before: number): readonly { readonly step: ScoreStep; readonly sum: number }[] {
    let best: { readonly step: ScoreStep; readonly sum: number }[] = [];
    for (const { share, steps } of this.#readings) {
      const sums = steps.flatMap(({ step, sums }) => {
        const sum = sums.get(page);
        return sum === undefined ? [] : [{ step, sum: before + (sum - before) * share }];
      });
      if ((sums.at(-1)?.sum ?? before) > (best.at(-1)?.sum ?? before)) best = sums;
    }
    return best;
  }
}
