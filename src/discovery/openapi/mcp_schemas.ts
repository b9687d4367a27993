import type { Schema } from './openapi_document.ts';
import { object, text } from './schema.ts';

/** The frame of messages (JSON-RPC 2.0). What is in them is the business of the Model Context Protocol. */
export function mcpSchemas(): Readonly<Record<string, Schema>> {
  const version = { jsonrpc: { const: '2.0' } };
  return {
    McpMessage: object('A request, or without an id a notification.', {
      ...version,
      method: text(undefined, 'tools/call'),
      'id?': {},
      'params?': { type: 'object' },
    }),
    McpAnswer: object('The result of a request, or why there is none.', {
      ...version,
      'id?': {},
      'result?': { type: 'object' },
      'error?': { type: 'object' },
    }),
  };
}
