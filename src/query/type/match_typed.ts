import { STEP_WORK, type Steps } from '../../async/steps.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { LONGEST_PREFIX } from '../../corpus/words/word_list.ts';
import { asFunctionWord, repeated } from '../match/clause_postings.ts';
import { intersect } from '../match/conjunction.ts';
import { LEAST_SHARE, LONGEST_NAME, matchByWeight, onlyLeader, type WeightedWord } from '../match/match_by_weight.ts';
import type { PageFilter } from '../match/page_filter.ts';
import { ANY_STEMMER, gallop, type Postings, partPostings, partTerms, sizeOf } from '../match/postings.ts';
import { partKey, unitKey } from '../match/unit_key.ts';
import type { NearPostings } from './page_union.ts';
import type { TypedText } from './read_typed.ts';
import type { SoughtWord } from './sought_word.ts';
import { findSpellings } from './spellings.ts';
import type { SearchScratch, TypingEngine } from './typing_engine.ts';
import { admit, exactPostings, NOTHING, nearest, openPostings } from './word_postings.ts';

/** The edits of a page that lacks a word: more than those of any page that holds all words. */
export const MISSING = 63;

/** Factor of the sum of a page that holds all words, where others may lack some. */
const HOLDS_ALL = 1.2;

/** Words that are read of a text, and those of them that are looked for: the rarest. */
const MOST_READ = 50;
const MOST_SOUGHT = 10;

/** With fewer exact pages than this, near words are searched for too. */
const ENOUGH = 5;

/** What a search found. Valid until the next search with the same scratch. */
export interface TypedMatches {
  readonly words: readonly SoughtWord[];
  /** The pages are `found.pages` up to `found.count`, with their sums. */
  readonly found: SearchScratch['workspace']['found'];
  /** Parallel to the pages. */
  readonly edits: Uint8Array;
  /** Pages that hold all words as typed. */
  readonly exactTotal: number;
  /** The pages that are ordered by their sums alone, as indexes `[from, to)`. Others hold near words, and are ordered by edits first. */
  readonly ranked: readonly [from: number, to: number];
  /** Whether the ranked pages all lack words, because no page holds all as typed. */
  readonly relaxed: boolean;
}

export interface MatchOptions {
  /** Whether near words are looked for. */
  readonly typos: boolean;
  /** Whether pages that miss words are found when none holds all. */
  readonly relax: boolean;
  readonly filter: PageFilter | null;
}

/**
 * Finds the pages for what is typed: those that hold all words as typed, and those whose words carry most of its weight; when few hold
 * all, also those that hold near words. What is found never depends on the filter, which only removes pages.
 */
export function* matchTyped(
  typing: TypingEngine,
  scratch: SearchScratch,
  typed: TypedText,
  { typos, relax, filter }: MatchOptions,
): Steps<TypedMatches> {
  const { found } = scratch.workspace;
  const { edits } = scratch;
  found.count = 0;
  const { sought, extra } = soughtWords(typing, typed);
  const required = sought.filter(({ requiredOn }) => requiredOn !== 0);
  if (required.length === 0) return { words: sought, found, edits, exactTotal: 0, ranked: [0, 0], relaxed: false };
  yield* lookUp(typing, scratch, required);
  const extras: Postings[] = [];
  for (const { typed: word, times, requiredOn } of sought) {
    if (requiredOn === 0) extras.push(asFunctionWord(repeated(yield* exactPostings(typing, word), times)));
  }
  const shortest = required.reduce((a, b) => (sizeOf(b.exact) < sizeOf(a.exact) ? b : a)).exact;
  for (const word of extra) extras.push(yield* exactPostings(typing, word, shortest));
  const lists: NearPostings[] = [];
  for (const word of required) lists.push(yield* admit(typing, scaled(word, word.exact), word.requiredOn));
  yield* intersect(lists, extras, found);
  edits.fill(0, 0, found.count);
  const exactCount = found.count;
  const few = exactCount < ENOUGH;
  if (few || (relax && !isLed(typing, required))) yield* completeLists(typing, scratch, required);
  if (typos && few) yield* findSpellings(typing, scratch, sought, exactCount === 0);
  // A question is found by what it is about, before pages that happen to hold all its words in some spelling.
  const isNamed = exactCount === 0 && required.length <= LONGEST_NAME;
  if (isNamed && typos) yield* addNear(typing, scratch, required, extras);
  const from = exactCount > 0 ? 0 : found.count;
  const isEnough = isNamed && found.count >= ENOUGH;
  if (relax && !isEnough) yield* addByWeight(typing, scratch, required, extras, exactCount);
  const to = found.count;
  if (!isNamed && exactCount > 0 && typos && few) yield* addNear(typing, scratch, required, extras);
  const relaxed = exactCount === 0 && to > from;
  const bounds = [exactCount, from, to];
  if (filter !== null) yield* keep(scratch, filter, bounds);
  const [exactTotal, first, last] = bounds as [number, number, number];
  return { words: sought, found, edits, exactTotal, ranked: [first, last], relaxed };
}

