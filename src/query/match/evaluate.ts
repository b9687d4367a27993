import type { Query } from '../ask/plan.ts';
import type { Engine } from './engine.ts';
import { findFilter } from './filter.ts';
import type { Found } from './found.ts';
import { findLike } from './like.ts';
import { findPath, findSlug } from './look_up.ts';
import { findTree } from './match_tree.ts';
import type { Postings } from './postings.ts';
import { findTraverse } from './traverse.ts';

/** Answers one query. The result's `pages` are a view that the engine's next query overwrites. */
export function evaluate(engine: Engine, query: Query): Found {
  const filters: Postings[] = [];
  if (query.collection !== null) filters.push(engine.collectionPostings(query.collection));
  if (query.tag !== null) filters.push(engine.tagPostings(query.tag));
  switch (query.form) {
    case 'match':
      return findTree(engine, query.match, filters, query.limit);
    case 'like':
      return findLike(engine, query.like, filters, query.limit);
    case 'traverse':
      return findTraverse(engine, query.traverse, filters, query.limit);
    case 'slug':
      return findSlug(engine, query.slug, filters, query.limit);
    case 'path':
      return findPath(engine, query.path, filters, query.limit);
    case 'filter':
      return findFilter(engine, filters, query.limit);
  }
}
