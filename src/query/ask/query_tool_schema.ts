import * as z from 'zod';
import { caps } from './caps.ts';
import { type FormKey, nodeForms, queryForms } from './grammar.ts';
import type { JsonSchema } from './query_schema.ts';

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
  const { match, like, traverse, slug, path, filter } = queryForms(collections, matchNode(toolLevels));
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
  return z.toJSONSchema(root.describe(description), { target: 'draft-2020-12', io: 'input' }) as JsonSchema;
}

/** A node of the tree with the keys of all kinds. @param levels levels that it may have, itself included */
function matchNode(levels: number): z.ZodType {
  const child = levels > 1 ? matchNode(levels - 1) : z.never();
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

const description = [
  'One question about the pages of the site. Give at most one of match, like, traverse, slug and path; without any of them, give collection or tag.',
  `A node of match is either text with in, or one of all, any and not; here it has up to ${toolLevels} levels, and ${caps.depth.maximum} are read.`,
].join(' ');
