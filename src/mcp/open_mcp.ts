import type { OpenRpcEndpoint, RpcAnswer, RpcEndpoint, RpcMessage, RpcParts } from '../questions/rpc_endpoint.ts';
import { toByteText } from '../text/utf8.ts';
import { createPlainCalls, readPlainCall } from './plain_call.ts';
import type { AnswerMessage } from './protocol_server.ts';
import { codes, type JsonRpcFault, type JsonRpcMessage, readMessage, versionKey } from './read_message.ts';
import { createSiteTools, type ServerDefinition } from './server_methods.ts';
import { shorten } from './tools/fit_rows.ts';
import { describeChoices, pageChoices } from './tools/page_choices.ts';
import { type ToolContext, toolCaps } from './tools/tool.ts';

/** Bounds of a message. Times are in milliseconds. Documented in `site/docs/reference/mcp.md`. */
export const messageLimits = {
  /** From the arrival of a message to its answer, which includes the wait for a turn. */
  patience: 10_000,
  /** How long clients may keep lists: a build may be replaced at any time. */
  keepLists: 300_000,
} as const;

interface McpOptions {
  readonly version?: string;
}

const protocolFields = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/**
 * Model Context Protocol in the revision 2026-07-28 and those of 2025, without sessions and streams.
 *
 * @example
 * createHandler({ corpus, mcp: { open: openMcp({ version: '1.0.0' }) } })
 */
export function openMcp({ version = 'unknown' }: McpOptions = {}): OpenRpcEndpoint {
  return (parts) => createEndpoint(parts, version);
}

function createEndpoint(parts: RpcParts, version: string): RpcEndpoint {
  const definition = describeServer(parts, version);
  const answerPlainCall = createPlainCalls(definition, parts.budget);
  const isOnSite = URL.canParse(parts.questions.settings.origin);
  // The SDK takes memory and a fifth of a second to load, so the first message that needs it loads it.
  let answerMessage: AnswerMessage | null = null;

  async function answerBySdk(message: RpcMessage, read: JsonRpcMessage, context: ToolContext): Promise<RpcAnswer> {
    const { createProtocolServer, legacyVersions } = await import('./protocol_server.ts');
    const unspoken = findUnspoken(message, read, legacyVersions);
    if (unspoken !== null) return faultAnswer(400, unspoken, read.id);
    answerMessage ??= createProtocolServer(definition);
    return readResponse(await answerMessage(read, fieldsOf(message), context), read.id);
  }

  return {
    async answer(message) {
      const read = readMessage(message.bytes);
      if ('code' in read) return faultAnswer(400, read);
      // A stream of changes: nothing changes while a build is served, and no stream is opened.
      if (read.method === 'subscriptions/listen') return faultAnswer(404, noSuchMethod, read.id);
      const context = { ...parts, caller: message.caller, service: isOnSite ? null : message.service };
      const call = readPlainCall(read, message.field, definition);
      const answer =
        call === null
          ? answerBySdk(message, read, context)
          : answerPlainCall(call, context).then((result) => resultAnswer(result, read.id!));
      return withinPatience(answer, read.id);
    },
  };
}

function describeServer(parts: RpcParts, version: string): ServerDefinition {
  const { settings, stamps } = parts.questions;
  const { title, description, origin } = settings;
  const about = shorten(description.replaceAll(/\s+/g, ' ').replace(/[.!?\s]+$/, ''), 200);
  return {
    info: { name: 'catchword', version, title, ...(URL.canParse(origin) && { websiteUrl: origin }) },
    instructions: [
      `${title}${about === '' ? '' : `: ${about}`}.`,
      ...describeChoices(pageChoices(parts.questions)),
      'Search with a few words, then read the pages found; contents lists what the site contains.',
      'Cite pages by their url.',
    ].join(' '),
    tools: createSiteTools(parts),
    // A build without a content stamp comes from a site under edit, which may change at any time.
    cacheHint: {
      ttlMs: stamps.content === null ? 0 : messageLimits.keepLists,
      cacheScope: parts.isGated ? 'private' : 'public',
    },
  };
}

const noSuchMethod: JsonRpcFault = { code: codes.methodNotFound, message: 'Method not found' };

/**
 * The fault of a message without the metadata of 2026-07-28 whose field names an unknown revision. The SDK would answer
 * it with a code of its own.
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

/** The answer, or a fault when it takes too long. */
async function withinPatience(answer: Promise<RpcAnswer>, id: JsonRpcMessage['id']): Promise<RpcAnswer> {
  const { promise, resolve } = Promise.withResolvers<RpcAnswer>();
  const timer = setTimeout(() => resolve(faultAnswer(503, tooLate, id)), messageLimits.patience);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = { code: codes.internalError, message: 'The response took too long. Try again in a moment.' };

/** Only JSON leaves: a stream would stay open. */
async function readResponse(response: Response, id: JsonRpcMessage['id']): Promise<RpcAnswer> {
  const { status, body } = response;
  if (body === null) return { status, text: null };
  if (response.headers.get('content-type') !== 'application/json') {
    await body.cancel();
    return faultAnswer(500, { code: codes.internalError, message: 'Internal error' }, id);
  }
  return { status, text: toByteText(mendFault(await response.text())) };
}

/**
 * The SDK answers faults without a known id with the id null, which the protocol does not have, repeats what was sent at any
 * length, and takes parameters of a wrong type for an error of its own.
 */
function mendFault(json: string): string {
  const { id, error, ...rest } = JSON.parse(json) as Partial<SdkFault>;
  if (error === undefined) return json;
  const wrongTypes = describeWrongTypes(error);
  const code = wrongTypes === null ? error.code : codes.invalidParams;
  const message = shorten(wrongTypes ?? error.message, toolCaps.fault);
  const isLong = JSON.stringify(error.data ?? null).length > 2 * toolCaps.fault;
  const data = error.data === undefined || isLong ? {} : { data: error.data };
  return JSON.stringify({ ...rest, ...(id != null && { id }), error: { code, message, ...data } });
}

/** The parameters that have a wrong type, where that is the fault: then its message is a list as JSON. */
function describeWrongTypes({ code, message }: JsonRpcFault): string | null {
  if (code !== codes.internalError || !message.startsWith('[')) return null;
  const issues = JSON.parse(message) as readonly { readonly path: readonly string[]; readonly message: string }[];
  const wrong = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return `Invalid params: ${wrong.join('; ')}`;
}

interface SdkFault {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: JsonRpcFault;
}

/** The order of members is that of the SDK. @param result as JSON, one character for each byte */
function resultAnswer(result: string, id: string | number): RpcAnswer {
  return { status: 200, text: `{"result":${result},"jsonrpc":"2.0","id":${toByteText(JSON.stringify(id))}}` };
}

function faultAnswer(status: number, error: JsonRpcFault, id?: JsonRpcMessage['id']): RpcAnswer {
  return { status, text: toByteText(JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), error })) };
}
