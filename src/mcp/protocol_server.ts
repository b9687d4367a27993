/** The one file that imports the MCP SDK. What the SDK does otherwise than the protocol says is mended in `open_mcp.ts`. */
import {
  createMcpHandler,
  isJSONRPCRequest,
  isLegacyRequest,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  type RequestMethod,
  Server,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { JsonRpcMessage } from './read_message.ts';
import { createMethods, MethodFault, type ServerDefinition } from './server_methods.ts';
import type { ToolContext } from './tools/tool.ts';

/** Revisions before 2026-07-28 that are spoken, newest first. */
export const legacyVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** One request on its way through the SDK. */
interface Exchange {
  readonly context: ToolContext;
  /** Whether one of our methods was called. */
  isCalled: boolean;
  /** What failed in it, for the log. Clients do not see it. */
  failure: unknown;
}

export interface ProtocolServer {
  /**
   * Answers a request whose fields agree with it, by a server that all such requests share.
   * @returns the answer, with another id than the request; null when the SDK finds a fault: then nothing has been done
   */
  answerPlain(request: JsonRpcMessage, era: 'modern' | 'legacy', context: ToolContext): Promise<object | null>;
  /** Answers any message by a server of its own, which costs several times as much. */
  answerAny(
    message: JsonRpcMessage,
    headers: Readonly<Record<string, string>>,
    context: ToolContext,
  ): Promise<Response>;
}

/** Only the SDK's server for the revisions of 2025 reads it. */
const accept = 'application/json, text/event-stream';
/** Any valid one: requests are not routed by it. */
const address = 'http://localhost/mcp';

export function createProtocolServer(definition: ServerDefinition): ProtocolServer {
  const shared = { modern: createSharedServer(definition, 'modern'), legacy: createSharedServer(definition, 'legacy') };
  const exchanges = new WeakMap<Request, Exchange>();
  const handler = createMcpHandler(({ requestInfo }) => createServer(definition, () => exchanges.get(requestInfo!)), {
    legacy: 'reject',
    keepAliveMs: 0,
  });

  /** As the SDK does for `legacy: 'stateless'`, but the answer is JSON instead of a stream. */
  async function answerLegacy(request: Request, message: object, exchange: Exchange): Promise<Response> {
    const server = createServer(definition, () => exchange);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true, keepAliveMs: 0 });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  return {
    async answerPlain(request, era, context) {
      // A server drops what is not of this shape, without an answer.
      return isJSONRPCRequest(request) ? shared[era].answer(request, context) : null;
    },
    async answerAny(message, headers, context) {
      const fields = { ...headers, accept, 'content-type': 'application/json' };
      const request = new Request(address, { method: 'POST', headers: fields });
      const exchange: Exchange = { context, isCalled: false, failure: null };
      exchanges.set(request, exchange);
      const response = (await isLegacyRequest(request, message))
        ? await answerLegacy(request, message, exchange)
        : await handler.fetch(request, { parsedBody: message });
      if (exchange.failure !== null) throw exchange.failure;
      return response;
    },
  };
}

/** A server for all requests of an era, on a connection that does not end. Requests are told apart by ids of its own. */
function createSharedServer(definition: ServerDefinition, era: 'modern' | 'legacy') {
  const waiting = new Map<number, Exchange & { readonly resolve: (answer: object) => void }>();
  let lastId = 0;
  const transport: Transport = {
    async start() {},
    async close() {},
    async send(message) {
      if (!('id' in message) || 'method' in message) return;
      const id = Number(message.id);
      waiting.get(id)?.resolve(message);
    },
  };
  const exchangeOf = (id: string | number) => waiting.get(Number(id));
  const connected =
    era === 'legacy'
      ? createServer(definition, exchangeOf).connect(transport)
      : Promise.resolve(serveStdio(() => createServer(definition, exchangeOf), { transport, legacy: 'reject' }));
  return {
    async answer(request: JsonRpcMessage, context: ToolContext): Promise<object | null> {
      await connected;
      const id = ++lastId;
      const { promise, resolve } = Promise.withResolvers<object>();
      const exchange = { context, isCalled: false, failure: null, resolve };
      waiting.set(id, exchange);
      try {
        transport.onmessage?.({ ...request, id } as JSONRPCMessage);
        const answer = await promise;
        if (exchange.failure !== null) throw exchange.failure;
        return 'error' in answer && !exchange.isCalled ? null : answer;
      } finally {
        waiting.delete(id);
      }
    },
  };
}

/** Servers ask nothing of clients, so nothing is ever checked by it. To make the SDK's own costs more than to answer. */
const unusedValidator = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'nothing is asked of clients' }),
};

const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'] as const;

/** @param exchangeOf the exchange of a request by its id */
function createServer(definition: ServerDefinition, exchangeOf: (id: string | number) => Exchange | undefined): Server {
  const { info, instructions, cacheHint } = definition;
  const cached = ['server/discover', 'resources/read', ...lists] as const;
  const server = new Server(info, {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions,
    cacheHints: Object.fromEntries(cached.map((method) => [method, cacheHint])),
    jsonSchemaValidator: unusedValidator,
  });
  for (const [name, method] of Object.entries(createMethods(definition))) {
    const handle = async (request: { readonly params?: unknown }, { mcpReq }: ServerContext): Promise<object> => {
      const exchange = exchangeOf(mcpReq.id)!;
      exchange.isCalled = true;
      const result = await run(() => method(request.params ?? {}, exchange.context), exchange);
      if (result instanceof MethodFault) throw protocolError(result);
      return result;
    };
    // The SDK types each handler by its method, and the methods are one table here.
    server.setRequestHandler(name as RequestMethod, handle as never);
  }
  return server;
}

/** Runs a method. A failure is kept for the log, and the client is told of it in constant words. */
async function run(work: () => Promise<object> | object, exchange: Exchange): Promise<object> {
  try {
    return await work();
  } catch (error) {
    exchange.failure = error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  }
}

function protocolError({ reason, message, data }: MethodFault): ProtocolError {
  const code = reason === 'busy' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, message, data);
}
