import { refuse } from '../../problems/refusal.ts';
import { buildQuerySchema, type JsonSchema } from '../../query/ask/query_schema.ts';
import { buildQueryToolSchema } from '../../query/ask/query_tool_schema.ts';
import { createRepresentation } from '../answers/representation.ts';
import type { HandlerContext } from './handler_context.ts';
import type { HandlerOf } from './resource_handler.ts';

/**
 * `/api/query-schema.json`: the grammar, made from the validator (specification 4.8). `?flavour=tool` gives it as the input of
 * a tool.
 */
export function handleQuerySchema({
  questions,
  validator,
  caching,
  codings,
}: HandlerContext): HandlerOf<'querySchema'> {
  const represent = (schema: JsonSchema) =>
    createRepresentation(
      {
        contentType: 'application/json',
        body: new TextEncoder().encode(JSON.stringify(schema)),
        validator,
        caching: caching.read,
      },
      codings,
    );
  const { collections } = questions.grammar;
  const whole = represent(buildQuerySchema(collections));
  const tool = represent(buildQueryToolSchema(collections));
  return {
    GET({ search }) {
      const flavours = new URLSearchParams(search ?? '').getAll('flavour');
      if (flavours.length === 0) return whole;
      return flavours.length === 1 && flavours[0] === 'tool' ? tool : unknownFlavour;
    },
  };
}

const detail = 'Cannot read flavour: it is "tool", given once, or absent.';
const unknownFlavour = refuse('invalid-query', detail, {
  dimension: 'shape',
  errors: [{ detail, parameter: 'flavour' }],
});
