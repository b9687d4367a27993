import type { FieldTerms } from '../analysis/analyse_field.ts';
import type { Spelling } from '../analysis/term_numbers.ts';

/** Counts how many fields of pages use each spelling: the numbers of an earlier bake may include some that no page uses now. */
export class SpellingUse {
  #fields = new Set<FieldTerms>();
  #counts = new Uint32Array(0);

  /**
   * Counts the fields that are new, and discounts those that are gone.
   * @param fields of all pages, by field and page; a field that did not change is the same object
   * @param count of spellings
   * @returns whether a spelling is used for the first time, or no longer
   */
  update(fields: Readonly<Record<string, readonly FieldTerms[]>>, count: number): boolean {
    const before = this.#fields;
    const now = new Set<FieldTerms>();
    const counts = new Uint32Array(count);
    counts.set(this.#counts.subarray(0, count));
    const changed = new Set<number>();
    for (const pages of Object.values(fields)) {
      for (const field of pages) {
        if (now.has(field)) continue;
        now.add(field);
        if (before.delete(field)) continue;
        for (const spelling of field.spellings) if (counts[spelling]!++ === 0) changed.add(spelling);
      }
    }
    for (const field of before) {
      for (const spelling of field.spellings) {
        if (--counts[spelling]! > 0) continue;
        // Used for the first time by one field and no longer by another: nothing changed.
        if (!changed.delete(spelling)) changed.add(spelling);
      }
    }
    this.#fields = now;
    this.#counts = counts;
    return changed.size > 0;
  }

  /** @returns those of all spellings that fields use */
  used(spellings: readonly Spelling[]): Spelling[] {
    return spellings.filter((_, number) => this.#counts[number]! > 0);
  }
}
