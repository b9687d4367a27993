import * as z from 'zod';
import { caps, inexpressibleCaps } from './caps.ts';
import { batchForm, type Form, nodeForms, type PerForm, queryForms } from './grammar.ts';
import type { MatchNode } from './plan.ts';

/** A JSON Schema 2020-12 document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the schema says about a part: its name among `$defs`, its annotations, and keywords that zod does not have. */
type Annotation = { readonly title?: string; readonly description?: string; readonly [keyword: string]: unknown };

type Annotations = z.core.$ZodRegistry<Annotation>;
type Forms = ReturnType<typeof queryForms<z.ZodType<MatchNode>>>;

/** The schema that `/api/query-schema.json` publishes (specification 4.8), generated from the validator's own grammar. */
export function buildQuerySchema(collections: readonly string[]): JsonSchema {
  const parts: Annotations = z.registry<Annotation>();
  const forms = queryForms(collections, matchNode(parts));
  for (const form of Object.keys(ANNOTATIONS) as Form[]) parts.add(forms[form], ANNOTATIONS[form]);
  annotateFilters(parts, forms);
  annotateTraverse(parts, forms);

  const query = z.union(Object.values(forms));
  parts.add(query, { id: 'Query', title: 'Query', description: 'One question; its form is chosen by the key it has.' });
  const batch = batchForm(query);
  parts.add(batch, {
    id: 'Batch',
    title: 'Batch',
    description: 'Several questions, answered in the order asked and independently of each other.',
  });
  const body = z.union([query, batch]);
  parts.add(body, { title: 'Query body', description: description() });
  return z.toJSONSchema(body, { target: 'draft-2020-12', io: 'input', metadata: parts }) as JsonSchema;
}

const ANNOTATIONS: PerForm<Annotation & { readonly id: string }> = {
  match: {
    id: 'MatchQuery',
    title: 'Match',
    description: 'Pages for which a boolean tree of text clauses holds, best first.',
  },
  like: {
    id: 'LikeQuery',
    title: 'Like',
    description: 'Pages that are similar to a passage, most similar first.',
  },
  traverse: {
    id: 'TraverseQuery',
    title: 'Traverse',
    description: 'Pages that links lead to from a page, nearest first.',
  },
  slug: {
    id: 'SlugQuery',
    title: 'Slug look-up',
    description: `Pages whose path ends in the slug, at most ${caps.limit.default}.`,
  },
  path: {
    id: 'PathQuery',
    title: 'Path look-up',
    description: 'The page at the path. A leading slash may be given, and `/` means `index`.',
  },
  filter: {
    id: 'FilterQuery',
    title: 'Filter only',
    description: 'Pages of a collection, with a tag, or both, newest first.',
    // A query that names neither a search nor a filter is refused.
    anyOf: [having('collection'), having('tag')],
  },
};

/** The keys that forms share. */
function annotateFilters(parts: Annotations, forms: Forms): void {
  const { collection, tag, limit, facets } = forms.filter.shape;
  parts.add(collection, { id: 'Collection', description: 'Only pages of this collection.' });
  parts.add(tag, {
    id: 'Tag',
    description: 'Only pages that carry the tag with this slug; an unknown slug has no pages.',
  });
  parts.add(limit, { id: 'Limit', description: 'Rows to answer.' });
  parts.add(facets, { id: 'Facets', description: 'What to count all matches by.', uniqueItems: true });
}

function annotateTraverse(parts: Annotations, forms: Forms): void {
  const { from, follow, depth } = forms.traverse.shape.traverse.shape;
  parts.add(from, { description: 'Path of the page to start from.' });
  parts.add(follow, { description: 'Which links to follow.' });
  parts.add(depth, { description: 'How many links away a page may be.' });
}

function matchNode(parts: Annotations): z.ZodType<MatchNode> {
  const node: z.ZodType<MatchNode> = z.lazy(() => z.union([nodes.clause, nodes.all, nodes.any, nodes.not]));
  const nodes = nodeForms(node);
  parts.add(node, { id: 'MatchNode', title: 'Match node', description: 'A boolean tree over text clauses.' });
  parts.add(nodes.clause, {
    id: 'TextClause',
    title: 'Text clause',
    description: 'Holds for a page when every term of the text is found in the field; `all` is any of the other five.',
  });
  parts.add(nodes.all, { id: 'Conjunction', title: 'Conjunction', description: 'Holds when every node in it holds.' });
  parts.add(nodes.any, { id: 'Disjunction', title: 'Disjunction', description: 'Holds when a node in it holds.' });
  parts.add(nodes.not, { id: 'Negation', title: 'Negation', description: 'Holds when the node in it does not.' });
  return node;
}

/** A strict validator wants a required property to be declared beside its requirement; some generators read no `true` there. */
function having(property: string): JsonSchema {
  return { properties: { [property]: {} }, required: [property] };
}

function description(): string {
  return [
    'What the body of a QUERY of /api/pages can be: one query or a batch of queries.',
    'Nesting depth and request-wide totals are enforced but cannot be expressed in this schema; a query that exceeds one is refused with 422 invalid-query, which names the dimension.',
    ...inexpressibleCaps,
    'Characters are Unicode code points; strings with lone surrogates are refused.',
  ].join(' ');
}
