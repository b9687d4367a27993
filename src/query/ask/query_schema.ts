import * as z from 'zod';
import { caps, inexpressibleCaps } from './caps.ts';
import { batchForm, type Form, type FormKey, nodeForms, type PerForm, queryForms } from './grammar.ts';
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

/** Levels of `all`, `any` and `not` that the schema spells out; the service reads `caps.depth.maximum` of them. */
export const toolLevels = 3;

/**
 * The grammar of one query as the input schema of a tool. Vendors of models refuse `$ref`, recursion and a root that is a
 * choice, so the root is one object with the keys of all forms, and the tree is spelled out to `toolLevels` levels.
 *
 * Every query with a tree of at most so many levels is valid. The description says what the schema cannot: that a query has one
 * form, and a node one kind. A query that breaks these is refused with 422.
 */
export function buildQueryToolSchema(collections: readonly string[]): JsonSchema {
  const { match, like, traverse, slug, path, filter } = queryForms(collections, toolNode(toolLevels));
  const { limit, facets, collection, tag } = filter.shape;
  const ofForms = {
    match: match.shape.match.optional().describe('Pages for which a boolean tree of text clauses holds, best first.'),
    like: like.shape.like.optional().describe('Pages that are similar to this passage, most similar first.'),
    traverse: traverse.shape.traverse
      .optional()
      .describe('Pages that links lead to from the page at the path `from`, nearest first.'),
    slug: slug.shape.slug.optional().describe('Pages whose path ends in this slug. Allows no limit and no facets.'),
    path: path.shape.path.optional().describe('The page at this path. Allows no limit and no facets.'),
  } satisfies Readonly<Record<FormKey, z.ZodType>>;
  const keys = {
    ...ofForms,
    tag: tag.describe('Only pages that carry the tag with this slug.'),
    limit: limit.describe('Rows to answer.'),
    facets: facets.describe('What to count all matches by, each once.'),
  };
  // A site without collections has no value for the key.
  const root = z.strictObject(
    collections.length === 0 ? keys : { ...keys, collection: collection.describe('Only pages of this collection.') },
  );
  return z.toJSONSchema(root.describe(toolDescription), { target: 'draft-2020-12', io: 'input' }) as JsonSchema;
}

/** A node of the tree with the keys of all kinds. @param levels levels that it may have, itself included */
function toolNode(levels: number): z.ZodType {
  const child = levels > 1 ? toolNode(levels - 1) : z.never();
  const { clause, all, any, not } = nodeForms(child);
  const text = {
    text: clause.shape.text.optional().describe('A text to find; needs `in`.'),
    in: clause.shape.in.optional().describe('The field that holds the text; `all` is any of them.'),
  };
  if (levels === 1) return z.strictObject({ text: clause.shape.text, in: clause.shape.in });
  return z
    .strictObject({
      ...text,
      all: all.shape.all.optional().describe('All of these hold.'),
      any: any.shape.any.optional().describe('At least one of these holds.'),
      not: not.shape.not.optional().describe('This does not hold.'),
    })
    .describe('A text with its field, or one of all, any and not.');
}

const toolDescription = [
  'One question about the pages of the site. Give at most one of match, like, traverse, slug and path; without any of them, give collection or tag.',
  `A node of match is either text with in, or one of all, any and not; here it has up to ${toolLevels} levels, and ${caps.depth.maximum} are read.`,
].join(' ');
