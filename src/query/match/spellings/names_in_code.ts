import type { Steps } from '../../../async/steps.ts';
import { codeName } from '../../../corpus/analysis/code_name.ts';
import { rarity } from '../../../corpus/index/ranking.ts';
import { LEAST_INITIALS, LEAST_PART } from '../../../corpus/words/code_names.ts';
import type { Engine } from '../engine.ts';
import { LONGEST_NAME } from '../match_by_weight.ts';
import { unitPostings } from '../phrase.ts';
import { type Postings, sizeOf } from '../postings.ts';
import type { Named, TypedSought } from '../sought_word.ts';
import { unitKey } from '../unit_key.ts';
import type { Workspace } from '../workspace.ts';
import { countLetters, pagesOfWord } from './near_words.ts';
import type { TypedText, TypedWord } from './read_typed.ts';
import { namePostings, nearest } from './word_postings.ts';

/** Most words of a text that are read, and of them that make one name. */
const MOST_READ = 50;
const MOST_OF_NAME = 8;
/** Most names of a text that are written in another way. */
const MOST_REPLACED = 8;
/** Most words that begin as an unfinished name and are looked at, and names among them that it stands for. */
const MOST_BEGINNINGS = 256;
const MOST_NAMES = 8;
/** Least letters of the last part of an unfinished name of two parts: fewer begin too many names. */
const LEAST_BEGUN = 2;
/** Least letters of each part of a name that is looked for side by side: shorter words are too common. */
const LEAST_APART = 2;
/** Most letters of initials. */
const MOST_INITIALS = 8;
/** Weight of a name that has the word typed as a part: less than that of any word that begins with it. */
const PART_WEIGHT = 0.25;
/** Weight of the parts of a name side by side, which are several words. */
const APART_WEIGHT = 0.25;

/** Another text for a part of what is typed: `[start, end)` of its search form. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The names in code that a text asks for in another way than it is typed. */
export interface NamesAsked {
  /** Names whose parts are typed side by side; pages with one gain by it. */
  readonly joined: readonly { readonly text: string; readonly list: Postings }[];
  /** Parts joined to names that some title has, and names taken apart. */
  readonly replacements: readonly Replacement[];
}

/**
 * Finds the names whose parts are typed side by side (`get server side props`), and where the parts of a name that is typed in one piece
 * stand side by side (`get_server_side_props`). Sets `named` of the words that stand for them.
 */
export function* findNames(
  engine: Engine,
  workspace: Workspace,
  { words, open }: TypedText,
  sought: readonly TypedSought[],
): Steps<NamesAsked> {
  const typed = words.slice(0, MOST_READ).flatMap((word) => (word.parts.length > 0 ? word.parts : [word]));
  const joined: NamesAsked['joined'][number][] = [];
  const replacements: Replacement[] = [];
  for (let at = 0; at < typed.length; ) {
    if (replacements.length === MOST_REPLACED) break;
    const found = (yield* findJoined(engine, workspace, typed, at, open)) ?? (yield* findApart(engine, typed[at]!));
    if (found === null) {
      at++;
      continue;
    }
    const { count, named, text } = found;
    const run = typed.slice(at, at + count);
    const last = run.at(-1)!;
    const words = sought.filter((word) => standsIn(word, run));
    const most = words.reduce((sum, word) => sum + rarityOf(word), 0);
    if (count > 1) joined.push({ text, list: atMost(named.list, most) });
    if (count === 1 || areInTitles(engine, named.names))
      replacements.push({ start: run[0]!.start, end: last.start + last.text.length, text });
    for (const word of words)
      addNamed(word, count > 1 ? { ...named, list: atMost(named.list, rarityOf(word)) } : named);
    at += count;
  }
  return { joined, replacements };
}

/** Whether some title has one of these words. Otherwise no title is read in another way. */
function areInTitles({ corpus: { text, words, pages } }: Engine, names: readonly number[]): boolean {
  const inNone = rarity(pages.count, 0);
  return names.some((name) => {
    const terms = words.terms.subarray(words.termStarts[name], words.termStarts[name + 1]);
    return terms.some((term) => text.rarityInTitles(term) < inNone);
  });
}

