import { parseStrictJson } from '../protocol/strict_json.ts';

export interface JsonRpcMessage {
  readonly jsonrpc: '2.0';
  readonly method: string;
  /** Absent: a notification, which gets no answer. */
  readonly id?: string | number;
  readonly params?: unknown;
}

export interface JsonRpcFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Key of the metadata that makes a message one of 2026-07-28 or later. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** Codes of JSON-RPC 2.0 (section 5.1) and of MCP 2026-07-28. */
export const codes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  unsupportedVersion: -32_022,
} as const;

/**
 * Reads a message. Arrays are refused in every revision, though 2025-03-26 has batches: a request beside its own cancellation would
 * never be answered.
 */
export function readMessage(bytes: Uint8Array): JsonRpcMessage | JsonRpcFault {
  const json = parseStrictJson(bytes);
  if (!json.ok) return { code: codes.parseError, message: `Parse error: ${json.detail}` };
  const { value } = json;
  if (Array.isArray(value)) return invalid('expected one message per request, not an array');
  if (typeof value !== 'object' || value === null) return invalid('expected an object');
  const { jsonrpc, method, id } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0') return invalid('the member jsonrpc must be "2.0"');
  if (typeof method !== 'string') return invalid('the member method must be a string');
  if ('id' in value && typeof id !== 'string' && !Number.isSafeInteger(id)) {
    return invalid('the member id must be a string or an integer');
  }
  return value as JsonRpcMessage;
}

function invalid(expected: string): JsonRpcFault {
  return { code: codes.invalidRequest, message: `Invalid request: ${expected}` };
}
