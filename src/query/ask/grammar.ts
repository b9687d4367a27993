import * as z from 'zod';
import { caps } from './caps.ts';
import { DIRECTIONS, FACETS, FIELDS } from './plan.ts';

/** The keys that choose a query's form; a query with none of them is a filter. */
export const FORM_KEYS = ['match', 'like', 'traverse', 'slug', 'path'] as const;
export type Form = (typeof FORM_KEYS)[number] | 'filter';

/** The keys that choose a node's form; `text` and `in` choose the same. */
export const NODE_KEYS = ['text', 'in', 'all', 'any', 'not'] as const;

/**
 * What a query looks like (specification 4.1) on a site with these collections. Nothing else says it: the validator
 * reads these forms one at a time, and the published schema is made of the same functions below.
 */
export interface Grammar {
  /** Declared collections, in the site's order. */
  readonly collections: readonly string[];
  /** A query by its form. Its tree is left unread, as a tree may be deeper than a stack. */
  readonly forms: ReturnType<typeof compileForms>;
  /** A node of a tree by its form. The nodes within it are left unread. */
  readonly nodes: ReturnType<typeof compileNodes>;
  /** A batch. Its queries are left unread. */
  readonly batch: ReturnType<typeof batchForm<z.ZodUnknown>>;
}

export function createGrammar(collections: readonly string[]): Grammar {
  return {
    collections,
    forms: compileForms(collections),
    nodes: compileNodes(),
    batch: z.compile(batchForm(z.unknown())),
  };
}

/** @param node what stands for a tree: its schema, or `unknown` to leave it unread */
export function queryForms<Node extends z.ZodType>(collections: readonly string[], node: Node) {
  const narrowing = {
    collection: (collections.length === 0 ? z.never() : z.enum(collections)).optional(),
    tag: text(caps.length.maximum).optional(),
  };
  const listing = {
    ...narrowing,
    limit: z.int().min(1).max(caps.limit.maximum).default(caps.limit.default),
    facets: z
      .array(z.enum(FACETS))
      .min(1)
      .refine(hasNoRepeats, { params: { dimension: 'length' } })
      .optional(),
  };
  const traverse = z.strictObject({
    from: text(caps.length.maximum),
    follow: z.enum(DIRECTIONS),
    depth: z.int().min(1).max(caps.depth.traverse),
  });
  return {
    match: z.strictObject({ match: node, ...listing }),
    like: z.strictObject({ like: text(caps.length.maximum), ...listing }),
    traverse: z.strictObject({ traverse, ...listing }),
    slug: z.strictObject({ slug: text(caps.length.maximum), ...narrowing }),
    path: z.strictObject({ path: text(caps.length.maximum), ...narrowing }),
    filter: z.strictObject(listing),
  };
}

/** @param node what stands for a node within a node: its schema, or `unknown` to leave it unread */
export function nodeForms<Node extends z.ZodType>(node: Node) {
  return {
    clause: z.strictObject({ text: text(caps.length.clause), in: z.enum(FIELDS) }),
    all: z.strictObject({ all: z.array(node).min(1) }),
    any: z.strictObject({ any: z.array(node).min(1) }),
    not: z.strictObject({ not: node }),
  };
}

export function batchForm<Query extends z.ZodType>(query: Query) {
  return z.strictObject({ batch: z.array(query).min(1).max(caps.batch.maximum) });
}

/** 1 to `maximum` code points, which is what zod and JSON Schema count. A lone surrogate is no character. */
function text(maximum: number) {
  return z
    .string()
    .min(1)
    .max(maximum)
    .refine((value) => value.isWellFormed(), { params: { dimension: 'shape' } });
}

function hasNoRepeats(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

function compileForms(collections: readonly string[]) {
  const forms = queryForms(collections, z.unknown());
  return {
    match: z.compile(forms.match),
    like: z.compile(forms.like),
    traverse: z.compile(forms.traverse),
    slug: z.compile(forms.slug),
    path: z.compile(forms.path),
    filter: z.compile(forms.filter),
  };
}

function compileNodes() {
  const nodes = nodeForms(z.unknown());
  return {
    clause: z.compile(nodes.clause),
    all: z.compile(nodes.all),
    any: z.compile(nodes.any),
    not: z.compile(nodes.not),
  };
}
