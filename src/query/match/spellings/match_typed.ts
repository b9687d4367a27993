import { STEP_WORK, type Steps } from '../../../async/steps.ts';
import type { TextIndex } from '../../../corpus/index/text_index.ts';
import { LONGEST_PREFIX } from '../../../corpus/words/word_list.ts';
import { keepAdmittedNames } from '../curation/admitted_words.ts';
import { wordSynonyms } from '../curation/synonym_table.ts';
import type { Engine } from '../engine.ts';
import { completeLists, functionWordPostings, lookUp, matchWords, weighedParts } from '../look_up.ts';
import { HOLDS_ALL, LEAST_SHARE, LONGEST_NAME, matchByWeight, onlyLeader } from '../match_by_weight.ts';
import type { PageFilter } from '../page_filter.ts';
import type { PageSums } from '../page_sums.ts';
import { unitPostings } from '../phrase.ts';
import { ANY_STEMMER, find, type Postings, partTerms, sizeOf } from '../postings.ts';
import { NOTHING, type SoughtWord, soughtWord, type TypedSought } from '../sought_word.ts';
import { speakersOf } from '../speakers.ts';
import { unitKey } from '../unit_key.ts';
import type { Workspace } from '../workspace.ts';
import { addNamedPages, listsOfNames, withNames } from './match_named.ts';
import { findNames, findNamesWith, type NamesAsked, type Replacement } from './names_in_code.ts';
import type { TypedText, TypedWord } from './read_typed.ts';
import { findSpellings } from './spellings.ts';
import { nearest } from './word_postings.ts';

/** The edits of a page that lacks a word: more than those of any page that holds all words. */
export const MISSING = 63;

/** Words that are read of a text, and those of them that are looked for: the rarest. */
export const MOST_READ = 50;
const MOST_SOUGHT = 10;

/** With fewer exact pages than this, near words are searched for too. */
const ENOUGH = 5;

const NO_NAMES: NamesAsked = { joined: [], replacements: [] };

/** A typed word is looked for in every field. */
const ANY_FIELD = 'all';

/** What a search found. Valid until the next search with the same workspace. */
export interface TypedMatches {
  readonly words: readonly TypedSought[];
  /** The pages are `found.pages` up to `found.count`, with their sums. */
  readonly found: PageSums;
  /** Parallel to the pages. */
  readonly edits: Uint8Array;
  /** Pages that hold all words as typed. */
  readonly exactTotal: number;
  /** Pages that hold all words as typed or in names in code. */
  readonly heldTotal: number;
  /** The pages that are ordered by their sums alone, as indexes `[from, to)`. Others hold near words, and are ordered by edits first. */
  readonly ranked: readonly [from: number, to: number];
  /** Whether the ranked pages all lack words, because no page holds all as typed. */
  readonly relaxed: boolean;
  /** What the text says when names in code are written another way. */
  readonly replacements: readonly Replacement[];
  /** What else added to sums, for explanations: lists, words as they were weighed, and whether pages with all words were raised. */
  readonly extra: readonly ExtraList[];
  readonly weighed: readonly TypedSought[];
  readonly isRaised: boolean;
}

/** A list that adds to sums alone. */
interface ExtraList {
  readonly step: 'function-word' | 'compound' | 'name';
  /** What it stands for in the text. */
  readonly word: string;
  readonly list: Postings;
}

/** The pages that a search is about. */
export interface Scope {
  readonly filter: PageFilter | null;
  /** Whether of copies only one is found. */
  readonly grouped: boolean;
  /** Pages that the owner pins for the text: of their copies no other is found. */
  readonly pinned: readonly number[];
}

export interface MatchOptions extends Scope {
  /** Whether near words are looked for. */
  readonly typos: boolean;
  /** Whether pages are found that hold words in names in code, or miss some. */
  readonly relax: boolean;
}

/**
 * Finds the pages for what is typed: those that hold all words as typed, and those whose words carry most of its weight; when few hold
 * all, also those that hold near words. What is found never depends on the filter, which only removes pages.
 */
