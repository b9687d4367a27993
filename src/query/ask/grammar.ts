import * as z from 'zod';
import { caps } from './caps.ts';
import { DIRECTIONS, FACETS, FIELDS, type Query } from './plan.ts';

export type Form = Query['form'];
/** One value for each form. A form without one is a compile error. */
export type PerForm<Value> = Readonly<Record<Form, Value>>;
export type FormKey = Exclude<Form, 'filter'>;

const formKeys: Readonly<Record<FormKey, true>> = { match: true, like: true, traverse: true, slug: true, path: true };
/** The keys that select a query's form. A query without any of them is a filter. */
export const FORM_KEYS = Object.keys(formKeys) as readonly FormKey[];

/** The keys that select a node's form. `text` and `in` select the same form. */
export const NODE_KEYS = ['text', 'in', 'all', 'any', 'not'] as const;

/**
 * The query grammar (specification 4.1) for a site with these collections. It is the only definition: the validator uses
 * these forms one at a time, and the published schema is built by the same functions below.
 */
export interface Grammar {
  /** Declared collections, in the site's order. */
  readonly collections: readonly string[];
  /** The site's own fields, which `/api/search` filters by. */
  readonly fields: readonly string[];
  /** Query schemas by form. They do not validate the tree, because a deep tree would overflow the stack. */
  readonly forms: ReturnType<typeof compileForms>;
  /** Node schemas by form. They do not validate child nodes. */
  readonly nodes: ReturnType<typeof compileNodes>;
  /** Schema of a batch. It does not validate the queries in it. */
  readonly batch: ReturnType<typeof batchForm<z.ZodUnknown>>;
}

export function createGrammar(collections: readonly string[], fields: readonly string[] = []): Grammar {
  return { collections, fields, ...compiledFor(collections) };
}

/** What was compiled last. Every build of a site needs the same, and compiling it takes milliseconds. */
let last: ReturnType<typeof compile> | null = null;

function compiledFor(collections: readonly string[]): Pick<Grammar, 'forms' | 'nodes' | 'batch'> {
  const key = JSON.stringify(collections);
  if (last?.key !== key) last = compile(key, collections);
  return last.schemas;
}

function compile(key: string, collections: readonly string[]) {
  const batch = z.compile(batchForm(z.unknown()));
  return { key, schemas: { forms: compileForms(collections), nodes: compileNodes(), batch } };
}

/** @param node schema of the tree, or `unknown` to skip its validation */
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
  } satisfies PerForm<z.ZodType>;
}

/** @param node schema of child nodes, or `unknown` to skip their validation */
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

/** A string of 1 to `maximum` code points (zod and JSON Schema both count code points) without lone surrogates. */
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
  return compileAll(queryForms(collections, z.unknown()));
}

function compileNodes() {
  return compileAll(nodeForms(z.unknown()));
}

function compileAll<Schemas extends Readonly<Record<string, z.ZodType>>>(schemas: Schemas): Schemas {
  const compiled = Object.entries(schemas).map(([name, schema]) => [name, z.compile(schema)]);
  return Object.fromEntries(compiled) as Schemas;
}
