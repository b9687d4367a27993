import { characterClass, UNSPACED } from '../../corpus/analysis/character_class.ts';
import { wordsOfText } from '../../corpus/analysis/words_of_text.ts';
import { SINGLE } from '../../corpus/index/posting_set.ts';
import type { Engine } from '../match/engine.ts';
import { gallop, sizeOf, termPostings } from '../match/postings.ts';
import type { Asked } from './asked.ts';
import type { Candidates } from './candidates.ts';

/** The share of the best sum that a title gains which has the words of the query and no others. */
const COVER_SHARE = 0.25;
/** What a title gains, in best sums, that begins with the query as written, and as much again times the share of it that is asked. */
const BEGINNING = 2;
/** What is left of these gains for a page in another language than the site, and for the last segment of a path. */
const LESSER = 0.5;

/**
 * Raises the sums of pages whose title shares words with the query, and puts a page first whose title or alias is what was asked:
 *
 *     sum + cover * (sum + 0.25 * best sum)    cover: share of the title's words that the query has
 *                                                     * share of the query's words that the title has
 *         + best sum                           if the title has all words of the query and begins with the first one
 *     then + the best of these                 if a title or alias has the same words in the same order
 *
 * A title's words are weighted by their rarity among titles. A page in another language than the site gains half. A page gains half
 * of the last line when only the last segment of its path is what was asked, and nothing by that in another language.
 */
export function liftTitles(engine: Engine, asked: Asked, rows: Candidates): null {
  if (asked.passage !== null) return null;
  const begun = liftByWords(engine, asked, rows);
  liftByName(engine, asked, rows, begun);
  return null;
}

function liftByName({ corpus }: Engine, { named }: Asked, { pages, sums }: Candidates, begun: boolean): void {
  if (named.length === 0) return;
  const { foreign } = corpus.pages;
  const best = greatest(sums);
  for (const { page, titled, isWhole } of named) {
    const row = pages.indexOf(page);
    if (row < 0) continue;
    const isForeign = foreign !== null && foreign[page] === 1;
    if ((isForeign && !titled) || (begun && !isWhole)) continue;
    sums[row]! += isForeign || !titled ? best * LESSER : best;
  }
}

/** @returns whether some title begins with the query as written */
function liftByWords({ corpus }: Engine, { words, name }: Asked, { pages, sums }: Candidates): boolean {
  const { text } = corpus;
  const { foreign, titleShare } = corpus.pages;
  /** By row: the weights of the asked words in the page's title, their number, and whether it begins with the first one. */
  const weights: number[] = [];
  const counts: number[] = [];
  const begins: boolean[] = [];
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
            weights.push(0);
            counts.push(0);
            begins.push(false);
          }
          some = true;
        }
        weights[row]! += weight;
        counts[row]!++;
        if (word === words[0] && text.fields.title.places[at] === SINGLE) begins[row] = true;
      }
    }
  }
  if (!some) return false;
  const best = greatest(sums);
  const written = wordsOfText(name);
  const bytes = Buffer.from(written);
  let begun = false;
  const isUnspaced = characterClass(written.charCodeAt(written.length - 1)) === UNSPACED;
  for (let row = 0; row < pages.length; row++) {
    if (counts[row] === 0) continue;
    const page = pages[row]!;
    const cover = Math.min(1, weights[row]! / text.titleWeights[page]!) * (counts[row]! / words.length);
    const share = titleShare(page, bytes, isUnspaced);
    if (share > 0 && share <= 1) begun = true;
    const beginning = Math.max(begins[row] && counts[row] === words.length ? 1 : 0, beginningGain(share));
    const gain = cover * (sums[row]! + COVER_SHARE * best) + beginning * best;
    sums[row]! += foreign !== null && foreign[page] === 1 ? gain * LESSER : gain;
  }
  return begun;
}

/** @param share how much of the title the query is (`beginningShare`); @returns what that adds, in best sums */
function beginningGain(share: number): number {
  return share <= 1 ? Math.sign(share) * BEGINNING + share * BEGINNING : BEGINNING / (share * share);
}

function greatest(sums: Float64Array): number {
  let best = 0;
  for (let row = 0; row < sums.length; row++) if (sums[row]! > best) best = sums[row]!;
  return best;
}
