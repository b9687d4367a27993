import type { Steps } from '../../../async/steps.ts';
import type { Unit } from '../../../corpus/analysis/unit.ts';
import type { Engine } from '../engine.ts';
import { unitPostings } from '../phrase.ts';
import { type Postings, sizeOf } from '../postings.ts';
import type { NearPostings, Spellings, Split, TypedSought } from '../sought_word.ts';
import type { Workspace } from '../workspace.ts';
import { countLetters, nearWords, pagesOfWord, prefetchNear } from './near_words.ts';
import type { TypedWord } from './read_typed.ts';
import { nearest, nearPostings } from './word_postings.ts';

/** Least letters of each half of a joined or split word. */
const LEAST_HALF = 3;
/** Least letters of a whole one whose halves may be shorter, as in `v-if` and `vif`, `e-mail` and `email`. */
const LEAST_WHOLE = 3;
/** Most pairs of words that are looked for when one of them is mistyped. */
const MOST_PAIRS = 12;

/**
 * Looks for other spellings of the words. A function word has none but that which it makes with its neighbour.
 *
 * @param words all words typed, in order
 * @param isNothingFound no page holds all words as typed: then near words are looked for only where no page holds the word, because
 * known words are rather too many than mistyped; and words may be joined or split
 */
export function* findSpellings(
  engine: Engine,
  workspace: Workspace,
  words: readonly TypedSought[],
  isNothingFound: boolean,
): Steps<void> {
  const isKnown = ({ holding }: TypedSought): boolean => isNothingFound && holding > 0;
  const isSought = (sought: TypedSought): boolean =>
    sought.typed.word !== null && sought.typed.unit.functionWordOn === 0 && !isKnown(sought);
  for (const isOpen of [false, true]) {
    const some = words.filter((sought) => isSought(sought) && (sought.open !== null) === isOpen);
    prefetchNear(
      engine,
      some.map(({ typed }) => typed.word!),
      isOpen,
    );
  }
  for (const [i, sought] of words.entries()) {
    const { typed } = sought;
    if (typed.parts.length > 0 && !typed.unit.parts.some(({ shape }) => shape === 'signed')) {
      sought.spellings = yield* spellCompound(engine, typed);
    }
    if (isNothingFound && sought.holding === 0 && isRun(typed)) sought.spellings = yield* splitRun(engine, typed.text);
    if (typed.word === null) continue;
    yield;
    const isFunctionWord = typed.unit.functionWordOn !== 0;
    const ranges = isSought(sought) ? nearWords(engine, typed.word, sought.open !== null) : [];
    const mayBeSplit = isNothingFound && !isFunctionWord;
    // Short words are adjacent in many texts, so a known word is not split into them.
    const leastHalf = sought.holding > 0 ? LEAST_HALF : 1;
    const plain = mayBeSplit ? yield* splitWord(engine, typed.word, leastHalf) : null;
    const joined = isNothingFound ? yield* joinWords(engine, words, i) : null;
    const near = ranges.length === 0 ? null : yield* nearPostings(engine, workspace, typed.word, ranges);
    const isNowhere = mayBeSplit && !isKnown(sought) && plain === null && joined === null && near === null;
    const split = isNowhere ? yield* splitMistyped(engine, typed.word) : plain;
    const lists = [joined?.near, split?.near, near].filter((list) => list != null);
    if (lists.length === 0) continue;
    sought.spellings = {
      words: ranges,
      split: split?.split ?? null,
      joined: joined?.word ?? null,
      near: nearest(lists),
    };
  }
}

/** A compound whose parts are not side by side: pages that hold them anywhere count as one edit away. */
function* spellCompound(engine: Engine, typed: TypedWord): Steps<Spellings | null> {
  let shared: Postings | null = null;
  for (const { unit } of typed.parts) {
    const list: Postings = yield* unitPostings(engine, 'all', unit);
    shared = shared === null ? list : both(shared, list);
  }
  if (shared === null || sizeOf(shared) === 0) return null;
  return { words: [], split: null, joined: null, near: withEdits(shared, 1) };
}

