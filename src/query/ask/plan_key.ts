import type { MatchNode, Plan, Query } from './plan.ts';

/** A cache key: two plans have the same key exactly when they are equal, however the requests were written. */
export function planKey(plan: Plan): string {
  return JSON.stringify([plan.batch, ...plan.queries.map(keyed)]);
}

function keyed(query: Query): unknown[] {
  const { form, collection, tag, limit } = query;
  return [form, subject(query), collection, tag, limit, ...('facets' in query ? query.facets : [])];
}

/** What only the form has. The type of the result makes a form without a case a compile error. */
function subject(query: Query): string | readonly unknown[] | null {
  switch (query.form) {
    case 'match':
      return keyedNode(query.match);
    case 'like':
      return query.like;
    case 'traverse':
      return [query.traverse.from, query.traverse.follow, query.traverse.depth];
    case 'slug':
      return query.slug;
    case 'path':
      return query.path;
    case 'filter':
      return null;
  }
}

/** Only a clause has a string as its second item, so keys are unambiguous. A valid tree has at most 8 levels. */
function keyedNode(node: MatchNode): unknown[] {
  if ('text' in node) return [node.text, node.in];
  if ('not' in node) return ['not', keyedNode(node.not)];
  return 'all' in node ? ['all', node.all.map(keyedNode)] : ['any', node.any.map(keyedNode)];
}