/**
 * Reads the words to look for: repeats once, and an open compound as its words, because its last part may go on. Pages that have the
 * compound as typed gain by it, unless its last part is so short that it is hardly typed to its end.
 */
function soughtWords({ engine }: TypingEngine, { words: typed, open: isOpen }: TypedText) {
  const { allStemmers } = engine.analyser;
  const words = typed.slice(0, MOST_READ);
  const open = isOpen && words.length === typed.length;
  const last = open ? words.at(-1) : undefined;
  const flat = words.flatMap((word) => (word === last && word.parts.length > 0 ? word.parts : [word]));
  const isWord = (last?.parts.at(-1)?.word?.length ?? 0) > LONGEST_PREFIX;
  const extra = isWord ? [last!] : [];
  const nothingElseOn = flat.reduce((bits, { unit }) => bits & unit.functionWordOn, allStemmers);
  const byKey = new Map<string, SoughtWord>();
  for (const [i, word] of flat.entries()) {
    const isLast = open && i === flat.length - 1 && word.word !== null;
    const key = isLast ? '\n' : unitKey(word.unit);
    const known = byKey.get(key);
    const bits = (~word.unit.functionWordOn | nothingElseOn) & allStemmers;
    const requiredOn = bits === allStemmers ? ANY_STEMMER : bits;
    const times = (known?.times ?? 0) + 1;
    const notYet = { exact: NOTHING, holding: 0, spellings: null, common: null };
    // A word that is also quoted stays required.
    const kept = known?.typed.unit.quoted === true ? known.typed : word;
    byKey.set(key, { typed: kept, open: isLast, times, requiredOn, ...notYet });
  }
  return { sought: rarest(engine.corpus.text, [...byKey.values()]), extra };
}

/** The rarest of the words that a page must hold, and all phrases, in their order, with the function words between them. */
function rarest(text: TextIndex, words: readonly SoughtWord[]): readonly SoughtWord[] {
  const required = words.filter(({ requiredOn }) => requiredOn !== 0);
  if (required.length <= MOST_SOUGHT) return words;
  // The word being typed is kept. A word that the site does not have is looked for last.
  const rarityOf = ({ typed: { unit }, open }: SoughtWord): number => {
    if (open) return Number.POSITIVE_INFINITY;
    const rarities = unit.parts.map((part) => Math.min(...partTerms(text, part).map(({ term }) => text.rarity[term]!)));
    return rarities.includes(Number.POSITIVE_INFINITY) ? 0 : Math.max(...rarities);
  };
  const kept = new Set(
    required
      .map((word) => ({ word, rarity: rarityOf(word) }))
      .sort((a, b) => (a.rarity === b.rarity ? 0 : b.rarity - a.rarity))
      .slice(0, MOST_SOUGHT)
      .map(({ word }) => word),
  );
  return words.filter((word) => word.requiredOn === 0 || word.typed.unit.quoted || kept.has(word));
}

/** Looks up the pages of each word: closed words, the open one, then phrases; the latter two on the pages of the shortest list. */
function* lookUp(typing: TypingEngine, scratch: SearchScratch, words: readonly SoughtWord[]): Steps<void> {
  let fewest: Postings | null = null;
  const standing = ({ typed, open }: SoughtWord): number => (typed.unit.parts.length > 1 ? 2 : open ? 1 : 0);
  for (const word of words.toSorted((a, b) => standing(a) - standing(b))) {
    if (word.open) {
      const { list, holding, common } = yield* openPostings(typing, scratch, word.typed, fewest);
      word.exact = list;
      word.holding = holding;
      word.common = common;
    } else {
      word.exact = yield* exactPostings(typing, word.typed, fewest);
      word.holding = sizeOf(word.exact);
    }
    if (word.requiredOn === ANY_STEMMER && (fewest === null || sizeOf(word.exact) < sizeOf(fewest)))
      fewest = word.exact;
  }
}

/** Whether only pages of the rarest closed word can be found by weight: the open word was looked up on these alone. */
function isLed({ engine }: TypingEngine, words: readonly SoughtWord[]): boolean {
  if (words.length < 2) return true;
  if (words.some(({ typed, requiredOn }) => typed.unit.parts.length > 1 || requiredOn !== ANY_STEMMER)) return false;
  const closed = words.filter(({ open }) => !open);
  const rarest = closed.reduce((a, b) => (sizeOf(b.exact) < sizeOf(a.exact) ? b : a));
  return words[onlyLeader(words, engine.corpus.pages.count, LEAST_SHARE)] === rarest;
}

/** Looks up all pages of phrases and of the open word, which near words and relaxed answers need. */
function* completeLists(typing: TypingEngine, scratch: SearchScratch, words: readonly SoughtWord[]): Steps<void> {
  for (const word of words) {
    if (word.typed.unit.quoted) {
      word.exact = yield* exactPostings(typing, word.typed);
      word.holding = sizeOf(word.exact);
    }
    if (!word.open || sizeOf(word.exact) === word.holding) continue;
    word.exact = (yield* openPostings(typing, scratch, word.typed, null)).list;
  }
}

