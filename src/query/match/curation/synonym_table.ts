import type { QueryAnalyser } from '../../../corpus/analysis/analyse_query.ts';
import type { Unit } from '../../../corpus/analysis/unit.ts';
import type { StoredSynonyms } from '../../../corpus/curation/curation_table.ts';
import { NO_POSTINGS, type Postings } from '../postings.ts';
import type { TypedWord } from '../spellings/read_typed.ts';
import { joinKeys, keysOf, wordKeys } from './part_keys.ts';

/** What pages may hold in place of a typed word. */
export interface Synonym {
  readonly rule: StoredSynonyms;
  /** As the owner writes it. */
  readonly text: string;
  /** A word, or several that must be adjacent. */
  readonly unit: Unit;
  /** Typed words that it stands for. Each of them has it, with its share of the weight. */
  readonly covers: number;
}

/** The synonyms of a sought word, and what was found by them. */
export interface WordSynonyms {
  readonly synonyms: readonly Synonym[];
  /** Pages that hold the word itself, with their impacts, and their number. */
  own: Postings;
  ownHolding: number;
  /** Parallel to the synonyms: the pages that hold each, with its share. */
  lists: readonly Postings[];
}

export function wordSynonyms(synonyms: readonly Synonym[]): WordSynonyms | null {
  return synonyms.length === 0 ? null : { synonyms, own: NO_POSTINGS, ownHolding: 0, lists: [] };
}

/** Most synonyms of one text, over all rules. */
const MOST = 32;

type Target = Omit<Synonym, 'covers'>;

/** Synonyms by the words that they stand for. A synonym of a synonym is none. */
export class SynonymTable {
  readonly #targets = new Map<string, Target[]>();
  /** Parts of the longest text. */
  readonly #longest: number = 0;

  constructor(rules: readonly StoredSynonyms[], analyser: QueryAnalyser) {
    for (const rule of rules) {
      const targets = rule.to.flatMap((text) => {
        const unit = analyser.phrase(text.replaceAll('"', ' '));
        return unit === undefined ? [] : [{ rule, text, unit, key: joinKeys(keysOf(unit)) }];
      });
      for (const from of rule.from) {
        const keys = wordKeys(analyser, from);
        if (keys.length === 0) continue;
        this.#longest = Math.max(this.#longest, keys.length);
        const key = joinKeys(keys);
        const known = this.#targets.get(key) ?? [];
        for (const { key: own, ...target } of targets) if (own !== key && known.length < MOST) known.push(target);
        this.#targets.set(key, known);
      }
    }
  }

  /** @returns by index of a word. A quoted word is meant as it is written, and has none. */
  of(words: readonly TypedWord[]): ReadonlyMap<number, readonly Synonym[]> {
    const found = new Map<number, Synonym[]>();
    const ofWords = words.map(({ unit }) => (unit.quoted ? null : keysOf(unit)));
    for (let from = 0; from < words.length; from++) {
      const keys: string[] = [];
      for (let to = from; to < words.length; to++) {
        const own = ofWords[to];
        if (own == null || keys.length + own.length > this.#longest) break;
        keys.push(...own);
        this.#add(found, this.#targets.get(joinKeys(keys)) ?? [], words, from, to);
      }
    }
    return found;
  }

  /** Adds the targets of the words from `from` to `to`, both included, to those that say something of a page's subject. */
  #add(
    found: Map<number, Synonym[]>,
    targets: readonly Target[],
    words: readonly TypedWord[],
    from: number,
    to: number,
  ): void {
    if (targets.length === 0) return;
    const all = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const telling = all.filter((at) => words[at]!.unit.functionWordOn === 0);
    const covered = telling.length > 0 ? telling : all;
    for (const at of covered) {
      const known = found.get(at) ?? [];
      known.push(...targets.map((target) => ({ ...target, covers: covered.length })));
      found.set(at, known);
    }
  }
}
