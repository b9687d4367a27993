import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument, Schema } from '../../src/discovery/openapi/openapi_document.ts';

/** The errors of a value by a schema of the description, as text, or null for none. */
export type Judge = (schema: Schema, value: unknown) => string | null;

export function createJudge({ components }: OpenApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, formats: { date: /^\d{4}-\d\d-\d\d$/ }, allErrors: true });
  // A schema by itself of which others use parts, so that each part is compiled once.
  ajv.addSchema({ components: { ...components, schemas: closeSchemas(components.schemas) } }, 'description');
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema, value) => {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"description#/components/');
      validate = ajv.compile(JSON.parse(text) as Schema);
      compiled.set(schema, validate);
    }
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: '' });
  };
}

/**
 * The schemas, without the members that they do not name. The description leaves them open, so that callers expect more members in
 * later versions; a test expects no member that is not described.
 */
function closeSchemas(schemas: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const extended = new Set(
    Object.values(schemas).flatMap(({ allOf = [] }) =>
      (allOf as readonly { readonly $ref: string }[]).map(({ $ref }) => $ref.split('/').at(-1)!),
    ),
  );
  // The members of these are the business of other specifications.
  const open = new Set(['Linkset', 'McpMessage', 'McpAnswer', ...extended]);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const isClosed = 'properties' in schema && !('additionalProperties' in schema) && !open.has(name);
      return [name, isClosed ? { ...schema, unevaluatedProperties: false } : schema];
    }),
  );
}
