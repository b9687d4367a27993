import { done, type Steps } from '../../async/steps.ts';
import type { Query } from '../ask/plan.ts';
import type { Engine } from './engine.ts';
import { matchLike } from './match_like.ts';
import type { MatchSet } from './match_set.ts';
import { matchTraverse, normalisePath } from './match_traverse.ts';
import { matchTree } from './match_tree.ts';
import type { PageFilter } from './page_filter.ts';
import type { Workspace } from './workspace.ts';

/** Finds the pages that match a query. */
export function matchQuery(engine: Engine, workspace: Workspace, query: Query): Steps<MatchSet> {
  const filter = engine.filter(query);
  const { pages } = engine.corpus;
  switch (query.form) {
    case 'match':
      return matchTree(engine, workspace, query.match, filter);
    case 'like':
      return matchLike(engine, workspace, query.like, filter);
    case 'traverse':
      return matchTraverse(engine, query.traverse, filter);
    case 'slug':
      return done(lookUpResult(pages.withSlug(query.slug), filter));
    case 'path': {
      const page = pages.find(normalisePath(query.path));
      return done(lookUpResult(Uint32Array.from(page < 0 ? [] : [page]), filter));
    }
    case 'filter':
      // The validator refuses a query that names neither a collection nor a tag.
      return done({
        pages: filter!.pages,
        order: { by: 'date', has: (page) => filter!.has(page) },
        excerptTerms: null,
        clauses: null,
        relaxed: false,
      });
  }
}

/** @param pages by path */
function lookUpResult(pages: Uint32Array, filter: PageFilter | null): MatchSet {
  const kept = filter === null ? pages : filter.bits.among(pages);
  return { pages: kept, order: { by: 'path' }, excerptTerms: null, clauses: null, relaxed: false };
}
