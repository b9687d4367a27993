import type { Corpus } from '../../corpus/corpus.ts';
import { score } from '../../corpus/index/ranking.ts';
import { matchRelaxed, readClause, relaxClause } from './clause.ts';
import { engineFor } from './engine.ts';
import { findLike } from './like.ts';
import { topOfMatches } from './top.ts';

export interface RankedPage {
  readonly page: number;
  readonly score: number;
}

/** Ranks pages that hold any term of a text: what a relaxed answer does, without its rows. */
export function rankAny(corpus: Corpus, text: string, limit: number): RankedPage[] {
  const engine = engineFor(corpus);
  const { matches } = engine;
  matches.count = 0;
  const relaxed = relaxClause(engine, readClause(engine, { text, in: 'all' }));
  if (relaxed !== null) matchRelaxed(engine, relaxed, [], matches);
  return topOfMatches(matches, limit).map(({ page, sum }) => ({ page, score: score(sum) }));
}

/** Ranks pages by likeness to a passage: what a `like` query does, without its rows. */
export function rankLike(corpus: Corpus, passage: string, limit: number): RankedPage[] {
  return findLike(engineFor(corpus), passage, [], limit).rows.map(({ page, sum }) => ({ page, score: score(sum) }));
}
