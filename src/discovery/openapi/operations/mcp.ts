import type { ApiFacts } from '../api_facts.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/mcp`. */
export function describeMcp({ settings }: ApiFacts): ResourceDescription<'mcp'> {
  return {
    tag: 'Pages',
    POST: {
      summary: 'Model Context Protocol',
      description: [
        `The pages of ${settings.title} for agents: one message in, its answer as JSON out. Revisions: 2026-07-28 and those of 2025.`,
        'Scripts of origins that are not allowed are refused.',
      ].join(' '),
      parameters: ['mcp-protocol-version', 'mcp-method', 'mcp-name'],
      requestBody: {
        description: 'One JSON-RPC message, never an array.',
        required: true,
        content: {
          'application/json': {
            schema: schemaNamed('McpMessage'),
            example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
          },
        },
      },
      content: {
        'application/json': {
          schema: schemaNamed('McpAnswer'),
        },
      },
    },
  };
}
