/** Constructors for the schemas of answers. The description leaves out members that are undefined. */
import type { Schema } from './openapi_document.ts';

/** Members by name; a name that ends in `?` marks an optional member. */
export type Members = Readonly<Record<string, Schema>>;

/** An object with these members. Schemas are open: a later version may add members. */
export function object(description: string | null, members: Members): Schema {
  const required = Object.keys(members).filter((name) => !name.endsWith('?'));
  const named = Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema]);
  return {
    type: 'object',
    description: description ?? undefined,
    properties: Object.fromEntries(named),
    required: required.length > 0 ? required : undefined,
  };
}

/** An object with the members of another schema and these. */
export function extended(base: string, description: string | null, members: Members): Schema {
  return { allOf: [schemaNamed(base)], ...object(description, members) };
}

export function list(items: Schema, description?: string): Schema {
  return { type: 'array', description, items };
}

/** @param description left out where the name of the member says as much */
export function text(description?: string, example?: string): Schema {
  return { type: 'string', description, examples: example === undefined ? undefined : [example] };
}

/** A whole number; none that is counted is below 0. */
export function count(description?: string): Schema {
  return { type: 'integer', description };
}

/** A count that is never 0. */
export const counted: Schema = { type: 'integer', minimum: 1 };

export function schemaNamed(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}