export function* matchTyped(
  engine: Engine,
  workspace: Workspace,
  typed: TypedText,
  { typos, relax, filter, grouped, pinned }: MatchOptions,
): Steps<TypedMatches> {
  const { found, edits } = workspace;
  found.count = 0;
  const { sought, compound } = yield* soughtWords(engine, typed);
  const required = sought.filter(({ requiredOn }) => requiredOn !== 0);
  const nothing = {
    exactTotal: 0,
    heldTotal: 0,
    relaxed: false,
    replacements: [],
    extra: [],
    weighed: [],
    isRaised: false,
  };
  if (required.length === 0) return { words: sought, found, edits, ranked: [0, 0], ...nothing };
  // Pages that are left out must not keep others from being looked for.
  const excluded = engine.curated()?.excluded ?? null;
  yield* lookUp(engine, workspace, ANY_FIELD, required, excluded);
  const more: ExtraList[] = [];
  const functionWords = sought.filter(({ requiredOn }) => requiredOn === 0);
  for (const [i, list] of (yield* functionWordPostings(engine, ANY_FIELD, functionWords)).entries())
    more.push({ step: 'function-word', word: functionWords[i]!.typed.text, list });
  if (compound !== null) {
    const shortest = required.reduce((a, b) => (sizeOf(b.list) < sizeOf(a.list) ? b : a)).list;
    const list = yield* unitPostings(engine, ANY_FIELD, compound.unit, shortest);
    more.push({ step: 'compound', word: compound.text, list });
  }
  const names = relax ? yield* findNames(engine, workspace, typed, sought) : NO_NAMES;
  for (const { list, text } of names.joined) more.push({ step: 'name', word: text, list });
  const extra = more.map(({ list }) => list);
  yield* matchWords(engine, required, extra, null, found);
  edits.fill(0, 0, found.count);
  const exactCount = found.count;
  const few = exactCount < ENOUGH;
  if (few) yield* completeLists(engine, workspace, ANY_FIELD, required, excluded);
  const replacements = [...names.replacements];
  if (relax && few) replacements.push(...(yield* findNamesWith(engine, workspace, required)));
  if (excluded !== null) yield* keepAdmittedNames(required, excluded);
  const inNames = required.some((word) => listsOfNames(word, true).length > 0);
  const isOpenMissed = inNames && required.some((word) => word.open !== null && listsOfNames(word, true).length === 0);
  if (!few && (isOpenMissed || (relax && !isLed(engine, required))))
    yield* completeLists(engine, workspace, ANY_FIELD, required, excluded);
  if (inNames) yield* addNamedPages(engine, workspace, required, extra);
  const heldCount = found.count;
  const isFew = heldCount < ENOUGH;
  if (typos && isFew) yield* findSpellings(engine, workspace, sought, heldCount === 0);
  // A question is found by what it is about, before pages that happen to hold all its words in some spelling.
  const isName = heldCount === 0 && required.length <= LONGEST_NAME;
  if (isName && typos) yield* addNear(engine, workspace, required, extra);
  const from = heldCount > 0 ? 0 : found.count;
  const isEnough = isName && found.count >= ENOUGH;
  const mayMiss = inNames && isFew;
  const weighed = mayMiss ? required.map((word) => withNames(word, word.holding === 0)) : required;
  const isRaised = relax && !isEnough && (yield* addByWeight(engine, workspace, weighed, extra, heldCount));
  const to = found.count;
  if (!isName && heldCount > 0 && typos && isFew) yield* addNear(engine, workspace, required, extra);
  const bounds = [exactCount, heldCount, from, to];
  if (filter !== null) keep(workspace, filter, bounds);
  const before = bounds[1]!;
  if (grouped) yield* keepSpeakers(engine, workspace, { filter, grouped, pinned }, bounds);
  const [exactTotal, heldTotal, first, last] = bounds as [number, number, number, number];
  // A current page may speak for an older copy that has more of the words.
  const relaxed = (heldCount === 0 && to > from) || (before > 0 && heldTotal === 0);
  const totals = { exactTotal, heldTotal, ranked: [first, last] as const, relaxed };
  return { words: sought, found, edits, ...totals, replacements, extra: more, weighed, isRaised };
}

