/** Constructors for the schemas of answers. */
import type { Schema } from './openapi_document.ts';

/** Members by name; a name that ends in `?` marks an optional member. */
export type Members = Readonly<Record<string, Schema>>;

/** An object with these members and no other. */
export function object(description: string, members: Members): Schema {
  const named = Object.entries(members).map(([name, schema]) => [name.replace(/\?$/, ''), schema] as const);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(named),
    required: Object.keys(members).filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

export function list(items: Schema, description?: string): Schema {
  return { type: 'array', ...(description === undefined ? {} : { description }), items };
}

export function text(description: string, example?: string): Schema {
  return { type: 'string', description, ...(example === undefined ? {} : { examples: [example] }) };
}

/** A whole number of at least 0. */
export function count(description: string): Schema {
  return { type: 'integer', minimum: 0, description };
}

export function schemaNamed(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}
