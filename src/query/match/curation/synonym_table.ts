import { STEP_WORK, type Steps } from '../../../async/steps.ts';
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
  /** The pages that hold any, each with the highest of its values. */
  all: Postings;
}

export function wordSynonyms(synonyms: readonly Synonym[]): WordSynonyms | null {
  if (synonyms.length === 0) return null;
  const first = synonyms.slice(0, MOST);
  return { synonyms: first, own: NO_POSTINGS, ownHolding: 0, lists: [], all: NO_POSTINGS };
}

/** Most synonyms of one text, and most of one word, over all rules. */
const MOST = 32;

/** Rules whose texts are read between two yields: each is at most 32 of them. */
const RULES_A_STEP = STEP_WORK / 1024;

interface Target extends Omit<Synonym, 'covers'> {
  readonly key: string;
}

/** Synonyms by the words that they stand for. A synonym of a synonym is none. */
export class SynonymTable {
  readonly #rules: readonly StoredSynonyms[];
  readonly #analyser: QueryAnalyser;
  /** How many of the rules are in the table. */
  #read = 0;
  /** By the words of a text: its rules. */
  readonly #rulesOf = new Map<string, StoredSynonyms[]>();
  /** Of the rules that a search asked for. */
  readonly #targets = new Map<StoredSynonyms, readonly Target[]>();
  /** Parts of the longest text. */
  #longest = 0;

  constructor(rules: readonly StoredSynonyms[], analyser: QueryAnalyser) {
    this.#rules = rules;
    this.#analyser = analyser;
  }

  /** Reads the rules when a search first needs them. Whoever comes meanwhile reads on. */
  *read(): Steps<void> {
    while (this.#read < this.#rules.length) {
      const rule = this.#rules[this.#read++]!;
      for (const from of rule.from) {
        const keys = wordKeys(this.#analyser, from);
        if (keys.length === 0) continue;
        this.#longest = Math.max(this.#longest, keys.length);
        const key = joinKeys(keys);
        const known = this.#rulesOf.get(key);
        if (known === undefined) this.#rulesOf.set(key, [rule]);
        else if (known.length < MOST && known.at(-1) !== rule) known.push(rule);
      }
      if (this.#read % RULES_A_STEP === 0) yield;
    }
  }

  #targetsOf(key: string): readonly Target[] {
    const rules = this.#rulesOf.get(key) ?? [];
    return rules
      .flatMap((rule) => this.#targetsOfRule(rule))
      .filter(({ key: own }) => own !== key)
      .slice(0, MOST);
  }

  #targetsOfRule(rule: StoredSynonyms): readonly Target[] {
    const known = this.#targets.get(rule);
    if (known !== undefined) return known;
    const targets = rule.to.flatMap((text) => {
      const unit = this.#analyser.phrase(text.replaceAll('"', ' '));
      return unit === undefined ? [] : [{ rule, text, unit, key: joinKeys(keysOf(unit)) }];
    });
    this.#targets.set(rule, targets);
    return targets;
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
        this.#add(found, this.#targetsOf(joinKeys(keys)), words, from, to);
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
      const left = targets.slice(0, MOST - known.length);
      known.push(...left.map(({ rule, text, unit }) => ({ rule, text, unit, covers: covered.length })));
      found.set(at, known);
    }
  }
}
