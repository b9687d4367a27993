import { messageBytes } from '../questions/rpc_endpoint.ts';
import { codes, type JsonRpcMessage, readMessage, versionKey } from './read_message.ts';

/** The fields that HTTP requests carry beside a message, as a message on a pipe has them in itself. */
type MessageFields = Readonly<Record<string, string>>;

/** Answers one message; null: it gets no answer. @param signal aborts when the client cancels the request */
export type AnswerLine = (bytes: Uint8Array, fields: MessageFields, signal: AbortSignal) => Promise<Uint8Array | null>;

/** Maximum number of messages in progress. At the maximum, no more are read. */
const mostInProgress = 64;

/**
 * Serves MCP over a pipe: one JSON text a line, in both directions. Requests are answered as they are done. Resolves at the end of
 * the input, after the last answer.
 *
 * @param onFailure receives what `answer` throws; its client gets an answer without it
 */
export async function serveLines(
  input: AsyncIterable<Uint8Array>,
  write: (line: string) => void,
  answer: AnswerLine,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const inProgress = new Set<Promise<void>>();
  /** By id, as JSON: `1` and `"1"` are two. */
  const cancels = new Map<string, AbortController>();

  async function answerLine(bytes: Uint8Array): Promise<void> {
    const message = readMessage(bytes);
    if ('code' in message) return write(`${JSON.stringify({ jsonrpc: '2.0', error: message })}\n`);
    const id = message.id === undefined ? null : JSON.stringify(message.id);
    if (message.method === 'notifications/cancelled') return cancel(message);
    const cancelled = new AbortController();
    if (id !== null) cancels.set(id, cancelled);
    try {
      const answered = await answer(bytes, fieldsOf(message), cancelled.signal);
      if (answered !== null && id !== null && !cancelled.signal.aborted) write(`${decoder.decode(answered)}\n`);
    } catch (error) {
      onFailure(error);
      const fault = { code: codes.internalError, message: 'Internal error' };
      if (id !== null) write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, error: fault })}\n`);
    } finally {
      if (id !== null && cancels.get(id) === cancelled) cancels.delete(id);
    }
  }

  function cancel({ params }: JsonRpcMessage): void {
    const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
    cancels.get(JSON.stringify(requestId) ?? '')?.abort();
  }

  for await (const line of linesOf(input)) {
    if (line === 'too-long') {
      const fault = { code: codes.invalidRequest, message: `Invalid request: it is longer than ${messageBytes} bytes` };
      write(`${JSON.stringify({ jsonrpc: '2.0', error: fault })}\n`);
      continue;
    }
    if (line.length === 0) continue;
    const answering = answerLine(line).finally(() => inProgress.delete(answering));
    inProgress.add(answering);
    if (inProgress.size >= mostInProgress) await Promise.race(inProgress);
  }
  await Promise.all(inProgress);
}

const decoder = new TextDecoder();

/** The lines of a stream of bytes, without their ends. 'too-long' replaces a line above the bound. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | 'too-long'> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const line = (): Uint8Array | 'too-long' => {
    const whole = length > messageBytes ? 'too-long' : withoutReturn(Buffer.concat(parts));
    parts = [];
    length = 0;
    return whole;
  };
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length <= messageBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      add(chunk.subarray(start, end));
      yield line();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield line();
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
}

function fieldsOf({ method, params }: JsonRpcMessage): MessageFields {
  const { _meta, name, uri } = (params ?? {}) as {
    readonly _meta?: Readonly<Record<string, unknown>> | null;
  } & Readonly<Record<string, unknown>>;
  const version = _meta?.[versionKey];
  // A message of an earlier revision has no such fields.
  if (typeof version !== 'string') return {};
  const named = method === 'resources/read' ? uri : name;
  return {
    'mcp-protocol-version': fieldValue(version),
    'mcp-method': fieldValue(method),
    ...(typeof named === 'string' && { 'mcp-name': fieldValue(named) }),
  };
}

/** A text as the value of a field, encoded where a field cannot hold it (MCP 2026-07-28, standard request headers). */
function fieldValue(text: string): string {
  return /^[\x21-\x7e]*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
