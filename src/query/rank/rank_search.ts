import type { Steps } from '../../async/steps.ts';
import { wordsOfText } from '../../corpus/analysis/words_of_text.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { roundToScores } from '../../corpus/index/ranking.ts';
import { searchForm } from '../../text/search_form.ts';
import type { SearchPlan, Sort } from '../ask/search_plan.ts';
import { heldSynonyms } from '../match/curation/synonym_postings.ts';
import type { Engine } from '../match/engine.ts';
import { correctedTexts, replaceWords } from '../match/spellings/did_you_mean.ts';
import { MISSING, type TypedMatches } from '../match/spellings/match_typed.ts';
import { withReplaced } from '../match/spellings/names_in_code.ts';
import { questionUnits, readTyped } from '../match/spellings/read_typed.ts';
import type { Workspace } from '../match/workspace.ts';
import { type Asked, readAsked } from './asked.ts';
import { weigh } from './curated_rows.ts';
import { RANKED_ROWS, type RankOptions, rankFound, rerank } from './rank_rows.ts';
import { type Candidates, inPageOrder, type Row, topOfPages } from './top.ts';

/** A row of a search. */
export interface SearchRow extends Row {
  /** Edits of all words together, or `MISSING`. */
  readonly edits: number;
  /** Whether it is ordered by a text with the owner's synonyms in place of words; absent: no. */
  readonly bySynonym?: boolean;
}

/** Factor of a sum when the title begins with what is typed. */
const TITLE_BEGINS = 1.5;

/** Larger than any sum: each edit puts a row behind all rows with fewer. */
const TIER = 2 ** 40;

/**
 * Orders by edits, then sum, then path. The first rows without edits are re-ranked as those of `/api/pages`, or the first that miss words
 * when there are none: always the same number, so that all parts of the list agree.
 * @param options without `lift`
 * @returns the rows from `offset` on, at most `limit`
 */
export function* rowsByRelevance(
  engine: Engine,
  workspace: Workspace,
  { q, prefix, offset, limit }: SearchPlan,
  { words, found, edits, heldTotal, ranked: [from, to], relaxed, replacements }: TypedMatches,
  { trace = null, factorOf = null }: Pick<RankOptions, 'trace' | 'factorOf'> = {},
): Steps<readonly SearchRow[]> {
  const { corpus } = engine;
  const end = offset + limit;
  const lift = (rows: Candidates, text: string): void => {
    if (prefix === 'last') liftBeginnings(corpus, rows, text);
  };
  const first = { pages: found.pages.subarray(from, to), sums: found.sums.subarray(from, to) };
  const { text, others } = textsOf(engine, relaxed ? (correctedTexts(engine, q!, words)[0] ?? q!) : q!, words);
  const texts = [
    { text, by: 'text' as const },
    ...(replacements.length === 0
      ? []
      : [{ text: withReplaced(searchForm(text), replacements), by: 'names' as const }]),
    ...others.map((other) => ({ text: other, by: 'synonyms' as const })),
  ];
  const isRanked = to - from > 1;
  const readings = isRanked ? texts.map((each) => ({ asked: askedAsPages(engine, each.text), by: each.by })) : [];
  const raised = new Set<number>();
  const liftReading = (best: Candidates, i: number): void => {
    if (!relaxed) lift(best, texts[i]!.text);
  };
  const rows = yield* rankFound(engine, readings, first, end, { lift: liftReading, trace, factorOf, raised });
  const inTier = rows.map((row) => ({ ...row, edits: relaxed ? MISSING : 0, bySynonym: raised.has(row.page) }));
  if (from > 0) return [...(yield* nearRows(0, from)), ...inTier].slice(offset, end);
  return (inTier.length < end ? [...inTier, ...(yield* nearRows(to, found.count))] : inTier).slice(offset, end);

  /** The best of the pages found from `start` to `stop`, by edits, then sum, then path; re-ranked first when none is exact. */
  function* nearRows(start: number, stop: number): Steps<readonly SearchRow[]> {
    const pages = found.pages.subarray(start, stop);
    const keys = workspace.spare.sums.subarray(0, stop - start);
    for (let i = start; i < stop; i++) keys[i - start] = found.sums[i]! + (MISSING - edits[i]!) * TIER;
    const most = Math.max(end, RANKED_ROWS);
    const near = topOfPages({ pages, sums: keys }, most, corpus.pages.foreign).map(({ page, sum: key }) => {
      const tier = Math.floor(key / TIER);
      return { page, sum: key - tier * TIER, edits: MISSING - tier };
    });
    if (heldTotal > 0 || near.length < 2) return near;
    return yield* rerankNearest(near, (page) => {
      const at = start + pages.indexOf(page);
      return at < start || edits[at] !== near[0]!.edits ? null : found.sums[at]! / (factorOf?.(page) ?? 1);
    });
  }

  /**
   * Re-ranks the first rows of those with the fewest edits, as `/api/pages` does for the text without its typing errors. Of several
   * corrected texts each row takes the one that raises it most.
   * @param sumOf returns the sum of a page with the fewest edits, else null
   */
  function* rerankNearest(
    near: readonly SearchRow[],
    sumOf: (page: number) => number | null,
  ): Steps<readonly SearchRow[]> {
    const { edits: fewest } = near[0]!;
    const nearest = near.slice(0, RANKED_ROWS).filter((row) => row.edits === fewest);
    const pages = Uint32Array.from(nearest, ({ page }) => page);
    const sums = Float64Array.from(nearest, ({ sum }) => sum);
    const best = new Map(nearest.map(({ page, sum }) => [page, sum]));
    for (const text of correctedTexts(engine, q!, words)) {
      const some = inPageOrder(pages.slice(), sums.slice());
      weigh(some, factorOf, -1);
      trace?.begin(1);
      const lifted = pages.length < 2 ? some : yield* rerank(engine, askedAsPages(engine, text), some, sumOf, trace);
      lift(lifted, text);
      trace?.add('title-begins', lifted);
      weigh(lifted, factorOf);
      lifted.pages.forEach((page, row) => {
        best.set(page, Math.max(best.get(page) ?? 0, lifted.sums[row]!));
      });
    }
    const ranked = { pages: Uint32Array.from(best.keys()), sums: Float64Array.from(best.values()) };
    roundToScores(ranked.sums);
    const rows = topOfPages(ranked, best.size, corpus.pages.foreign);
    return [...rows.map((row) => ({ ...row, edits: fewest })), ...near.filter(({ page }) => !best.has(page))];
  }
}