/** A name says no more than the words that it stands for: those of `return value` are on every page, `returnValue` on one. */
function atMost(list: Postings, most: number): Postings {
  return list.rarity <= most ? list : { ...list, rarity: most };
}

/** The rarity of a word; infinite when no page has it alone. Function words have none. */
function rarityOf({ list, holding, requiredOn }: TypedSought): number {
  if (requiredOn === 0) return 0;
  return holding === 0 || list.rarity === 1 ? Number.POSITIVE_INFINITY : list.rarity;
}

/** Words typed side by side, how many, and what they stand for, also as a text. */
interface Found {
  readonly count: number;
  readonly named: Named;
  readonly text: string;
}

/** The names that the longest run of words from `at` on is the parts of. */
function* findJoined(
  engine: Engine,
  workspace: Workspace,
  typed: readonly TypedWord[],
  at: number,
  open: boolean,
): Steps<Found | null> {
  let joined = typed[at]!.word;
  const borders: number[] = [];
  let longest: { readonly names: readonly number[]; readonly text: string; readonly count: number } | null = null;
  let isWhole = false;
  for (let to = at + 1; joined !== null && to < Math.min(typed.length, at + MOST_OF_NAME); to++) {
    const { word } = typed[to]!;
    if (word === null) break;
    borders.push(joined.length);
    joined += word;
    const isBegun = borders.length > 1 || countLetters(word) >= LEAST_BEGUN;
    const isOpen = open && to === typed.length - 1 && isBegun;
    const names = namesOf(engine, joined, borders, isOpen);
    if (names === null) break;
    if (names.length === 0) continue;
    longest = { names, text: joined, count: to + 1 - at };
    isWhole = !isOpen;
  }
  if (longest === null) return null;
  const { names, text, count } = longest;
  const letters = countLetters(text);
  const list = yield* namePostings(engine, workspace, names, (word) => letters / countLetters(word));
  if (sizeOf(list) === 0) return null;
  const named = { list, names, apart: null };
  return { count, named: isWhole ? yield* withApart(engine, named, count) : named, text };
}

/**
 * The names that are written with these letters, or begin so when `open`, and have a border at each of these places.
 * @returns null when no word begins so: then none does with more letters
 */
function namesOf(
  { corpus }: Engine,
  letters: string,
  borders: readonly number[],
  open: boolean,
): readonly number[] | null {
  const { words, codeNames, text } = corpus;
  const [from, to] = words.withPrefix(letters);
  if (from === to) return null;
  const isName = (word: number): boolean => {
    const ends = codeNames.endsOf(word);
    return ends !== null && borders.every((border) => ends.includes(border));
  };
  // Words are sorted, so the word itself is before those that begin so.
  if (!open) return words.word(from) === letters && isName(from) ? [from] : [];
  const names: number[] = [];
  for (let word = from; word < Math.min(to, from + MOST_BEGINNINGS); word++) if (isName(word)) names.push(word);
  if (names.length <= 1) return names;
  const pages = new Map(names.map((word) => [word, pagesOfWord(words, text.all.starts, word)]));
  return names.sort((a, b) => pages.get(b)! - pages.get(a)! || a - b).slice(0, MOST_NAMES);
}

/** Where the parts of a name that is typed in one piece stand side by side. */
function* findApart(engine: Engine, { word, text }: TypedWord): Steps<Found | null> {
  if (word === null) return null;
  const parts = codeName(text) ?? partsOfKnown(engine, word);
  const list = yield* apartPostings(engine, parts);
  return list === null ? null : { count: 1, named: { list, names: [], apart: parts }, text: parts! };
}

/** Names, and the places where the parts of the commonest one stand side by side. @param count words typed for it: its parts were looked up */
function* withApart(engine: Engine, { list, names }: Named, count: number): Steps<Named> {
  const parts = partsOfKnown(engine, engine.corpus.words.word(names[0]!));
  if (parts?.split(' ').length === count) return { list, names, apart: null };
  const apart = yield* apartPostings(engine, parts);
  return apart === null ? { list, names, apart } : { list: nearest([list, apart]), names, apart: parts };
}

