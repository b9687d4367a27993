import type { FieldTerms } from '../analysis/analyse_field.ts';

/** Counts how many fields of pages use each spelling: the numbers of an earlier bake may include some that no page uses now. */
export class SpellingUse {
  #counts = new Uint32Array(0);
  readonly #changed = new Set<number>();

  /** @param count number of all spellings */
  grow(count: number): void {
    if (count <= this.#counts.length) return;
    const counts = new Uint32Array(count);
    counts.set(this.#counts);
    this.#counts = counts;
  }

  /** Counts a field of a page. */
  add({ spellings }: FieldTerms): void {
    for (const spelling of spellings) if (this.#counts[spelling]!++ === 0) this.#toggle(spelling);
  }

  /** Undoes `add`. */
  remove({ spellings }: FieldTerms): void {
    for (const spelling of spellings) if (--this.#counts[spelling]! === 0) this.#toggle(spelling);
  }

  isUsed(spelling: number): boolean {
    return this.#counts[spelling]! > 0;
  }

  /** @returns the spellings that came into use since the last call, and whether others went out of use */
  takeChanges(): { readonly added: number[]; readonly hasRemoved: boolean } {
    const changed = [...this.#changed];
    this.#changed.clear();
    const added = changed.filter((spelling) => this.isUsed(spelling));
    return { added, hasRemoved: added.length < changed.length };
  }

  /** A spelling that went out of use and came back did not change. */
  #toggle(spelling: number): void {
    if (!this.#changed.delete(spelling)) this.#changed.add(spelling);
  }
}
