/** The one file that imports the MCP SDK. `open_mcp.ts` corrects what the SDK does differently from the protocol. */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  type RequestMethod,
  Server,
  type ServerOptions,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { codes, type JsonRpcFault, type JsonRpcMessage } from './read_message.ts';
import { createMethods, type ServerDefinition } from './server_methods.ts';
import type { ToolContext } from './tools/tool.ts';

/** Supported revisions before 2026-07-28, newest first. */
export const legacyVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

interface Exchange {
  readonly context: ToolContext;
  /** The error that failed it, for the log. Clients do not see it. */
  failure: unknown;
}

/** Answers a message by a server of its own. @param headers fields of the request by lower-case name */
export type AnswerMessage = (
  message: JsonRpcMessage,
  headers: Readonly<Record<string, string>>,
  context: ToolContext,
) => Promise<Response>;

/** Only the SDK's server for the revisions of 2025 reads it. */
const accept = 'application/json, text/event-stream';
/** Any valid one: requests are not routed by it. */
const address = 'http://localhost/mcp';

/** @param definition of the site that is served, the same for all messages */
export function createProtocolServer(definition: ServerDefinition): AnswerMessage {
  const exchanges = new WeakMap<Request, Exchange>();
  const create = prepareServers(definition);
  const handler = createMcpHandler(({ requestInfo }) => create(exchanges.get(requestInfo!)!), {
    legacy: 'reject',
    keepAliveMs: 0,
  });

  /** As the SDK does for `legacy: 'stateless'`, but the answer is JSON instead of a stream. */
  async function answerLegacy(request: Request, message: object, exchange: Exchange): Promise<Response> {
    const server = create(exchange);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true, keepAliveMs: 0 });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  return async (message, headers, context) => {
    const fields = { ...headers, accept, 'content-type': 'application/json' };
    const request = new Request(address, { method: 'POST', headers: fields });
    const exchange: Exchange = { context, failure: null };
    exchanges.set(request, exchange);
    const response = (await isLegacyRequest(request, message))
      ? await answerLegacy(request, message, exchange)
      : await handler.fetch(request, { parsedBody: message });
    if (exchange.failure !== null) throw exchange.failure;
    return response;
  };
}

/**
 * A validator that is never called, because servers send no requests to clients. Creating the SDK's own costs more than
 * an answer.
 */
const unusedValidator = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'nothing is asked of clients' }),
};

const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'] as const;

/** A server answers one request. What all servers share is made once. */
function prepareServers(definition: ServerDefinition): (exchange: Exchange) => Server {
  const { info, instructions, cacheHint } = definition;
  const cached = ['server/discover', 'resources/read', ...lists] as const;
  const options: ServerOptions = {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions,
    cacheHints: Object.fromEntries(cached.map((method) => [method, cacheHint])),
    jsonSchemaValidator: unusedValidator,
  };
  const methods = Object.entries(createMethods(definition));
  return (exchange) => {
    const server = new Server(info, options);
    for (const [name, method] of methods) {
      const handle = async (request: { readonly params?: unknown }): Promise<object> => {
        const result = await run(() => method(request.params ?? {}, exchange.context), exchange);
        if (isFault(result)) throw new ProtocolError(result.code, result.message, result.data);
        return result;
      };
      // The SDK types each handler by its method, and the methods are one table here.
      server.setRequestHandler(name as RequestMethod, handle as never);
    }
    return server;
  };
}

/** Runs a method. An error is kept for the log; the client gets a constant text. */
async function run(work: () => Promise<object> | object, exchange: Exchange): Promise<object> {
  try {
    return await work();
  } catch (error) {
    exchange.failure = error;
    throw new ProtocolError(codes.internalError, 'Internal error');
  }
}

/** No result has such a member. */
function isFault(result: object): result is JsonRpcFault {
  return 'code' in result;
}