/**
 * Reads the words to look for: repeats once, and an open compound as its words, because its last part may go on. Pages that have the
 * compound as typed gain by it, unless its last part is so short that it is hardly typed to its end.
 */
function* soughtWords(
  { analyser, corpus, curated }: Engine,
  { words: typed, open: isOpen }: TypedText,
): Steps<{ readonly sought: readonly TypedSought[]; readonly compound: TypedWord | null }> {
  const { allStemmers } = analyser;
  const words = typed.slice(0, MOST_READ);
  const open = isOpen && words.length === typed.length;
  const last = open ? words.at(-1) : undefined;
  const flat = words.flatMap((word) => (word === last && word.parts.length > 0 ? word.parts : [word]));
  const isWord = (last?.parts.at(-1)?.word?.length ?? 0) > LONGEST_PREFIX;
  const nothingElseOn = flat.reduce((bits, { unit }) => bits & unit.functionWordOn, allStemmers);
  const rules = curated();
  const synonyms = rules === null ? null : yield* rules.synonymsOf(analyser, flat);
  const byKey = new Map<string, TypedSought>();
  for (const [i, word] of flat.entries()) {
    const isLast = open && i === flat.length - 1 && word.word !== null;
    const key = isLast ? '\n' : unitKey(word.unit);
    const known = byKey.get(key);
    const bits = (~word.unit.functionWordOn | nothingElseOn) & allStemmers;
    const requiredOn = bits === allStemmers ? ANY_STEMMER : bits;
    // A word that is also quoted stays required.
    const kept = known?.unit.quoted === true ? known.typed : word;
    const term = { unit: kept.unit, times: (known?.times ?? 0) + 1, requiredOn };
    const own = wordSynonyms([...(known?.curated?.synonyms ?? []), ...(synonyms?.get(i) ?? [])]);
    byKey.set(key, { ...soughtWord(term, isLast ? kept.word : null), typed: kept, curated: own });
  }
  return { sought: rarest(corpus.text, [...byKey.values()]), compound: isWord ? last! : null };
}

/** The rarest of the words that a page must hold, and all phrases, in their order, with the function words between them. */
function rarest(text: TextIndex, words: readonly TypedSought[]): readonly TypedSought[] {
  const required = words.filter(({ requiredOn }) => requiredOn !== 0);
  if (required.length <= MOST_SOUGHT) return words;
  // The word being typed is kept. A word that the site does not have is looked for last.
  const rarityOf = ({ unit, open, curated }: SoughtWord): number => {
    if (open !== null) return Number.POSITIVE_INFINITY;
    for (const { parts } of [unit, ...(curated?.synonyms ?? []).map((each) => each.unit)]) {
      const rarities = parts.map((part) => Math.min(...partTerms(text, part).map(({ term }) => text.rarity[term]!)));
      if (!rarities.includes(Number.POSITIVE_INFINITY)) return Math.max(...rarities);
    }
    return 0;
  };
  const kept = new Set(
    required
      .map((word) => ({ word, rarity: rarityOf(word) }))
      .sort((a, b) => (a.rarity === b.rarity ? 0 : b.rarity - a.rarity))
      .slice(0, MOST_SOUGHT)
      .map(({ word }) => word),
  );
  return words.filter((word) => word.requiredOn === 0 || word.unit.quoted || kept.has(word));
}

/** Whether only pages of the rarest closed word can be found by weight: the open word was looked up on these alone. */
function isLed({ corpus }: Engine, words: readonly SoughtWord[]): boolean {
  if (words.length < 2) return true;
  if (words.some(({ unit, requiredOn }) => unit.parts.length > 1 || requiredOn !== ANY_STEMMER)) return false;
  const closed = words.filter(({ open }) => open === null);
  const rarest = closed.reduce((a, b) => (sizeOf(b.list) < sizeOf(a.list) ? b : a));
  return words[onlyLeader(words, corpus.pages.count, LEAST_SHARE)] === rarest;
}

/** Pages whose edits are looked up between two yields: each takes a search in the list of each word. */
const NEAR_A_STEP = STEP_WORK / 16;

