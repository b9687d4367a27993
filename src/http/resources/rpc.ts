import type { SiteSettings } from '../../corpus/corpus.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { canonicalOrigin, isLoopbackHost } from '../../protocol/host.ts';
import { messageBytes, type OpenRpcEndpoint, type RpcAnswer, type RpcEndpoint } from '../../questions/rpc_endpoint.ts';
import type { Answer } from '../answers/answer.ts';
import { unstored } from '../answers/caching.ts';
import { createOriginCheck, createScriptFields } from '../answers/submission_fields.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { originOf } from '../requests/origin_of.ts';
import { jsonBody, readBody } from '../requests/read_body.ts';
import type { Answering, HandlerOf } from './handler_context.ts';

export interface RpcOptions extends RpcAccess {
  /** Opens the protocol over the use cases of a build, as `openMcp` does. */
  readonly open: OpenRpcEndpoint;
  /** Whether its callers may send feedback, where there is a store for it; default false. */
  readonly takesFeedback?: boolean;
}

/** Passes one message of a protocol on, and its answer back as JSON. */
export function handleRpc(
  endpoint: RpcEndpoint,
  { fields, findFault }: ReturnType<typeof createRpcGuard>,
  settings: SiteSettings,
): HandlerOf<'mcp'> {
  return {
    async POST({ request }) {
      const fault = findFault(request);
      if (fault !== null) return answering(forbidden(fault), fields(request));
      const bytes = await readBody(request, jsonBody(messageBytes));
      if (isRefusal(bytes)) return bytes;
      const answer = await endpoint.answer({
        ...{ bytes, caller: request, service: originOf(request, settings) },
        field: (name) => request.header(name),
      });
      return answering(answer, fields(request));
    },
  };
}

/** As JSON-RPC 2.0 answers. */
function forbidden(message: string): RpcAnswer {
  return { status: 403, text: JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message } }) };
}

function answering({ status, text }: RpcAnswer, fields: readonly string[]): Answering {
  const content = text === null ? [] : ['Content-Type', 'application/json'];
  const headers = [...content, 'Content-Length', String(text?.length ?? 0), ...fields, ...unstored];
  const answer = text === null ? { status, headers, body: null } : new TextAnswer(status, headers, text);
  return { answer: () => answer };
}

/** An answer that is sent as text. Its bytes are made only for a runtime that cannot send text. */
class TextAnswer implements Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly text: string;

  constructor(status: number, headers: readonly string[], text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  get body(): Uint8Array {
    return Buffer.from(this.text, 'latin1');
  }
}

/** Who may call a protocol over POST: programs always, scripts of web pages only from some origins. */
interface RpcAccess {
  /** Origins besides the site's own whose scripts may use it. */
  readonly origins?: readonly string[];
  /**
   * Whether the server listens on a loopback address only. Then scripts of loopback origins may use it, and requests must name a
   * loopback host, the public origin's or one of `origins`: a web page could otherwise reach it by a name of its own that leads here.
   */
  readonly isLoopback?: boolean;
}

/**
 * Decides who may call a protocol of the service, and makes the fields of its answers.
 * @param settings of the site: scripts of its public origin may always call
 */
export function createRpcGuard(settings: SiteSettings, options: RpcAccess) {
  const { origins = [], isLoopback = false } = options;
  const isOwnOrigin = createOriginCheck(settings, origins);
  const isAllowed = (origin: string) => isOwnOrigin(origin) || (isLoopback && isLoopbackOrigin(origin));
  const hosts = new Set([settings.publicOrigin ?? '', ...origins].map((origin) => canonicalOrigin(origin)).map(hostOf));

  function isOwnHost(value: string): boolean {
    const host = hostOf(canonicalOrigin(`http://${value}`));
    return host !== null && (isLoopbackHost(host) || hosts.has(host));
  }

  return {
    fields: createScriptFields('Origin', isAllowed),
    /** @returns why a request may not call it, or null */
    findFault(request: ApiRequest): string | null {
      const origin = request.header('origin');
      if (origin !== undefined && !isAllowed(origin)) return 'Scripts from this origin may not call this server';
      return !isLoopback || isOwnHost(request.header('host') ?? '')
        ? null
        : 'The Host header does not name this server';
    },
  };
}

/** @param origin as `canonicalOrigin` gives it @returns its host name without the port */
function hostOf(origin: string | null): string | null {
  return origin === null ? null : new URL(origin).hostname;
}

function isLoopbackOrigin(origin: string): boolean {
  const host = hostOf(canonicalOrigin(origin));
  return host !== null && isLoopbackHost(host);
}
