import type { Corpus } from '../../src/corpus/corpus.ts';
import { frequentWords } from './costly_questions.ts';

/** @param round makes each search different, so that none is answered from the cache */
export type CostlySearch = (round: number) => string;

/** Most words of a search. */
const WORDS = 10;
/** All that a search can ask for besides its words. */
const EVERYTHING = '&limit=50&sections=5&suggest=10&facets=collection,tags';

/** The costliest searches as people type that the caps allow, made of the words of a site: their parameters, by name. */
export function costlySearches(corpus: Corpus): Readonly<Record<string, CostlySearch>> {
  const words = frequentWords(corpus, 400);
  const long = words.filter((word) => /^[a-z]{8,18}$/.test(word));
  const word = (at: number): string => words[at % words.length]!;
  const longWord = (at: number): string => long[at % long.length] ?? word(at);
  const many = (make: (at: number) => string): string =>
    encodeURIComponent(Array.from({ length: WORDS }, (_, at) => make(at)).join(' '));
  /** A word with a letter too many in its middle, another one in each round. */
  const mistyped = (round: number, at: number): string => {
    const right = longWord(7 * round + at);
    const middle = right.length >> 1;
    return right.slice(0, middle) + letter(round + at) + right.slice(middle);
  };

  return {
    'a search for one letter': (round) => `q=${letter(round)}${EVERYTHING}`,
    'a search for two letters': (round) => `q=${word(round).slice(0, 2)}${EVERYTHING}`,
    'a search for 10 frequent words': (round) => `q=${many((at) => word(round + at))}${EVERYTHING}`,
    'a search for 10 mistyped words': (round) => `q=${many((at) => mistyped(round, at))}${EVERYTHING}`,
    'a search for 10 words of which the last has one letter': (round) =>
      `q=${many((at) => (at === WORDS - 1 ? letter(round) : word(round + at)))}${EVERYTHING}`,
    'a search for a compound of 10 words': (round) =>
      `q=${many((at) => word(round + at)).replaceAll('%20', '-')}${EVERYTHING}`,
    'a search for phrases': (round) =>
      `q=${encodeURIComponent(Array.from({ length: 3 }, (_, at) => `"${word(round + at)} ${word(at + 1)} ${word(at)}"`).join(' '))}${EVERYTHING}`,
    'a search for words that were typed as one': (round) =>
      `q=${many((at) => `${longWord(round + at)}${longWord(at)}`.slice(0, 19))}${EVERYTHING}`,
    'a search for the last rows that can be reached': (round) =>
      `q=${letter(round)}&offset=950&limit=50&sections=5&facets=collection,tags`,
    'a search sorted by title': (round) =>
      `q=${letter(round)}&sort=title&updated=1990-01-01..&limit=50&sections=5&facets=collection,tags`,
  };
}

function letter(at: number): string {
  return String.fromCharCode(97 + (at % 26));
}