/** @param parts of a name, joined by blanks */
function* apartPostings(engine: Engine, parts: string | null): Steps<Postings | null> {
  if (parts === null || parts.split(' ').some(({ length }) => length < LEAST_APART)) return null;
  const [phrase] = engine.analyser.units(`"${parts}"`);
  if (phrase === undefined) return null;
  const list = yield* unitPostings(engine, 'all', phrase);
  return sizeOf(list) === 0 ? null : { ...list, rarity: list.rarity * APART_WEIGHT };
}

/** The parts of a word that the site writes as a name, joined by blanks. */
function partsOfKnown({ corpus: { words, codeNames } }: Engine, word: string): string | null {
  const known = words.find(word);
  const ends = known < 0 ? null : codeNames.endsOf(known);
  if (ends === null) return null;
  return [0, ...ends].map((start, i) => word.slice(start, ends[i])).join(' ');
}

/** Whether a word of the search stands for words typed side by side, all of its own among them. */
function standsIn({ typed, unit, open }: TypedSought, run: readonly TypedWord[]): boolean {
  if (typed.parts.length > 0) return typed.parts.every((part) => run.includes(part));
  const key = unitKey(unit);
  return run.some((word) => word === typed || (open === null && unitKey(word.unit) === key));
}

/**
 * Finds the names that have a typed word as a part, and those with the initials that are typed, where no page has these as a word. Sets
 * `partly` and `named` of the words.
 */
export function* findNamesWith(
  engine: Engine,
  workspace: Workspace,
  sought: readonly TypedSought[],
): Steps<readonly Replacement[]> {
  const replacements: Replacement[] = [];
  for (const word of sought) {
    const { typed, open, holding } = word;
    // A long question is not looked for in names, unless a word of it is found nowhere else.
    if (typed.word === null || typed.word.length < LEAST_PART || (holding > 0 && sought.length > LONGEST_NAME))
      continue;
    const [name, ...others] = holding > 0 ? [] : namesWithInitials(engine, typed.word, open !== null);
    if (name !== undefined) {
      const text = engine.corpus.words.word(name);
      replacements.push({ start: typed.start, end: typed.start + typed.text.length, text });
      addNamed(word, yield* withApart(engine, yield* namesOfWeight(engine, workspace, [name, ...others], 1), 1));
    }
    const partly = namesWithPart(engine, word);
    if (partly.length > 0) word.partly = yield* namesOfWeight(engine, workspace, partly, PART_WEIGHT);
  }
  return replacements;
}

function* namesOfWeight(engine: Engine, workspace: Workspace, names: readonly number[], weight: number): Steps<Named> {
  return { list: yield* namePostings(engine, workspace, names, () => weight), names, apart: null };
}

function namesWithInitials({ corpus }: Engine, word: string, open: boolean): readonly number[] {
  const isLong = word.length >= LEAST_INITIALS && word.length <= MOST_INITIALS;
  return isLong ? corpus.codeNames.withInitials(word, open) : [];
}

function namesWithPart({ corpus }: Engine, { typed: { unit, word }, open }: TypedSought): readonly number[] {
  const terms = open === null ? unit.parts[0]!.terms : [...unit.parts[0]!.terms, word!];
  const names = terms.flatMap((term) => corpus.codeNames.withPart(term, open !== null && term === word));
  return [...new Set(names)];
}

/** Lets a word stand for more: what it stands for already comes first. */
function addNamed(word: TypedSought, named: Named): void {
  const { named: before } = word;
  if (before === null) word.named = named;
  else {
    const list = nearest([before.list, named.list]);
    word.named = { list, names: [...before.names, ...named.names], apart: before.apart ?? named.apart };
  }
}

/** A text in search form with some of its parts replaced. @param replacements in any order, apart from each other */
export function withReplaced(text: string, replacements: readonly Replacement[]): string {
  let replaced = '';
  let copied = 0;
  for (const { start, end, text: other } of replacements.toSorted((a, b) => a.start - b.start)) {
    replaced += text.slice(copied, start) + other;
    copied = end;
  }
  return replaced + text.slice(copied);
}
