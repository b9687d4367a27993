import * as z from 'zod';
import { caps, inexpressibleCaps } from './caps.ts';
import { batchForm, type Form, type FormKey, nodeForms, type PerForm, queryForms } from './grammar.ts';
import type { MatchNode } from './plan.ts';

/** A JSON Schema 2020-12 document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema that `/api/query-schema.json` publishes (specification 4.8), generated from the validator's own grammar. */
export function buildQuerySchema(collections: readonly string[]): JsonSchema {
  const parts = z.registry<Readonly<Record<string, unknown>>>();
  /** Names a part among `$defs`, and says what it is. @param more keywords that zod does not have */
  const name = (
    part: z.ZodType,
    id: string,
    title: string | null,
    description: string,
    more: JsonSchema = {},
  ): void => {
    parts.add(part, { id, ...(title !== null && { title }), description, ...more });
  };

  const node: z.ZodType<MatchNode> = z.lazy(() => z.union([nodes.clause, nodes.all, nodes.any, nodes.not]));
  const nodes = nodeForms(node);
  name(node, 'MatchNode', 'Match node', 'A boolean tree over text clauses.');
  name(nodes.clause, 'TextClause', 'Text clause', CLAUSE);
  name(nodes.all, 'Conjunction', 'Conjunction', 'Matches when every node in it matches.');
  name(nodes.any, 'Disjunction', 'Disjunction', 'Matches when at least one node in it matches.');
  name(nodes.not, 'Negation', 'Negation', 'Matches when the node in it does not match.');

  const forms = queryForms(collections, node);
  for (const form of Object.keys(ANNOTATIONS) as Form[]) name(forms[form], ...ANNOTATIONS[form]);
  const { collection, tag, limit, facets } = forms.filter.shape;
  name(collection, 'Collection', null, 'Only pages of this collection.');
  name(tag, 'Tag', null, 'Only pages that have the tag with this slug; an unknown slug matches no pages.');
  name(limit, 'Limit', null, 'Maximum number of results.');
  name(facets, 'Facets', null, 'Facets to count over all matches.', { uniqueItems: true });
  const { from, follow, depth } = forms.traverse.shape.traverse.shape;
  parts.add(from, { description: 'Path of the page to start from.' });
  parts.add(follow, { description: 'Which links to follow.' });
  parts.add(depth, { description: 'How many links away a page may be.' });

  const query = z.union(Object.values(forms));
  name(query, 'Query', 'Query', 'One query; its keys determine its form.');
  const batch = batchForm(query);
  name(batch, 'Batch', 'Batch', 'Several independent queries; their results are returned in the same order.');
  const body = z.union([query, batch]);
  parts.add(body, { title: 'Query body', description: description() });
  return z.toJSONSchema(body, { target: 'draft-2020-12', io: 'input', metadata: parts }) as JsonSchema;
}

const CLAUSE = 'Matches a page when every term of the text is in the field; `all` means any of the other five fields.';

/** A form without an annotation is a compile error. */
const ANNOTATIONS: PerForm<readonly [id: string, title: string, description: string, more?: JsonSchema]> = {
  match: ['MatchQuery', 'Match', 'Pages that match a boolean tree of text clauses, best first.'],
  like: ['LikeQuery', 'Like', 'Pages that are similar to a passage, most similar first.'],
  traverse: ['TraverseQuery', 'Traverse', 'Pages that can be reached by links from a page, nearest first.'],
  slug: ['SlugQuery', 'Slug look-up', `Pages whose path ends in the slug, at most ${caps.limit.default}.`],
  path: ['PathQuery', 'Path look-up', 'The page at the path. A leading slash is optional, and `/` means `index`.'],
  filter: [
    'FilterQuery',
    'Filter only',
    'Pages of a collection, with a tag, or both, newest first.',
    // A query that names neither a search nor a filter is refused.
    { anyOf: [having('collection'), having('tag')] },
  ],
};

/** A strict validator wants a required property to be declared beside its requirement; some generators read no `true` there. */
function having(property: string): JsonSchema {
  return { properties: { [property]: {} }, required: [property] };
}

function description(): string {
  return [
    'The body of a QUERY request to /api/pages: one query or a batch of queries.',
    'Nesting depth and request-wide totals are limited, but this schema cannot express those limits; a query that exceeds one is refused with 422 invalid-query, which names the dimension.',
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
    match: match.shape.match.optional().describe('Pages that match a boolean tree of text clauses, best first.'),
    like: like.shape.like.optional().describe('Pages that are similar to this passage, most similar first.'),
    traverse: traverse.shape.traverse
      .optional()
      .describe('Pages that can be reached by links from the page at the path `from`, nearest first.'),
    slug: slug.shape.slug
      .optional()
      .describe('Pages whose path ends in this slug. Cannot be combined with limit or facets.'),
    path: path.shape.path.optional().describe('The page at this path. Cannot be combined with limit or facets.'),
  } satisfies Readonly<Record<FormKey, z.ZodType>>;
  const keys = {
    ...ofForms,
    tag: tag.describe('Only pages that have the tag with this slug.'),
    limit: limit.describe('Maximum number of results.'),
    facets: facets.describe('Facets to count over all matches, each at most once.'),
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
    text: clause.shape.text.optional().describe('Text to find; requires `in`.'),
    in: clause.shape.in.optional().describe('The field to search; `all` searches every field.'),
  };
  if (levels === 1) return z.strictObject({ text: clause.shape.text, in: clause.shape.in });
  return z
    .strictObject({
      ...text,
      all: all.shape.all.optional().describe('All of these must match.'),
      any: any.shape.any.optional().describe('At least one of these must match.'),
      not: not.shape.not.optional().describe('This must not match.'),
    })
    .describe('Either text with in, or one of all, any and not.');
}

const toolDescription = [
  "One query over the site's pages. Give at most one of match, like, traverse, slug and path; if you give none of them, give collection or tag.",
  `A node of match is either text with in, or one of all, any and not; this schema describes up to ${toolLevels} levels; the service accepts up to ${caps.depth.maximum}.`,
].join(' ');