/** Least characters of each half of a run of an unspaced script, and most of the run. */
const LEAST_HALF_RUN = 2;
const LONGEST_RUN = 24;
/** Katakana writes one word where other scripts begin another, so a cut between two of its characters is within a word. */
const IN_KATAKANA = /^\p{scx=Katakana}{2}$/u;

/** Whether a word is a run of a script without spaces. */
function isRun({ unit }: TypedWord): boolean {
  return !unit.quoted && typeof unit.parts[0]!.shape === 'number';
}

/**
 * People type `文字列検索` without a blank, and pages hold its two words at different places. Takes the longest beginning for which some page
 * holds both halves; they count as one edit.
 */
function* splitRun(engine: Engine, run: string): Steps<Spellings | null> {
  const characters = [...run];
  if (characters.length > LONGEST_RUN) return null;
  for (let at = characters.length - LEAST_HALF_RUN; at >= LEAST_HALF_RUN; at--) {
    yield;
    if (IN_KATAKANA.test(`${characters[at - 1]}${characters[at]}`)) continue;
    const halves = [characters.slice(0, at).join(''), characters.slice(at).join('')] as const;
    let shared: Postings | null = null;
    for (const half of halves) {
      const [unit] = engine.analyser.units(half);
      if (unit === undefined || (shared !== null && sizeOf(shared) === 0)) continue;
      const list: Postings = yield* unitPostings(engine, 'all', unit);
      shared = shared === null ? list : both(shared, list);
    }
    if (shared === null || sizeOf(shared) === 0) continue;
    return { words: [], split: { halves, edits: 1 }, joined: null, near: withEdits(shared, 1) };
  }
  return null;
}

/** The pages of two lists, with the sums of both. */
function both(a: Postings, b: Postings): Postings {
  const size = Math.min(sizeOf(a), sizeOf(b));
  const pages = new Uint32Array(size);
  const impacts = new Float64Array(size);
  let to = 0;
  for (let i = a.from, j = b.from; i < a.to && j < b.to; ) {
    if (a.pages[i] === b.pages[j]) {
      pages[to] = a.pages[i]!;
      impacts[to++] = a.impacts[i++]! * a.rarity + b.impacts[j++]! * b.rarity;
    } else if (a.pages[i]! < b.pages[j]!) i++;
    else j++;
  }
  return { pages, impacts, set: null, from: 0, to, rarity: 1 };
}

function withEdits(list: Postings, edits: number): NearPostings {
  return { ...list, edits: new Uint8Array(sizeOf(list)).fill(edits) };
}

interface FoundSplit {
  readonly split: Split;
  readonly near: NearPostings;
}

/** Two words of the site that stand side by side and were typed as one: `basketball`. */
function* splitWord(engine: Engine, word: string, leastHalf: number): Steps<FoundSplit | null> {
  const { words } = engine.corpus;
  const halves = halvesOf(word, leastHalf);
  words.prefetch(halves.flat(), null);
  const known = halves.filter(([left, right]) => words.find(left) >= 0 && words.find(right) >= 0);
  return yield* findSideBySide(engine, known, 1);
}

