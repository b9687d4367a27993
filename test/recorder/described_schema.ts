import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument, Schema } from '../../src/discovery/openapi/openapi_document.ts';

/** The errors of a value by a schema of the description, as text, or null for none. */
export type Judge = (schema: Schema, value: unknown) => string | null;

export function createJudge({ components }: OpenApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, formats: { date: /^\d{4}-\d\d-\d\d$/ }, allErrors: true });
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema, value) => {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      // References point into the components, so include those.
      validate = ajv.compile({ ...schema, components });
      compiled.set(schema, validate);
    }
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: '' });
  };
}
