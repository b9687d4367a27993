import { normalForm } from '../../text/normal_form.ts';
import type { MatchNode, Query } from './plan.ts';

/** Converts all caller text to NFC, as in the artefact. Recursion is safe: a valid tree has at most 8 levels. */
export function normalQuery(query: Query): Query {
  const tag = query.tag === null ? null : normalForm(query.tag);
  switch (query.form) {
    case 'match':
      return { ...query, tag, match: normalNode(query.match) };
    case 'like':
      return { ...query, tag, like: normalForm(query.like) };
    case 'traverse':
      return { ...query, tag, traverse: { ...query.traverse, from: normalForm(query.traverse.from) } };
    case 'slug':
      return { ...query, tag, slug: normalForm(query.slug) };
    case 'path':
      return { ...query, tag, path: normalForm(query.path) };
    case 'filter':
      return { ...query, tag };
  }
}

function normalNode(node: MatchNode): MatchNode {
  if ('text' in node) return { ...node, text: normalForm(node.text) };
  if ('not' in node) return { not: normalNode(node.not) };
  return 'all' in node ? { all: node.all.map(normalNode) } : { any: node.any.map(normalNode) };
}
