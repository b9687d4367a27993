import { characterClass, UNSPACED } from '../../corpus/analysis/tokenise.ts';
import { wordsOfText } from '../../corpus/analysis/words_of_text.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { SINGLE } from '../../corpus/index/posting_set.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import type { Engine } from '../match/engine.ts';
import { gallop, sizeOf, termPostings } from '../match/postings.ts';
import type { Asked } from './asked.ts';
import type { Candidates } from './top.ts';

/** What a title gains when it has the words of the query and no others, as a share of the best sum. */
const COVER_SHARE = 0.25;
/** What a title gains when it begins with the query as written, in best sums; and as much again times the share of its words asked for. */
const BEGINNING = 2;
/** What a title gains when it equals the query exactly and other titles have the same words, in best sums. */
const AS_WRITTEN = 2;
/** Factor of these gains for a page in another language than the site, and for the last segment of a path. */
export const LESSER = 0.5;
/** A text of more words is a passage more often than a question: a title that has few of them says little about it. */
const LONGEST_QUESTION = 5;

/**
 * Raises the sums of pages whose title shares words with the query, and puts a page first whose title or alias is what was asked:
 *
 *     sum + cover * (sum + 0.25 * best sum)   cover: the smaller of two shares, of the title's words that the query has, and of
 *                                                    the query's words that the title has; their product in a longer query
 *         + (2 + 2 * m / n) * best sum        if the title begins with the query as written; n words in the title, m in the query
 *         + 2 * (n / m) ** 2 * best sum       if the query begins with the title as written
 *         + 2 * best sum                      if the title equals the query exactly, and others with the same words do not
 *         + best sum                          if the title has all words of the query and begins with the first one
 *     then + the best of these                if a title or alias has the same words in the same order
 *
 * A title's words are weighted by their rarity among titles. "As written" counts function words and does not stem. Function words before
 * a name are part of a question, as in "what is an etag": the last line ignores them, unless some title begins with them as written.
 *
 * A page in another language than the site gains half. A page gains half of the last line when only the last segment of its path is what
 * was asked, and nothing by that in another language.
 */
export function liftTitles(engine: Engine, asked: Asked, rows: Candidates): null {
  if (asked.passage !== null) return null;
  const begun = liftByWords(engine, asked, rows);
  liftByName(engine, asked, rows, begun);
  return null;
}

/** @param begun whether some title begins with the query as written */
function liftByName({ corpus }: Engine, { named }: Asked, { pages, sums }: Candidates, begun: boolean): void {
  if (named.length === 0) return;
  const { foreign } = corpus.pages;
  const best = greatest(sums);
  for (const { page, titled, isWhole } of named) {
    if (begun && !isWhole) continue;
    const row = pages.indexOf(page);
    if (row < 0) continue;
    const isForeign = foreign !== null && foreign[page] === 1;
    if (isForeign && !titled) continue;
    sums[row]! += isForeign || !titled ? best * LESSER : best;
  }
}

/** The words of a query that the titles of rows have, by row. */
interface TitleWords {
  /** The weights of the words, summed. */
  readonly weights: number[];
  readonly counts: number[];
  /** Whether the title begins with the first word. */
  readonly begins: boolean[];
}

/** @returns whether some title begins with the query as written */
function liftByWords({ corpus }: Engine, { words, name }: Asked, { pages, sums }: Candidates): boolean {
  const found = findInTitles(corpus.text, words, pages);
  if (found === null) return false;
  const { weights, counts, begins } = found;
  const { titleWeights } = corpus.text;
  const { foreign, titleShare } = corpus.pages;
  const best = greatest(sums);
  const written = wordsOfText(name);
  const bytes = Buffer.from(written);
  // Such a script has no spaces between words.
  const isUnspaced = characterClass(written.codePointAt(written.length - 1) ?? 0) === UNSPACED;
  let begun = false;
  const namesakes: number[] = [];
  for (let row = 0; row < pages.length; row++) {
    if (counts[row] === 0) continue;
    const page = pages[row]!;
    const share = titleShare(page, bytes, isUnspaced);
    if (share > 0 && share <= 1) begun = true;
    const titleShared = Math.min(1, weights[row]! / titleWeights[page]!);
    const queryShared = counts[row]! / words.length;
    const cover = words.length > LONGEST_QUESTION ? titleShared * queryShared : Math.min(titleShared, queryShared);
    const beginning = beginningGain(share) + (begins[row] && counts[row] === words.length ? 1 : 0);
    const gain = cover * (sums[row]! + COVER_SHARE * best) + beginning * best;
    sums[row]! += foreign !== null && foreign[page] === 1 ? gain * LESSER : gain;
    if (share === 1) namesakes.push(row);
  }
  if (namesakes.length > 1) liftAsWritten(corpus.pages, name, namesakes, { pages, sums }, best);
  return begun;
}

/** Tells `$state` from `State`, and `operator[]` from `operator()`. @param rows whose titles have the words of the query and no others */
function liftAsWritten(
  { title, foreign }: Corpus['pages'],
  name: string,
  rows: readonly number[],
  { pages, sums }: Candidates,
  best: number,
): void {
  const written = name.normalize('NFC').trim().replace(/\s+/g, ' ');
  // Most people type only lower-case letters.
  const isSmall = written === written.toLowerCase();
  const same = rows.filter((row) => {
    const own = title(pages[row]!);
    return (isSmall ? own.toLowerCase() : own) === written;
  });
  if (same.length === rows.length) return;
  for (const row of same) sums[row]! += AS_WRITTEN * best * (foreign?.[pages[row]!] === 1 ? LESSER : 1);
}

/** @param share as `PageTable.titleShare`; @returns in best sums */
function beginningGain(share: number): number {
  if (share === 0) return 0;
  return share <= 1 ? BEGINNING * (1 + share) : BEGINNING / (share * share);
}

/** Reused: it is not held across a pause. */
const FOUND: TitleWords = { weights: [], counts: [], begins: [] };

/** @returns null when no title has a word */
function findInTitles(text: TextIndex, words: Asked['words'], pages: Uint32Array): TitleWords | null {
  const { weights, counts, begins } = FOUND;
  let some = false;
  for (const word of words) {
    for (const { term, stemmers } of word.terms) {
      const list = termPostings(text, 'title', term);
      if (sizeOf(list) === 0) continue;
      const weight = text.rarityInTitles(term);
      let at = list.from;
      for (let row = 0; row < pages.length; row++) {
        const page = pages[row]!;
        at = gallop(list, at, page);
        if (at === list.to) break;
        if (list.pages[at] !== page || ((stemmers >>> text.stemmers[page]!) & 1) === 0) continue;
        if (!some) {
          for (let i = 0; i < pages.length; i++) {
            weights[i] = 0;
            counts[i] = 0;
            begins[i] = false;
          }
          some = true;
        }
        weights[row]! += weight;
        counts[row]!++;
        if (word === words[0] && text.fields.title.places[at] === SINGLE) begins[row] = true;
      }
    }
  }
  return some ? FOUND : null;
}

export function greatest(sums: Float64Array): number {
  let best = 0;
  for (let row = 0; row < sums.length; row++) if (sums[row]! > best) best = sums[row]!;
  return best;
}