/** Synonyms of a word in place of which first rows are re-ranked. */
const MOST_SYNONYMS = 3;

/** The text to re-rank by, with a synonym in place of each word that no page holds; and those with a synonym for each word that has some. */
function textsOf(
  engine: Engine,
  q: string,
  words: TypedMatches['words'],
): { readonly text: string; readonly others: readonly string[] } {
  const meant = words.flatMap((word) => {
    const synonyms = heldSynonyms(word).filter(({ covers }) => covers === 1);
    if (synonyms.length === 0 || word.typed.word === null) return [];
    const texts = synonyms.slice(0, MOST_SYNONYMS).map((each) => each.text);
    return [{ word: word.typed.word, texts, isUnknown: word.curated!.ownHolding === 0 }];
  });
  if (meant.length === 0) return { text: q, others: [] };
  const typed = readTyped(engine.analyser, q).words;
  const replaced = (some: typeof meant, way: number): string => {
    const byWord = new Map(some.map(({ word, texts }) => [word, texts[way] ?? texts[0]!]));
    return replaceWords(searchForm(q), typed, byWord);
  };
  const unknown = meant.filter(({ isUnknown }) => isUnknown);
  const text = unknown.length === 0 ? q : replaced(unknown, 0);
  const ways = Math.max(...meant.map(({ texts }) => texts.length));
  const others = new Set(Array.from({ length: ways }, (_, way) => replaced(meant, way)));
  others.delete(text);
  return { text, others: [...others] };
}

/** What re-rankers read of a question, as in `GET /api/pages?q=`. */
function askedAsPages(engine: Engine, text: string): Asked {
  const match = { text, in: 'all' } as const;
  const read = [{ field: 'all', units: questionUnits(engine.analyser, text) }] as const;
  return readAsked(engine, { form: 'match', match, collection: null, tag: null, limit: 0, facets: [] }, read)!;
}

/** Raises rows whose title begins with the typed text, which may end inside a word. Re-ranking has raised those with whole words. */
function liftBeginnings({ pages: { titleShare } }: Corpus, { pages, sums }: Candidates, q: string): void {
  if (/\s$/.test(q)) return;
  const beginning = Buffer.from(wordsOfText(q));
  for (let row = 0; row < pages.length; row++) {
    const share = titleShare(pages[row]!, beginning, true);
    if (share > 0 && share <= 1) sums[row]! *= TITLE_BEGINS;
  }
}

/** All pages of the site in the order of a sort; without a text, relevance is the newest first. */
export function orderOf({ pages }: Corpus, sort: Sort): Uint32Array {
  if (sort === 'title') return pages.byTitle;
  return sort === 'updated' ? pages.lastUpdatedFirst : pages.newestFirst;
}
