import { byCodePoint } from '../text/by_code_point.ts';
import { fold } from '../text/fold.ts';

/** Searches for the same words that found nothing. */
export interface CountedMiss {
  readonly words: string;
  readonly count: number;
  /** The last day that they were searched for, in days since 1970, UTC. */
  readonly day: number;
}

/** Orders misses: searched for most, then searched for last, then by code point. */
export function byFrequency(one: CountedMiss, other: CountedMiss): number {
  return other.count - one.count || other.day - one.day || byCodePoint(one.words, other.words);
}

interface Counted {
  count: number;
  /** How many of `count` may belong to words that were dropped. */
  readonly error: number;
  day: number;
}

const CAPACITY = 500;

/**
 * Counts the most frequent misses in bounded memory (Space-Saving: Metwally, Agrawal, El Abbadi 2005). New words replace
 * the least frequent ones and take over their count. `take` subtracts it again, so that no words get more than were searched for.
 */
export class MissSketch {
  #counted = new Map<string, Counted>();

  add({ words, count, day }: CountedMiss): void {
    const known = this.#counted.get(words);
    if (known !== undefined) {
      known.count += count;
      known.day = Math.max(known.day, day);
      return;
    }
    const error = this.#counted.size < CAPACITY ? 0 : this.#dropLeast();
    this.#counted.set(words, { count: error + count, error, day });
  }

  /** The misses counted so far, which are then forgotten. */
  take(): CountedMiss[] {
    const taken = [...this.#counted].map(([words, { count, error, day }]) => ({ words, count: count - error, day }));
    this.#counted = new Map();
    return taken;
  }

  /** @returns the count of the words dropped; of several with the same count, those added first */
  #dropLeast(): number {
    let least: string | null = null;
    let count = Number.POSITIVE_INFINITY;
    for (const [words, counted] of this.#counted) {
      if (counted.count >= count) continue;
      least = words;
      count = counted.count;
    }
    this.#counted.delete(least!);
    return count;
  }
}

const QUOTED = /["“”„«»][^"“”„«»]*(?:["“”„«»]|$)/gu;
const APOSTROPHES = /['’]/gu;
const longestWord = 40;

/**
 * The words of a search that found nothing, as they are counted: folded, of 2 to 40 letters. Words that may name a
 * person or a secret are left out: words with a digit or an `@`, and text in quotation marks.
 * @returns the words with single blanks between them, or null when none are left
 * @example missKey('Kubernets: bob@example.org "Jo Doe" v2') === 'kubernets'
 */
export function missKey(typed: string): string | null {
  const words = typed
    .replace(QUOTED, ' ')
    .split(/\s+/)
    .filter((word) => !/[\p{N}@＠]/u.test(word))
    .flatMap((word) => fold(word.replace(APOSTROPHES, '')).match(/[\p{L}\p{M}]+/gu) ?? [])
    .filter((word) => isFit([...word].length));
  return words.length === 0 ? null : words.join(' ');
}

function isFit(letters: number): boolean {
  return letters >= 2 && letters <= longestWord;
}
