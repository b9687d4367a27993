import type { Unit } from '../corpus/analysis/unit.ts';
import type { FieldName } from '../corpus/index/fields.ts';

/** Thrown to end a run that needs pages that were not fetched. */
export class Missed extends Error {}

/** The data that a run of a search lacked. */
export class Missing {
  readonly lists = new Set<string>();
  readonly phrases = new Map<string, { readonly field: FieldName | 'all'; readonly unit: Unit }>();
  readonly prefixes = new Set<string>();
  readonly names = new Set<string>();
  /** Pages whose words, or whose rows and texts, are missing. */
  readonly words = new Set<number>();
  readonly shown = new Set<number>();
  /** Terms whose places on the prefetched pages are missing. */
  readonly terms = new Set<number>();

  get some(): boolean {
    const { lists, phrases, prefixes, names, words, shown, terms } = this;
    return lists.size + phrases.size + prefixes.size + names.size + words.size + shown.size + terms.size > 0;
  }
}
