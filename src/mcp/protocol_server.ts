/** The one file that imports the MCP SDK. What the SDK does otherwise than the protocol says is mended in `open_mcp.ts`. */
import {
  createMcpHandler,
  isLegacyRequest,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  Server,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { completePath, listResources, pageTemplate, readResource } from './site_resources.ts';
import { shorten } from './tools/fit_rows.ts';
import { type Tool, type ToolContext, ToolFault } from './tools/tool.ts';
import { toolCaps } from './tools/tool_caps.ts';

/** Revisions before 2026-07-28 that are spoken, newest first. */
export const legacyVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** What a server says of itself, and what it offers. */
export interface ServerDefinition {
  readonly info: {
    readonly name: string;
    readonly version: string;
    readonly title: string;
    readonly websiteUrl: string;
  };
  readonly instructions: string;
  readonly tools: readonly Tool[];
  /** How long clients may keep lists, and whether shared caches may. */
  readonly cacheHint: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' };
}

/** One request on its way through the SDK. */
interface Exchange {
  readonly context: ToolContext;
  /** What failed in a handler, for the log. Clients do not see it. */
  failure: unknown;
}

/** A parsed message, and the request fields that belong to it. */
export interface ProtocolRequest {
  readonly message: object;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly context: ToolContext;
}

/** Answers one message by the revision that it is written in. Throws what a handler threw. */
export type AnswerMessage = (request: ProtocolRequest) => Promise<Response>;

/** Only the SDK's server reads it, and only for revisions up to 2025-11-25. */
const accept = 'application/json, text/event-stream';
/** Any valid one: requests are not routed by it. */
const address = 'http://localhost/mcp';

export function createProtocolServer(definition: ServerDefinition): AnswerMessage {
  const exchanges = new WeakMap<Request, Exchange>();
  const handler = createMcpHandler(({ requestInfo }) => createServer(definition, exchanges.get(requestInfo!)!), {
    legacy: 'reject',
    keepAliveMs: 0,
  });

  /** As the SDK does for `legacy: 'stateless'`, but with JSON instead of a stream for the answer. */
  async function answerLegacy(request: Request, message: object, exchange: Exchange): Promise<Response> {
    const server = createServer(definition, exchange);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true, keepAliveMs: 0 });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  return async ({ message, headers, signal, context }) => {
    const request = new Request(address, {
      method: 'POST',
      headers: { ...headers, accept, 'content-type': 'application/json' },
      signal,
    });
    const exchange: Exchange = { context, failure: null };
    exchanges.set(request, exchange);
    const response = (await isLegacyRequest(request, message))
      ? await answerLegacy(request, message, exchange)
      : await handler.fetch(request, { parsedBody: message });
    if (exchange.failure !== null) throw exchange.failure;
    return response;
  };
}

/** Servers ask nothing of clients, so nothing is ever checked by it. Making the SDK's own costs more than answering. */
const unusedValidator = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'nothing is asked of clients' }),
};

/** The SDK wants a server of its own for each request. */
function createServer({ info, instructions, tools, cacheHint }: ServerDefinition, exchange: Exchange): Server {
  const server = new Server(info, {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions,
    cacheHints: {
      'server/discover': cacheHint,
      'tools/list': cacheHint,
      'prompts/list': cacheHint,
      'resources/list': cacheHint,
      'resources/templates/list': cacheHint,
      'resources/read': cacheHint,
    },
    jsonSchemaValidator: unusedValidator,
  });
  const { context } = exchange;

  /** Runs a handler. A failure is kept for the log, and the client is told of it in constant words. */
  function guard<Params, Result>(handle: (params: Params) => Promise<Result> | Result) {
    return async (request: { readonly params?: unknown }, _: ServerContext): Promise<Result> => {
      try {
        return await handle((request.params ?? {}) as Params);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        exchange.failure = error;
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
      }
    };
  }

  server.setRequestHandler(
    'tools/list',
    guard(() => ({ tools: tools.map(listTool) })),
  );
  server.setRequestHandler(
    'tools/call',
    guard(async ({ name, arguments: sent = {} }: { name: string; arguments?: Record<string, unknown> }) => {
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw unknownTool(tools);
      const answer = await tool.call(sent, context);
      if (answer instanceof ToolFault) {
        return { content: [{ type: 'text' as const, text: shorten(answer.text, toolCaps.fault) }], isError: true };
      }
      const content = answer.texts.map((text) => ({ type: 'text' as const, text }));
      return { content, structuredContent: { ...answer.structured } };
    }),
  );
  server.setRequestHandler(
    'prompts/list',
    guard(() => ({ prompts: [] })),
  );
  server.setRequestHandler(
    'resources/templates/list',
    guard(() => ({ resourceTemplates: [pageTemplate] })),
  );
  server.setRequestHandler(
    'resources/list',
    guard(async ({ cursor = null }: { cursor?: string | null }) => {
      const list = await listResources(cursor, context);
      if (list === 'bad-cursor') throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor');
      if (list instanceof ToolFault) throw new ProtocolError(ProtocolErrorCode.InternalError, list.text);
      const { resources, nextCursor } = list;
      return { resources: resources as Resource[], ...(nextCursor !== null && { nextCursor }) };
    }),
  );
  server.setRequestHandler(
    'resources/read',
    guard(async ({ uri }: { uri: string }) => {
      const found = await readResource(uri, context);
      if (found === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri });
      if (found instanceof ToolFault) throw new ProtocolError(ProtocolErrorCode.InternalError, found.text);
      return { contents: [{ uri, ...found }] };
    }),
  );
  server.setRequestHandler(
    'completion/complete',
    guard(async ({ ref, argument }: CompletionParams) => {
      const isPath = ref.type === 'ref/resource' && ref.uri === pageTemplate.uriTemplate && argument.name === 'path';
      const { values, hasMore } = isPath ? await completePath(argument.value, context) : noCompletions;
      return { completion: { values: [...values], hasMore } };
    }),
  );
  return server;
}

interface CompletionParams {
  readonly ref: { readonly type: string; readonly uri?: string };
  readonly argument: { readonly name: string; readonly value: string };
}

const noCompletions = { values: [], hasMore: false };

function listTool({ name, title, description, input, output, annotations }: Tool): ListedTool {
  return { name, title, description, inputSchema: input, outputSchema: output, annotations } as unknown as ListedTool;
}

function unknownTool(tools: readonly Tool[]): ProtocolError {
  const known = tools.map(({ name }) => name).join(', ');
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool. Known are ${known}.`);
}