/** The same with one edit in one of the words: `quikstart`. The likeliest pairs are looked for, by the rarer word's pages. */
function* splitMistyped(engine: Engine, word: string): Steps<FoundSplit | null> {
  const { words, text } = engine.corpus;
  const pairs: { readonly halves: Split['halves']; readonly pages: number }[] = [];
  const add = (left: number, right: number): void => {
    const pages = Math.min(pagesOfWord(words, text.all.starts, left), pagesOfWord(words, text.all.starts, right));
    pairs.push({ halves: [words.word(left), words.word(right)], pages });
  };
  const halves = halvesOf(word, LEAST_HALF);
  words.prefetch(halves.flat(), null);
  const others = halves.flatMap(([left, right]) => [
    ...(words.find(right) < 0 ? [] : [left]),
    ...(words.find(left) < 0 ? [] : [right]),
  ]);
  prefetchNear(engine, others, false);
  for (const [left, right] of halves) {
    yield;
    const [knownLeft, knownRight] = [words.find(left), words.find(right)];
    if (knownRight >= 0) for (const near of wordsOneEditAway(engine, left)) add(near, knownRight);
    if (knownLeft >= 0) for (const near of wordsOneEditAway(engine, right)) add(knownLeft, near);
  }
  // Stable, so that equal pairs keep the order of their halves.
  pairs.sort((a, b) => b.pages - a.pages);
  const likeliest = pairs.slice(0, MOST_PAIRS).map(({ halves }) => halves);
  return yield* findSideBySide(engine, likeliest, 2);
}

function wordsOneEditAway(engine: Engine, word: string): number[] {
  const near = nearWords(engine, word, false).filter(({ distance }) => distance === 1);
  return near.map(({ from }) => from);
}

/** The ways to cut a word in two, but not within a number. @param least letters of each half */
function halvesOf(word: string, least: number): [string, string][] {
  const letters = [...word];
  const halves: [string, string][] = [];
  if (letters.length < LEAST_WHOLE) return halves;
  for (let at = least; at <= letters.length - least; at++) {
    if (isInNumber(letters[at - 1]!, letters[at]!)) continue;
    halves.push([letters.slice(0, at).join(''), letters.slice(at).join('')]);
  }
  return halves;
}

const LAST_DIGIT = /\p{N}$/u;
const FIRST_DIGIT = /^\p{N}/u;

/** Whether both characters at a place are digits: a number must not match another number. */
function isInNumber(left: string, right: string): boolean {
  return LAST_DIGIT.test(left) && FIRST_DIGIT.test(right);
}

/** The pages that have one of the pairs side by side; the first pair with a page is the one reported. */
function* findSideBySide(
  engine: Engine,
  pairs: readonly Split['halves'][],
  edits: Split['edits'],
): Steps<FoundSplit | null> {
  const lists: NearPostings[] = [];
  let found: Split['halves'] | null = null;
  for (const halves of pairs) {
    const [unit] = engine.analyser.units(`"${halves.join(' ')}"`);
    if (unit === undefined) continue;
    const list = yield* unitPostings(engine, 'all', unit);
    if (sizeOf(list) === 0) continue;
    found ??= halves;
    lists.push(withEdits(list, edits));
  }
  return found === null ? null : { split: { halves: found, edits }, near: nearest(lists) };
}

/** A short function word is rarely half of another word. */
function mayBeHalf({ word, unit }: TypedWord): boolean {
  return word !== null && (unit.functionWordOn === 0 || countLetters(word) >= LEAST_HALF);
}

/** The word that this one makes with the one behind it, or with the one before it: `any way`. Both together cost one edit. */
function* joinWords(
  engine: Engine,
  words: readonly TypedSought[],
  at: number,
): Steps<{ word: string; near: NearPostings } | null> {
  for (const first of [at, at - 1]) {
    const [left, right] = [words[first]?.typed, words[first + 1]?.typed];
    if (left == null || right == null || !mayBeHalf(left) || !mayBeHalf(right)) continue;
    const word = left.word! + right.word!;
    if (countLetters(word) < LEAST_WHOLE || isInNumber(left.word!, right.word!)) continue;
    if (engine.corpus.words.find(word) < 0) continue;
    const [unit] = engine.analyser.units(word) as [Unit];
    const list = yield* unitPostings(engine, 'all', unit);
    if (sizeOf(list) > 0) return { word, near: withEdits(list, first === at ? 0 : 1) };
  }
  return null;
}
