import { FIELDS, type FieldName, RANKING } from '../../corpus/index/fields.ts';
import { PositionCursor, type PositionedSet } from '../../corpus/index/posting_set.ts';
import { IMPACT_STEPS, LENGTH_PARTS, rarity } from '../../corpus/index/ranking.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import type { Engine } from '../match/engine.ts';
import { type FieldOrAll, gallop, sizeOf, termPostings } from '../match/postings.ts';
import { STEP_WORK, type Steps } from '../match/steps.ts';
import type { Asked, AskedWord } from './asked.ts';
import type { Candidates } from './candidates.ts';

const PAIR_WEIGHT = 0.5;
/** Furthest distance of the second word from the first, in positions, in the query and on a page. */
const FURTHEST = 3;
/** Most pairs that are looked for: those of the rarest words. */
const MOST_PAIRS = 24;
/** Occurrences of a pair's first word on a page that are looked at. */
const MOST_PLACES = 1024;

/** Two words that follow each other in the query, by index. */
interface Pair {
  readonly first: number;
  readonly second: number;
  readonly field: FieldOrAll;
  /** How often the query has the pair. */
  times: number;
}

/**
 * Adds what pages gain by having words of the query next to each other as the query has them: half of
 *
 *     sum over pairs of times * rarity among the rows * f / (k1 + f)
 *
 * where f is the pair's frequency on the page, weighted by field and relative length as that of a term.
 */
export function addPairs({ corpus }: Engine, asked: Asked, rows: Candidates): Steps<void> | null {
  const pairs = choosePairs(asked);
  return pairs.length === 0 ? null : addGains(corpus.text, asked, pairs, rows);
}

function* addGains(text: TextIndex, asked: Asked, pairs: readonly Pair[], { pages, sums }: Candidates): Steps<void> {
  const frequencies = pairs.map(() => new Float64Array(pages.length));
  for (const field of FIELDS) {
    const isAsked = (pair: Pair): boolean => pair.field === 'all' || pair.field === field;
    if (pairs.some(isAsked)) yield* addFrequencies(text, field, pairs, asked.words, pages, frequencies);
  }
  const k1 = asked.passage === null ? RANKING.k1 : RANKING.passageK1;
  for (const [i, { times }] of pairs.entries()) {
    const frequency = frequencies[i]!;
    let holding = 0;
    for (let row = 0; row < pages.length; row++) if (frequency[row]! > 0) holding++;
    if (holding === 0) continue;
    const weight = PAIR_WEIGHT * times * rarity(pages.length, holding) * IMPACT_STEPS;
    for (let row = 0; row < pages.length; row++) sums[row]! += (weight * frequency[row]!) / (k1 + frequency[row]!);
  }
}

/** Distinct pairs of neighbouring words that the site has; at most `MOST_PAIRS`, the rarest and most frequent in the query. */
function choosePairs({ texts, words }: Asked): Pair[] {
  if (words.length < 2) return [];
  const distinct = new Map<string, Pair>();
  for (const { field, places } of texts) {
    for (let i = 1; i < places.length; i++) {
      const { word: first, position } = places[i - 1]!;
      const { word: second, position: after } = places[i]!;
      if (after - position > FURTHEST || words[first]!.rarity === 0 || words[second]!.rarity === 0) continue;
      const key = `${field} ${first} ${second}`;
      const known = distinct.get(key);
      if (known === undefined) distinct.set(key, { first, second, field, times: 1 });
      else known.times++;
    }
  }
  const pairs = [...distinct.values()];
  if (pairs.length <= MOST_PAIRS) return pairs;
  const weight = ({ first, second, times }: Pair): number => times * (words[first]!.rarity + words[second]!.rarity);
  return pairs.sort((a, b) => weight(b) - weight(a)).slice(0, MOST_PAIRS);
}

/** Adds the frequencies of pairs in one field of the pages. @param frequencies by pair and row */
function* addFrequencies(
  text: TextIndex,
  field: FieldName,
  pairs: readonly Pair[],
  words: readonly AskedWord[],
  pages: Uint32Array,
  frequencies: readonly Float64Array[],
): Steps<void> {
  const set = text.fields[field];
  const lengths = field === 'title' || field === 'body' ? text.lengths[field] : null;
  const places: (Int32Array | null)[] = [];
  const placesOf = (word: number): Int32Array | null => {
    const known = places[word];
    if (known !== undefined) return known;
    places[word] = findPostings(text, field, words[word]!, pages);
    return places[word]!;
  };
  let work = 0;
  for (const [i, pair] of pairs.entries()) {
    if (pair.field !== 'all' && pair.field !== field) continue;
    const firsts = placesOf(pair.first);
    const seconds = firsts === null ? null : placesOf(pair.second);
    work += 2 * pages.length;
    if (firsts === null || seconds === null) continue;
    for (let row = 0; row < pages.length; row++) {
      if (firsts[row]! < 0 || seconds[row]! < 0) continue;
      if (work > STEP_WORK) {
        work = 0;
        yield;
      }
      const count = countFollowing(set, firsts[row]!, seconds[row]!);
      work += 16 + count;
      const relative = lengths === null ? 1 : lengths[pages[row]!]! / LENGTH_PARTS;
      frequencies[i]![row]! += (RANKING.weight[field] * count) / relative;
    }
  }
}

/** @param pages ascending; @returns by row the index of the page's posting of the word, or -1; null when no page has one */
function findPostings(text: TextIndex, field: FieldName, { terms }: AskedWord, pages: Uint32Array): Int32Array | null {
  let found: Int32Array | null = null;
  for (const { term, stemmers } of terms) {
    const list = termPostings(text, field, term);
    if (sizeOf(list) === 0) continue;
    let at = list.from;
    for (let row = 0; row < pages.length; row++) {
      const page = pages[row]!;
      at = gallop(list, at, page);
      if (at === list.to) break;
      if (list.pages[at] !== page || ((stemmers >>> text.stemmers[page]!) & 1) === 0) continue;
      found ??= new Int32Array(pages.length).fill(-1);
      found[row] = at;
    }
  }
  return found;
}

/** @returns how many of a posting's first positions the other one follows within `FURTHEST` */
function countFollowing(set: PositionedSet, first: number, second: number): number {
  FIRST.open(set, first);
  SECOND.open(set, second);
  let count = 0;
  for (let place = 0; place < MOST_PLACES; place++) {
    if (!SECOND.reach(FIRST.position + 1)) break;
    if (SECOND.position <= FIRST.position + FURTHEST) count++;
    // Skip the first word's positions from which the second one is too far.
    if (!FIRST.reach(Math.max(FIRST.position + 1, SECOND.position - FURTHEST))) break;
  }
  return count;
}

/** Reused: a cursor is not held across a pause. */
const FIRST = new PositionCursor();
const SECOND = new PositionCursor();
