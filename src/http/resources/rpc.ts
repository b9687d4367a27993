import { isRefusal } from '../../problems/refusal.ts';
import { messageBytes, type OpenRpcDoor, type RpcAnswer, type RpcDoor } from '../../questions/rpc_door.ts';
import type { Answer } from '../answers/answer.ts';
import { unstored } from '../answers/caching.ts';
import { readBody } from '../requests/read_body.ts';
import { jsonBody } from '../requests/read_json_body.ts';
import type { Answering, HandlerOf } from './resource_handler.ts';
import type { RpcAccess, RpcGuard } from './rpc_guard.ts';

/** A protocol of its own on a service, such as MCP. */
export interface RpcOptions extends RpcAccess {
  /** Opens the protocol over the use cases of a build, as `openMcp` does. */
  readonly open: OpenRpcDoor;
  /** Whether its callers may send feedback, where there is a store for it; default false. */
  readonly takesFeedback?: boolean;
}

/** Passes one message of a protocol on, and its answer back as JSON. */
export function handleRpc(door: RpcDoor, { fields, findFault }: RpcGuard): HandlerOf<'mcp'> {
  return {
    async POST({ request }) {
      const fault = findFault(request);
      if (fault !== null) return answering(forbidden(fault), fields(request));
      const bytes = await readBody(request, jsonBody(messageBytes));
      if (isRefusal(bytes)) return bytes;
      const answer = await door.answer({ bytes, field: (name) => request.header(name), caller: request });
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
