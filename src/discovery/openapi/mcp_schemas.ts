import type { Schema } from './openapi_document.ts';
import { text } from './schema.ts';

/** The frame of messages (JSON-RPC 2.0). What is in them is the business of the Model Context Protocol. */
export function mcpSchemas(): Readonly<Record<string, Schema>> {
  const version = { jsonrpc: { const: '2.0' } };
  const id = { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'Chosen by the client.' };
  return {
    McpMessage: {
      type: 'object',
      description: 'A request, or without an id a notification.',
      properties: { ...version, id, method: text('What is asked.', 'tools/call'), params: { type: 'object' } },
      required: ['jsonrpc', 'method'],
    },
    McpAnswer: {
      type: 'object',
      description: 'The result of a request, or why there is none.',
      properties: {
        ...version,
        id,
        result: { type: 'object' },
        error: {
          type: 'object',
          properties: { code: { type: 'integer' }, message: text('What is wrong.'), data: {} },
          required: ['code', 'message'],
        },
      },
      required: ['jsonrpc'],
    },
  };
}
