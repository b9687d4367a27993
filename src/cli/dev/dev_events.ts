import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createGate } from '../../http/requests/gate.ts';

/** Bounds on the event stream. Times are in milliseconds. */
export const devEventLimits = {
  listeners: 64,
  /** Shorter than any timeout of an idle connection, of this server and of usual proxies. */
  heartbeat: 5_000,
  /** Bytes that may wait for a slow listener before it is dropped. */
  waitingBytes: 64 * 1024,
  /** How long a browser waits before it connects again. */
  retry: 500,
};

/** An event. `id` names the build that answers: equal content has equal ids, in every process. */
interface DevEvent {
  readonly name: 'build' | 'fault';
  readonly id: string;
  readonly data: object;
}

/** Where a front end of a site under edit learns that a new build answers. Only `catchword dev` has it. */
export const devEventsPath = '/dev/events';

interface Decision {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array>;
}

export type DevEvents = ReturnType<typeof createDevEvents>;

/**
 * The event stream of `catchword dev` over HTTP.
 * @param firstId id of the build that answers
 * @param gatePassword the password that every route requires, or null
 */
export function createDevEvents(firstId: string, gatePassword: string | null) {
  const isAuthorized = gatePassword === null ? () => true : createGate(gatePassword);
  const listeners = openListeners(firstId);
  /** Streams over node:http. */
  const responses = new Set<ServerResponse>();

  function decide(method: string, header: (name: string) => string | undefined): Decision {
    if (!isAuthorized({ header })) return locked;
    if (method === 'OPTIONS') return { status: 204, fields: { Allow: allowed }, body: '' };
    if (method !== 'GET' && method !== 'HEAD') {
      const detail = `Cannot answer this method: use one of ${allowed}.`;
      return refusal(405, 'Method Not Allowed', detail, { Allow: allowed });
    }
    if (listeners.isFull()) {
      const detail = 'Cannot send events: too many listeners are connected.';
      return refusal(503, 'Service Unavailable', detail, { 'Retry-After': '5' });
    }
    return { status: 200, fields: streamFields, body: method === 'GET' ? listeners.add(header('last-event-id')) : '' };
  }

  return {
    send: listeners.send,
    /** Answers a request for the stream over node:http. @returns false for other requests, untouched */
    takeNode(message: IncomingMessage, response: ServerResponse): boolean {
      if (!isEventsTarget(message.url ?? '')) return false;
      const { method = 'GET', headers } = message;
      const { status, fields, body } = decide(method, (name) => headers[name]?.toString());
      if (typeof body === 'string') {
        response.writeHead(status, { ...fields, 'Content-Length': Buffer.byteLength(body) });
        response.end(method === 'HEAD' ? undefined : body);
      } else {
        response.writeHead(status, fields);
        responses.add(response.once('close', () => responses.delete(response)));
        void pipeline(Readable.fromWeb(body as NodeStream), response).catch(() => {});
      }
      return true;
    },
    /** The same for the Fetch API; null for other requests. */
    takeFetch(request: Request): Response | null {
      const { pathname, search } = new URL(request.url);
      if (!isEventsTarget(pathname + search)) return null;
      const { status, fields, body } = decide(request.method, (name) => request.headers.get(name) ?? undefined);
      return new Response(status === 204 || request.method === 'HEAD' ? null : body, { status, headers: fields });
    },
    /** Ends all streams. Later requests are refused. */
    close(): void {
      listeners.close();
      // A listener that takes nothing would never take the end of the stream.
      for (const response of responses) if (response.writableLength > 0) response.destroy();
    },
  };
}

/**
 * The listeners of an event stream (HTML Standard 9.2). Each event has the id of its build. A browser that connects again
 * sends the last id it saw, and is told at once when another build answers by now.
 */
function openListeners(firstId: string) {
  const encoder = new TextEncoder();
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const heartbeat = setInterval(() => tellAll(':\n\n'), devEventLimits.heartbeat).unref();
  let last: DevEvent = { name: 'build', id: firstId, data: {} };
  let isClosed = false;

  function tell(stream: ReadableStreamDefaultController<Uint8Array>, text: string): void {
    stream.enqueue(encoder.encode(text));
    if ((stream.desiredSize ?? 0) > 0) return;
    streams.delete(stream);
    // A slow listener would never take the end of the stream.
    stream.error(new Error('The listener is too slow.'));
  }

  function tellAll(text: string): void {
    for (const stream of streams) tell(stream, text);
  }

  return {
    isFull: () => isClosed || streams.size >= devEventLimits.listeners,
    send(event: DevEvent): void {
      last = event;
      tellAll(render(event));
    },
    /** @param lastSeen id of the last event that the listener saw, if any */
    add(lastSeen: string | undefined): ReadableStream<Uint8Array> {
      let stream: ReadableStreamDefaultController<Uint8Array>;
      const source = {
        start(controller: ReadableStreamDefaultController<Uint8Array>) {
          stream = controller;
          streams.add(stream);
          const missed = lastSeen !== undefined && lastSeen !== last.id;
          tell(stream, `retry: ${devEventLimits.retry}\n\n${missed ? render(last) : ''}`);
        },
        cancel: () => void streams.delete(stream),
      };
      const strategy = new ByteLengthQueuingStrategy({ highWaterMark: devEventLimits.waitingBytes });
      return new ReadableStream<Uint8Array>(source, strategy);
    },
    close(): void {
      isClosed = true;
      clearInterval(heartbeat);
      for (const stream of streams) stream.close();
      streams.clear();
    },
  };
}

function render({ name, id, data }: DevEvent): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

const streamFields = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  // nginx would hold events back.
  'X-Accel-Buffering': 'no',
};
const allowed = 'GET, HEAD, OPTIONS';

function isEventsTarget(target: string): boolean {
  return target === devEventsPath || target.startsWith(`${devEventsPath}?`);
}

function refusal(status: number, title: string, detail: string, more: Decision['fields']): Decision {
  const fields = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...more };
  return {
    status,
    fields: { ...fields, 'Access-Control-Allow-Origin': '*' },
    body: `${JSON.stringify({ title, status, detail })}\n`,
  };
}

const locked = refusal(401, 'Unauthorized', 'Cannot answer without the password: send it with Basic authentication.', {
  'WWW-Authenticate': 'Basic realm="Catchword", charset="UTF-8"',
});
