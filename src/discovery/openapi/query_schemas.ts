import { buildQuerySchema } from '../../query/ask/query_schema.ts';
import type { Schema } from './openapi_document.ts';

/**
 * The published query schema as components: its definitions under their own names, the whole as `QueryBody`, and every `$ref`
 * changed to the definition's place among the components.
 */
export function querySchemas(collections: readonly string[]): Readonly<Record<string, Schema>> {
  const {
    $schema: _,
    $defs,
    ...body
  } = JSON.parse(JSON.stringify(buildQuerySchema(collections)).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    readonly $schema?: string;
    readonly $defs: Readonly<Record<string, Schema>>;
  };
  return { QueryBody: body, ...$defs };
}
