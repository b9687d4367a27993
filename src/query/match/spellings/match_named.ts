import { STEP_WORK, type Steps } from '../../../async/steps.ts';
import { RANKING } from '../../../corpus/index/fields.ts';
import type { Engine } from '../engine.ts';
import { find, type Postings } from '../postings.ts';
import type { SoughtWord } from '../sought_word.ts';
import type { Workspace } from '../workspace.ts';
import { nearest } from './word_postings.ts';

/** Pages that are looked at between two yields: each takes a search in the lists of each word. */
const PAGES_A_STEP = STEP_WORK / 32;

/** The lists of the names that a word stands for. @param partly also of those that it is only a part of */
export function listsOfNames({ named, partly }: SoughtWord, withPartly: boolean): readonly Postings[] {
  const names = withPartly ? [named, partly] : [named];
  return names.flatMap((each) => (each === null ? [] : [each.list]));
}

/** A word with the pages of the names that it stands for. */
export function withNames<Word extends SoughtWord>(word: Word, withPartly: boolean): Word {
  const lists = listsOfNames(word, withPartly);
  if (lists.length === 0) return word;
  const list = nearest([word.list, ...lists]);
  return { ...word, list, holding: word.holding || list.to };
}

/**
 * Adds the pages that hold all words as typed or in names, and are not found yet. Such a page has one of the names, so no others are
 * looked at.
 * @param words whose lists have all pages, but for those with names of their own
 */
export function* addNamedPages(
  { corpus: { text } }: Engine,
  { found, edits, seen }: Workspace,
  words: readonly SoughtWord[],
  extra: readonly Postings[],
): Steps<void> {
  const lists = words.map((word) => [word.list, ...listsOfNames(word, true)]);
  const { pages, from, to } = nearest(words.flatMap((word) => listsOfNames(word, true)));
  seen.clear();
  seen.addAll(found.pages, 0, found.count);
  for (let i = from; i < to; i++) {
    if (i % PAGES_A_STEP === PAGES_A_STEP - 1) yield;
    const page = pages[i]!;
    if (seen.has(page)) continue;
    const sum = sumOn(page, text.stemmers[page]!);
    if (sum === null) continue;
    edits[found.count] = 0;
    found.add(page, sum);
  }

  /** @returns the page's sum, or null when it lacks a word */
  function sumOn(page: number, stemmer: number): number | null {
    let sum = 0;
    for (const [i, { times, requiredOn }] of words.entries()) {
      const isRequired = ((requiredOn >>> stemmer) & 1) === 1;
      const own = firstOn(lists[i]!, page);
      if (own === null && isRequired) return null;
      sum += (own ?? 0) * times * (isRequired ? 1 : RANKING.commonShare);
    }
    for (const list of extra) sum += firstOn([list], page) ?? 0;
    return sum;
  }
}

/** What the first of some lists that has a page adds to its sum, or null. */
function firstOn(lists: readonly Postings[], page: number): number | null {
  for (const list of lists) {
    const at = find(list, page);
    if (at >= 0) return list.impacts[at]! * list.rarity;
  }
  return null;
}