function scaled({ times }: SoughtWord, list: NearPostings): NearPostings {
  return times === 1 ? list : { ...list, rarity: list.rarity * times };
}

/** Adds the pages that hold all words as typed or near to it, and are not found yet. */
function* addNear(
  typing: TypingEngine,
  scratch: SearchScratch,
  words: readonly SoughtWord[],
  extras: readonly Postings[],
): Steps<void> {
  if (words.every(({ spellings }) => spellings === null)) return;
  const { edits } = scratch;
  const { found, spare: near } = scratch.workspace;
  const lists: NearPostings[] = [];
  for (const word of words) {
    const all = yield* nearest([word.exact, word.spellings?.near ?? NOTHING]);
    lists.push(yield* admit(typing, scaled(word, all), word.requiredOn));
  }
  near.count = 0;
  yield* intersect(lists, extras, near);
  const places = lists.map(({ from }) => from);
  const { pages: seen } = scratch;
  seen.clear();
  seen.addAll(found.pages, 0, found.count);
  for (let i = 0; i < near.count; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    const page = near.pages[i]!;
    if (seen.has(page)) continue;
    let sum = 0;
    for (const [l, list] of lists.entries()) {
      const at = gallop(list, places[l]!, page);
      places[l] = at;
      if (list.edits !== null) sum += list.edits[at - list.from]!;
    }
    // A joined word or the parts of a compound may be there as typed, but not side by side.
    edits[found.count] = Math.min(MISSING - 1, Math.max(1, sum));
    found.add(page, near.sums[i]!);
  }
}

/**
 * Adds the pages whose words carry enough of the weight and that are not found yet; when no page holds all words and few are found,
 * those that hold any word. Raises those found that hold all words.
 */
function* addByWeight(
  typing: TypingEngine,
  scratch: SearchScratch,
  words: readonly SoughtWord[],
  extras: readonly Postings[],
  exactCount: number,
): Steps<void> {
  const weighed = weighedParts(typing, words);
  if (weighed.length < 2 || weighed.every(({ isPhrase }) => isPhrase)) return;
  // A single compound or run that some page holds is not taken apart.
  if (exactCount > 0 && words.length < 2) return;
  const { text } = typing.engine.corpus;
  const { found, spare: near } = scratch.workspace;
  for (let i = 0; i < found.count; i++) found.sums[i]! *= HOLDS_ALL;
  near.count = 0;
  yield* matchByWeight(text, weighed, extras, LEAST_SHARE, near);
  if (exactCount === 0 && found.count + near.count < ENOUGH) {
    near.count = 0;
    yield* matchByWeight(text, weighed, extras, 0, near);
  }
  const { pages: seen, edits } = scratch;
  seen.clear();
  seen.addAll(found.pages, 0, found.count);
  for (let i = 0; i < near.count; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    if (seen.has(near.pages[i]!)) continue;
    edits[found.count] = MISSING;
    found.add(near.pages[i]!, near.sums[i]!);
  }
}

/** Each word and each part of a compound as a word of its own. A word that no page holds as typed stands for those near to it. */
function weighedParts({ engine }: TypingEngine, words: readonly SoughtWord[]): WeightedWord[] {
  const { text } = engine.corpus;
  const parts = new Map<string, WeightedWord>();
  const add = (key: string, word: WeightedWord): void => {
    const known = parts.get(key);
    parts.set(
      key,
      known === undefined
        ? word
        : { ...known, times: known.times + word.times, requiredOn: known.requiredOn | word.requiredOn },
    );
  };
  for (const { typed, times, requiredOn, exact, holding, spellings } of words) {
    const { unit } = typed;
    if (unit.quoted) add(`"${unitKey(unit)}`, { list: exact, holding, times, requiredOn, isPhrase: true });
    else {
      for (const part of unit.parts) {
        const own = unit.parts.length > 1 ? partPostings(text, 'all', part) : exact;
        const list = sizeOf(own) > 0 ? own : (spellings?.near ?? NOTHING);
        add(partKey(part), {
          ...{ list, holding: list === exact ? holding : sizeOf(list) },
          ...{ times, requiredOn, isPhrase: false },
        });
      }
    }
  }
  return [...parts.values()];
}

/** Removes the pages that are not in the filter. @param bounds indexes of pages, moved to where these are afterwards */
function* keep({ workspace: { found }, edits }: SearchScratch, filter: PageFilter, bounds: number[]): Steps<void> {
  const old = [...bounds];
  let kept = 0;
  for (let i = 0; i <= found.count; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    for (let bound = 0; bound < old.length; bound++) if (old[bound] === i) bounds[bound] = kept;
    if (i === found.count || !filter.has(found.pages[i]!)) continue;
    found.pages[kept] = found.pages[i]!;
    found.sums[kept] = found.sums[i]!;
    edits[kept++] = edits[i]!;
  }
  found.count = kept;
}
