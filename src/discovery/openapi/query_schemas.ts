import { buildQuerySchema } from '../../query/ask/query_schema.ts';
import type { Schema } from './openapi_document.ts';

/**
 * The published query schema as components: its definitions under their own names, the whole as `QueryBody`, and every
 * reference between them turned to where they stand here.
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
