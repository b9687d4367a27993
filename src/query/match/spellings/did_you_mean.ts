import type { Steps } from '../../../async/steps.ts';
import { searchForm } from '../../../text/search_form.ts';
import type { Engine } from '../engine.ts';
import { LONGEST_NAME } from '../match_by_weight.ts';
import type { TypedSought } from '../sought_word.ts';
import type { Workspace } from '../workspace.ts';
import { matchTyped, type Scope } from './match_typed.ts';
import { nearWords, pagesOfWord } from './near_words.ts';
import { readTyped, type TypedWord } from './read_typed.ts';

/** Another text to search, and how many pages hold all its words, or of a question are found by it when none does. */
export interface DidYouMean {
  readonly q: string;
  readonly total: number;
}

/** A known word is replaced only by a word at one edit that occurs on this many times as many pages. */
const MUCH_COMMONER = 20;

/**
 * The text with words replaced that are probably mistyped: those that no page holds, by the nearest word, and rare ones, by a much
 * commoner word at one edit. Other words stay as typed. Uses the workspace, so the answer's rows must be written before.
 *
 * @returns null when no word is replaced, or no page holds the words of the new text; of a question in which no page held a replaced word,
 * only the former
 */
export function* didYouMean(
  engine: Engine,
  workspace: Workspace,
  text: string,
  words: readonly TypedSought[],
  scope: Scope,
): Steps<DidYouMean | null> {
  const meant = new Map<string, string>();
  for (const [i, word] of words.entries()) {
    const replacement = replacementOf(engine, words, i);
    if (replacement !== null) meant.set(word.typed.word!, replacement);
  }
  if (meant.size === 0) return null;
  const typed = readTyped(engine.analyser, text);
  const q = replaceWords(searchForm(text), typed.words, meant);
  const total = yield* countExact(engine, workspace, q, scope);
  if (total > 0) return { q, total };
  const isUnknown = words.some(({ typed: { word }, holding }) => word !== null && meant.has(word) && holding === 0);
  if (!isUnknown || words.filter(({ requiredOn }) => requiredOn !== 0).length <= LONGEST_NAME) return null;
  const { found } = yield* search(engine, workspace, q, true, scope);
  return found.count === 0 ? null : { q, total: found.count };
}

/** Maximum number of replacements for a mistyped word. */
const MOST_CORRECTIONS = 2;

/** @returns the text with its first unknown words corrected, in several ways; none when all words are known or have no near word */
export function correctedTexts(engine: Engine, q: string, words: readonly TypedSought[]): string[] {
  const meant = new Map<string, readonly string[]>();
  for (const [i, word] of words.entries()) {
    if (word.holding > 0 && joinedAt(words, i) === null) continue;
    const corrections = correctionsOf(engine, words, i);
    if (corrections.length > 0) meant.set(word.typed.word!, corrections);
  }
  const ways = Math.max(0, ...[...meant.values()].map(({ length }) => length));
  if (ways === 0) return [];
  const text = searchForm(q);
  const typed = readTyped(engine.analyser, q);
  return Array.from({ length: ways }, (_, way) =>
    replaceWords(text, typed.words, new Map([...meant].map(([word, each]) => [word, each[way] ?? each[0]!]))),
  );
}

function correctionsOf(engine: Engine, words: readonly TypedSought[], at: number): readonly string[] {
  const replacement = replacementOf(engine, words, at);
  const { typed, spellings } = words[at]!;
  if (replacement === null || spellings === null || spellings.joined !== null || spellings.split !== null) {
    return replacement === null ? [] : [replacement];
  }
  const list = engine.corpus.words;
  return nearWords(engine, typed.word!, false)
    .slice(0, MOST_CORRECTIONS)
    .map(({ from }) => list.word(from));
}

/** @returns how many pages of the scope hold all words of a text. Uses the workspace. */
export function* countExact(engine: Engine, workspace: Workspace, text: string, scope: Scope): Steps<number> {
  return (yield* search(engine, workspace, text, false, scope)).exactTotal;
}

function search(engine: Engine, workspace: Workspace, text: string, relax: boolean, scope: Scope) {
  const { words } = readTyped(engine.analyser, text);
  return matchTyped(engine, workspace, { words, open: false }, { typos: false, relax, ...scope });
}

/** Replaces a word that is probably mistyped: by one word, by two, or by none when it is joined with the word before it. */
function replacementOf(engine: Engine, words: readonly TypedSought[], at: number): string | null {
  const { typed, open, holding: pages, spellings, requiredOn, named, partly } = words[at]!;
  const { corpus } = engine;
  if (typed.word === null || (pages === 0 && (named ?? partly) !== null)) return null;
  const joined = joinedAt(words, at);
  if (joined !== null) return joined;
  if (requiredOn === 0) return null;
  if (pages === 0) {
    if (spellings?.split != null) return spellings.split.halves.join(' ');
  } else if (open !== null || pages * MUCH_COMMONER > corpus.pages.count) return null;
  const [best] = nearWords(engine, typed.word, false);
  if (best === undefined) return null;
  const found = pagesOfWord(corpus.words, corpus.text.all.starts, best.from);
  const isMuchCommoner = best.distance === 1 && found >= pages * MUCH_COMMONER;
  return pages === 0 || isMuchCommoner ? corpus.words.word(best.from) : null;
}

/**
 * Replaces two words that are joined: the first by the whole, the second by nothing.
 * @returns null when it is not joined, or when pages hold both
 */
function joinedAt(words: readonly TypedSought[], at: number): string | null {
  const joined = words[at]!.spellings?.joined ?? null;
  if (joined === null) return null;
  const isSecond = isSecondOf(words, at);
  const other = words[isSecond ? at - 1 : at + 1];
  const isUnknown = words[at]!.holding === 0 || other?.holding === 0;
  if (other?.spellings?.joined !== joined || !isUnknown) return null;
  return isSecond ? '' : joined;
}

function isSecondOf(words: readonly TypedSought[], at: number): boolean {
  const before = words[at - 1];
  return before !== undefined && words[at]!.spellings!.joined === before.typed.word! + words[at]!.typed.word!;
}

/** A text with some of its words replaced. @param text in search form; @param meant by word */
export function replaceWords(text: string, words: readonly TypedWord[], meant: ReadonlyMap<string, string>): string {
  let replaced = '';
  let copied = 0;
  for (const { word, start, text: written } of words.flatMap((each) => (each.parts.length > 0 ? each.parts : [each]))) {
    const replacement = word === null ? undefined : meant.get(word);
    if (replacement === undefined) continue;
    replaced += text.slice(copied, start) + replacement;
    copied = start + written.length;
  }
  return (replaced + text.slice(copied)).trim().replace(/\s+/g, ' ');
}
