import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { LONGEST_PREFIX } from '../../corpus/words/word_list.ts';
import { asFunctionWord, repeated } from '../match/clause_postings.ts';
import { intersect } from '../match/conjunction.ts';
import type { PageFilter } from '../match/page_filter.ts';
import { ANY_STEMMER, gallop, type Postings, partPostings, sizeOf } from '../match/postings.ts';
import { partKey, unitKey } from '../match/unit_key.ts';
import type { NearPostings } from './page_union.ts';
import type { TypedText } from './read_typed.ts';
import type { SoughtWord } from './sought_word.ts';
import { findSpellings } from './spellings.ts';
import type { SearchMemory, TypingEngine } from './typing_engine.ts';
import { admit, exactPostings, NOTHING, nearest, openPostings } from './word_postings.ts';

/** In place of edits: the page misses a word. Greater than the edits of any page that holds all. */
export const MISSING = 63;

/** With fewer pages that hold all words as typed, near words are looked for as well. */
const ENOUGH = 5;

/** What a search found. Valid until the memory's next search. */
export interface TypedMatches {
  readonly words: readonly SoughtWord[];
  /** The pages are `found.pages` up to `found.count`, with their sums; those without edits come first. */
  readonly found: SearchMemory['workspace']['found'];
  /** Parallel to the pages. */
  readonly edits: Uint8Array;
  /** Pages that hold all words as typed. */
  readonly exactTotal: number;
  /** Whether there are pages that miss words, because few hold all and none as typed. Their edits are `MISSING`. */
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
 * Finds the pages for what is typed: those that hold all words as typed; when these are few, also those that hold near words; and
 * when there is none as typed and few are near, those that hold any word. What is found never depends on the filter, which only removes pages.
 */
export function* matchTyped(
  typing: TypingEngine,
  memory: SearchMemory,
  typed: TypedText,
  { typos, relax, filter }: MatchOptions,
): Steps<TypedMatches> {
  const { found } = memory.workspace;
  const { edits } = memory;
  found.count = 0;
  const { sought, extra } = soughtWords(typing, typed);
  const demanded = sought.filter(({ demandedOn }) => demandedOn !== 0);
  if (demanded.length === 0) return { words: sought, found, edits, exactTotal: 0, relaxed: false };
  yield* lookUp(typing, memory, demanded);
  const extras: Postings[] = [];
  for (const { typed: word, times, demandedOn } of sought) {
    if (demandedOn === 0) extras.push(asFunctionWord(repeated(yield* exactPostings(typing, word), times)));
  }
  const shortest = demanded.reduce((a, b) => (sizeOf(b.exact) < sizeOf(a.exact) ? b : a)).exact;
  for (const word of extra) extras.push(yield* exactPostings(typing, word, shortest));
  const lists = demanded.map((word) => admit(typing, scaled(word, word.exact), word.demandedOn));
  yield* intersect(lists, extras, found);
  edits.fill(0, 0, found.count);
  const exactCount = found.count;
  if (exactCount < ENOUGH) yield* completeOpen(typing, memory, demanded);
  if (typos && exactCount < ENOUGH) {
    yield* findSpellings(typing, memory, sought, exactCount === 0);
    yield* addNear(typing, memory, demanded, extras);
  }
  const relaxed =
    exactCount === 0 && found.count < ENOUGH && relax && (yield* addRelaxed(typing, memory, demanded, extras));
  const exactTotal = filter === null ? exactCount : keep(memory, filter, exactCount);
  return { words: sought, found, edits, exactTotal, relaxed };
}

/**
 * Reads the words to look for: repeats once, and an open compound as its words, because its last part may go on. Pages that have the
 * compound as typed gain by it, unless its last part is so short that it is hardly typed to its end.
 */
function soughtWords({ engine }: TypingEngine, { words, open }: TypedText) {
  const { allStemmers } = engine.analyser;
  const last = open ? words.at(-1) : undefined;
  const flat = words.flatMap((word) => (word === last && word.parts.length > 0 ? word.parts : [word]));
  const isWord = (last?.parts.at(-1)?.word?.length ?? 0) > LONGEST_PREFIX;
  const extra = isWord ? [last!] : [];
  const nothingElseOn = flat.reduce((bits, { unit }) => bits & unit.functionWordOn, allStemmers);
  const byKey = new Map<string, SoughtWord>();
  for (const [i, typed] of flat.entries()) {
    const isOpen = open && i === flat.length - 1 && typed.word !== null;
    const key = isOpen ? '\n' : unitKey(typed.unit);
    const known = byKey.get(key);
    const bits = (~typed.unit.functionWordOn | nothingElseOn) & allStemmers;
    const demandedOn = bits === allStemmers ? ANY_STEMMER : bits;
    const times = (known?.times ?? 0) + 1;
    const notYet = { exact: NOTHING, holding: 0, spellings: null, common: null };
    byKey.set(key, { typed, open: isOpen, times, demandedOn, ...notYet });
  }
  return { sought: [...byKey.values()], extra };
}

/** Looks up the pages of each word: closed words, the open one, then phrases; the latter two on the pages of the shortest list. */
function* lookUp(typing: TypingEngine, memory: SearchMemory, words: readonly SoughtWord[]): Steps<void> {
  let fewest: Postings | null = null;
  const standing = ({ typed, open }: SoughtWord): number => (typed.unit.parts.length > 1 ? 2 : open ? 1 : 0);
  for (const word of words.toSorted((a, b) => standing(a) - standing(b))) {
    if (word.open) {
      const { list, holding, common } = yield* openPostings(typing, memory, word.typed, fewest);
      word.exact = list;
      word.holding = holding;
      word.common = common;
    } else {
      word.exact = yield* exactPostings(typing, word.typed, fewest);
      word.holding = sizeOf(word.exact);
    }
    if (word.demandedOn === ANY_STEMMER && (fewest === null || sizeOf(word.exact) < sizeOf(fewest)))
      fewest = word.exact;
  }
}

/** Looks up all pages of the open word, which near words and relaxed answers need. */
function* completeOpen(typing: TypingEngine, memory: SearchMemory, words: readonly SoughtWord[]): Steps<void> {
  for (const word of words) {
    if (!word.open || sizeOf(word.exact) === word.holding) continue;
    word.exact = (yield* openPostings(typing, memory, word.typed, null)).list;
  }
}

function scaled({ times }: SoughtWord, list: NearPostings): NearPostings {
  return times === 1 ? list : { ...list, rarity: list.rarity * times };
}

/** Adds the pages that hold all words as typed or near to it, and are not found yet. */
function* addNear(
  typing: TypingEngine,
  memory: SearchMemory,
  words: readonly SoughtWord[],
  extras: readonly Postings[],
): Steps<void> {
  if (words.every(({ spellings }) => spellings === null)) return;
  const { near, edits } = memory;
  const { found } = memory.workspace;
  const lists = words.map((word) => {
    const all = nearest([word.exact, word.spellings?.near ?? NOTHING]);
    return admit(typing, scaled(word, all), word.demandedOn);
  });
  near.count = 0;
  yield* intersect(lists, extras, near);
  const places = lists.map(({ from }) => from);
  const first = found.count;
  let known = 0;
  for (let i = 0; i < near.count; i++) {
    if (i % STEP_WORK === STEP_WORK - 1) yield;
    const page = near.pages[i]!;
    while (known < first && found.pages[known]! < page) known++;
    if (known < first && found.pages[known] === page) continue;
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

/** Adds the pages that hold any of the words, and all of the phrases, and are not found yet. @returns whether there are any */
function* addRelaxed(
  typing: TypingEngine,
  memory: SearchMemory,
  words: readonly SoughtWord[],
  extras: readonly Postings[],
): Steps<boolean> {
  const { near, edits } = memory;
  const { found, accumulator } = memory.workspace;
  const phrases = words.filter(({ typed }) => typed.unit.quoted);
  if (phrases.length === words.length) return false;
  const any = listsOfParts(
    typing,
    words.filter(({ typed }) => !typed.unit.quoted),
  );
  const filled = extras.filter((list) => sizeOf(list) > 0);
  near.count = 0;
  if (phrases.length > 0) {
    yield* intersect(
      phrases.map((word) => scaled(word, word.exact)),
      [...any, ...filled],
      near,
    );
  } else yield* accumulator.unite(any, filled, near);
  const before = new Set(found.pages.subarray(0, found.count));
  const first = found.count;
  for (let i = 0; i < near.count; i++) {
    if (before.has(near.pages[i]!)) continue;
    edits[found.count] = MISSING;
    found.add(near.pages[i]!, near.sums[i]!);
  }
  return found.count > first;
}

/** One list for each word and for each part of a compound, as in an answer of `/api/pages` that is relaxed. */
function listsOfParts({ engine }: TypingEngine, words: readonly SoughtWord[]): Postings[] {
  const { text } = engine.corpus;
  const parts = new Map<string, { list: Postings; times: number }>();
  for (const { typed, times, exact, spellings } of words) {
    for (const part of typed.unit.parts) {
      const key = partKey(part);
      const known = parts.get(key);
      const own = typed.unit.parts.length > 1 ? partPostings(text, 'all', part) : exact;
      const list = sizeOf(own) > 0 ? own : (spellings?.near ?? NOTHING);
      parts.set(key, { list: known?.list ?? list, times: (known?.times ?? 0) + times });
    }
  }
  return [...parts.values()].map(({ list, times }) => repeated(list, times)).filter((list) => sizeOf(list) > 0);
}

/** Removes the pages that are not in the filter. @returns how many of the first `exactCount` are left */
function keep({ workspace: { found }, edits }: SearchMemory, filter: PageFilter, exactCount: number): number {
  let kept = 0;
  let exact = 0;
  for (let i = 0; i < found.count; i++) {
    if (!filter.has(found.pages[i]!)) continue;
    found.pages[kept] = found.pages[i]!;
    found.sums[kept] = found.sums[i]!;
    edits[kept++] = edits[i]!;
    if (i < exactCount) exact++;
  }
  found.count = kept;
  return exact;
}