/** Adds the pages that hold all words as typed or near to it, and are not found yet. */
function* addNear(
  engine: Engine,
  workspace: Workspace,
  words: readonly SoughtWord[],
  extra: readonly Postings[],
): Steps<void> {
  if (words.every(({ spellings }) => spellings === null)) return;
  const held: SoughtWord[] = [];
  for (const word of words) {
    const list = nearest([word.list, ...listsOfNames(word, true), word.spellings?.near ?? NOTHING]);
    held.push({ ...word, list });
    if (sizeOf(list) > STEP_WORK / 4) yield;
  }
  const { found, spare: near, edits, seen } = workspace;
  near.count = 0;
  yield* matchWords(engine, held, extra, null, near);
  const { stemmers } = engine.corpus.text;
  seen.clear();
  seen.addAll(found.pages, 0, found.count);
  for (let i = 0; i < near.count; i++) {
    if (i % NEAR_A_STEP === NEAR_A_STEP - 1) yield;
    const page = near.pages[i]!;
    if (seen.has(page)) continue;
    let sum = 0;
    for (const { list, requiredOn } of held) {
      if (list.edits === undefined || ((requiredOn >>> stemmers[page]!) & 1) === 0) continue;
      sum += list.edits[find(list, page) - list.from]!;
    }
    // A joined word or the parts of a compound may be there as typed, but not side by side.
    edits[found.count] = Math.min(MISSING - 1, Math.max(1, sum));
    found.add(page, near.sums[i]!);
  }
}

/**
 * Adds the pages whose words carry enough of the weight and that are not found yet; when no page holds all words and few are found,
 * those that hold any word. Raises those found that hold all words.
 * @returns whether it did
 */
function* addByWeight(
  engine: Engine,
  workspace: Workspace,
  words: readonly SoughtWord[],
  extra: readonly Postings[],
  heldCount: number,
): Steps<boolean> {
  const { parts } = yield* weighedParts(engine, ANY_FIELD, words);
  if (parts.length < 2 || parts.every(({ isPhrase }) => isPhrase)) return false;
  // A single compound or run that some page holds is not taken apart.
  if (heldCount > 0 && words.length < 2) return false;
  const { text } = engine.corpus;
  const { found, spare: near, seen, edits } = workspace;
  for (let i = 0; i < found.count; i++) found.sums[i]! *= 1 + HOLDS_ALL;
  near.count = 0;
  yield* matchByWeight(text, parts, extra, LEAST_SHARE, near);
  if (heldCount === 0 && found.count + near.count < ENOUGH) {
    near.count = 0;
    yield* matchByWeight(text, parts, extra, 0, near);
  }
  seen.clear();
  seen.addAll(found.pages, 0, found.count);
  for (let i = 0; i < near.count; i++) {
    if (seen.has(near.pages[i]!)) continue;
    edits[found.count] = MISSING;
    found.add(near.pages[i]!, near.sums[i]!);
  }
  return true;
}

/** Removes the pages that a copy speaks for. */
function* keepSpeakers(
  { corpus }: Engine,
  workspace: Workspace,
  { filter, pinned }: Scope,
  bounds: number[],
): Steps<void> {
  const { found } = workspace;
  const [, held, from, to] = bounds as [number, number, number, number];
  const pages = found.pages.subarray(0, found.count);
  const near = from === 0 ? to : found.count;
  const speakers = yield* speakersOf(corpus, { pages, exact: held, near }, filter, pinned);
  if (speakers !== null) keep(workspace, speakers, bounds);
}

/** Removes the pages that are not in a set. @param bounds indexes of pages, moved to where these are afterwards */
function keep({ found, edits }: Workspace, set: { has(page: number): boolean }, bounds: number[]): void {
  const old = [...bounds];
  let kept = 0;
  for (let i = 0; i <= found.count; i++) {
    for (let bound = 0; bound < old.length; bound++) if (old[bound] === i) bounds[bound] = kept;
    if (i === found.count || !set.has(found.pages[i]!)) continue;
    found.pages[kept] = found.pages[i]!;
    found.sums[kept] = found.sums[i]!;
    edits[kept++] = edits[i]!;
  }
  found.count = kept;
}
