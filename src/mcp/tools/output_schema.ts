export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Constructors for the schemas of structured answers. Clients check answers as draft-07 or as 2020-12, so only what both read alike
 * is used: all members are required, and an absent value is null.
 */
export function object(members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties: members, required: Object.keys(members), additionalProperties: false };
}

export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export const text: JsonSchema = { type: 'string' };
export const textOrNull: JsonSchema = { type: ['string', 'null'] };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const countOrNull: JsonSchema = { type: ['integer', 'null'], minimum: 0 };
export const flag: JsonSchema = { type: 'boolean' };
