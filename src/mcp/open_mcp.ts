import type { OpenRpcDoor, RpcAnswer, RpcDoor, RpcMessage, RpcParts } from '../questions/rpc_door.ts';
import type { AnswerMessage, ServerDefinition } from './protocol_server.ts';
import { codes, type JsonRpcFault, type JsonRpcMessage, readMessage } from './read_message.ts';
import { createSiteTools } from './site_tools.ts';
import { shorten } from './tools/fit_rows.ts';

/** Bounds of a message. Times are in milliseconds. Documented in `site/docs/agents.md`. */
export const messageLimits = {
  /** From the arrival of a message to its answer. A question waits at most 8 seconds for its turn. */
  patience: 10_000,
  /** How long clients may keep lists: a build may be replaced at any time. */
  keepLists: 300_000,
} as const;

export interface McpOptions {
  /** Version of the program, which clients show. */
  readonly version?: string;
}

/** Fields of a request that the protocol reads. */
const protocolFields = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;
const versionKey = 'io.modelcontextprotocol/protocolVersion';

/**
 * Model Context Protocol in the revision 2026-07-28 and those of 2025, without sessions and streams.
 *
 * @example
 * createHandler({ corpus, mcp: { open: openMcp({ version: '1.0.0' }) } })
 */
export function openMcp({ version = 'unknown' }: McpOptions = {}): OpenRpcDoor {
  return (parts) => createDoor(parts, version);
}

function createDoor(parts: RpcParts, version: string): RpcDoor {
  // The SDK takes memory and a fifth of a second to load, so the first message loads it.
  let loading: ReturnType<typeof loadServer> | null = null;
  return {
    async answer(message) {
      const read = readMessage(message.bytes);
      if ('code' in read) return faultAnswer(400, read);
      if (read.method === 'subscriptions/listen') return faultAnswer(404, noSuchMethod, read.id);
      loading ??= loadServer(parts, version);
      const { answer, legacyVersions } = await loading;
      const unspoken = findUnspoken(message, read, legacyVersions);
      if (unspoken !== null) return faultAnswer(400, unspoken, read.id);
      return withinPatience(message.signal, async (signal) => {
        const { connection } = message;
        const context = { ...parts, caller: { connection, signal } };
        const headers = fieldsOf(message);
        return readResponse(await answer({ message: read, headers, signal, context }), read.id);
      });
    },
  };
}

async function loadServer(parts: RpcParts, version: string) {
  const { createProtocolServer, legacyVersions } = await import('./protocol_server.ts');
  const answer: AnswerMessage = createProtocolServer(describeServer(parts, version));
  return { answer, legacyVersions };
}

function describeServer(parts: RpcParts, version: string): ServerDefinition {
  const { settings, stamps } = parts.questions;
  const { title, description, origin } = settings;
  const about = shorten(description.replaceAll(/\s+/g, ' ').replace(/[.!?\s]+$/, ''), 200);
  return {
    info: { name: 'catchword', version, title, websiteUrl: origin },
    instructions: [
      `${title}${about === '' ? '' : `: ${about}`}.`,
      'Search with a few words, then read the pages found; contents lists what there is.',
      'Cite pages by their url.',
    ].join(' '),
    tools: createSiteTools(parts),
    // Without a content stamp the site is being written, and may change at any time.
    cacheHint: {
      ttlMs: stamps.content === null ? 0 : messageLimits.keepLists,
      cacheScope: parts.isGated ? 'private' : 'public',
    },
  };
}

const noSuchMethod: JsonRpcFault = { code: codes.methodNotFound, message: 'Method not found' };

/**
 * The fault of a message without the metadata of 2026-07-28 whose field names a revision that nobody knows. The SDK answers it
 * with a code of its own.
 */
function findUnspoken({ field }: RpcMessage, message: JsonRpcMessage, known: readonly string[]): JsonRpcFault | null {
  const requested = field('mcp-protocol-version');
  const meta = (message.params as { readonly _meta?: object } | null | undefined)?._meta;
  const isLegacy = requested !== undefined && requested < '2026-07-28' && !(meta != null && versionKey in meta);
  if (!isLegacy || known.includes(requested)) return null;
  return {
    code: codes.unsupportedVersion,
    message: 'Unsupported protocol version',
    data: { supported: ['2026-07-28', ...known], requested: shorten(requested, 80) },
  };
}

function fieldsOf({ field }: RpcMessage): Readonly<Record<string, string>> {
  const fields = protocolFields.map((name) => [name, field(name)] as const);
  return Object.fromEntries(
    fields.filter((each): each is [(typeof protocolFields)[number], string] => each[1] !== undefined),
  );
}

/** Runs the work until it is done or the patience is over. @param caller aborts when the caller has gone */
async function withinPatience(
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<RpcAnswer>,
): Promise<RpcAnswer> {
  const late = new AbortController();
  const { promise, resolve } = Promise.withResolvers<RpcAnswer>();
  const timer = setTimeout(() => {
    late.abort();
    resolve(
      faultAnswer(503, { code: codes.internalError, message: 'The answer took too long. Try again in a moment.' }),
    );
  }, messageLimits.patience);
  const answer = work(AbortSignal.any([caller, late.signal]));
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Only JSON leaves: a stream would stay open. */
async function readResponse(response: Response, id: JsonRpcMessage['id']): Promise<RpcAnswer> {
  const { status, body } = response;
  if (body === null) return { status, body: null };
  if (response.headers.get('content-type') !== 'application/json') {
    await body.cancel();
    return faultAnswer(500, { code: codes.internalError, message: 'Internal error' }, id);
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status, body: status < 400 ? bytes : withoutNullId(bytes) };
}

/** The SDK answers faults without a known id with the id null, which the protocol does not have. */
function withoutNullId(bytes: Uint8Array): Uint8Array {
  const fault = JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>;
  if (fault.id !== null) return bytes;
  const { id: _, ...rest } = fault;
  return new TextEncoder().encode(JSON.stringify(rest));
}

function faultAnswer(status: number, error: JsonRpcFault, id?: JsonRpcMessage['id']): RpcAnswer {
  const fault = { jsonrpc: '2.0', ...(id !== undefined && { id }), error };
  return { status, body: new TextEncoder().encode(JSON.stringify(fault)) };
}
