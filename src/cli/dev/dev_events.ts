import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGate } from '../../http/requests/gate.ts';

/** Where a front end of a site under edit learns that a new build answers. Only `catchword dev` has it. */
export const devEventsPath = '/dev/events';

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

/** What a listener is told. `id` names the build that answers: equal content has equal ids, in every process. */
export interface DevEvent {
  readonly name: 'build' | 'fault';
  readonly id: string;
  readonly data: object;
}

/** Where the events of one listener go. */
interface Sink {
  /** @returns whether the listener keeps up */
  write(text: string): boolean;
  end(): void;
}

export interface DevEvents {
  send(event: DevEvent): void;
  /** Answers a request for the stream over node:http. @returns false for other requests, untouched */
  takeNode(message: IncomingMessage, response: ServerResponse): boolean;
  /** The same for the Fetch API; null for other requests. */
  takeFetch(request: Request): Response | null;
  /** Ends all streams. Later requests are refused. */
  close(): void;
}

type Fields = Readonly<Record<string, string>>;
type Header = (name: string) => string | undefined;

/** What a request for the stream gets: a whole answer, or the stream. */
interface Decision {
  readonly status: number;
  readonly fields: Fields;
  readonly body: string;
  readonly isStream: boolean;
}

const streamFields: Fields = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  // nginx would hold events back.
  'X-Accel-Buffering': 'no',
};
const allowed = 'GET, HEAD, OPTIONS';

/**
 * The event stream of `catchword dev` (HTML Standard 9.2). Each event has the id of its build. A browser that connects again
 * sends the last id it saw, and is told at once when another build answers by now.
 * @param first id of the build that answers
 * @param gatePassword the password that every route requires, or null
 */
export function createDevEvents(first: string, gatePassword: string | null): DevEvents {
  const isLetIn = gatePassword === null ? () => true : createGate(gatePassword);
  const sinks = new Set<Sink>();
  let last: DevEvent = { name: 'build', id: first, data: {} };
  let isClosed = false;

  function tell(sink: Sink, text: string): void {
    if (sink.write(text)) return;
    sinks.delete(sink);
    sink.end();
  }

  const heartbeat = setInterval(() => {
    for (const sink of sinks) tell(sink, ':\n\n');
  }, devEventLimits.heartbeat).unref();

  function decide(method: string, header: Header): Decision {
    if (!isLetIn({ header })) {
      const challenge = { 'WWW-Authenticate': 'Basic realm="Catchword", charset="UTF-8"' };
      return refusal(
        401,
        'Unauthorized',
        'Cannot answer without the password: send it by Basic authentication.',
        challenge,
      );
    }
    if (method === 'OPTIONS') return { status: 204, fields: { Allow: allowed }, body: '', isStream: false };
    if (method !== 'GET' && method !== 'HEAD') {
      return refusal(405, 'Method Not Allowed', `Cannot answer this method here: ${allowed} are allowed.`, {
        Allow: allowed,
      });
    }
    if (isClosed || sinks.size >= devEventLimits.listeners) {
      return refusal(503, 'Service Unavailable', 'Cannot send events: too many listeners are connected.', {
        'Retry-After': '5',
      });
    }
    return { status: 200, fields: streamFields, body: '', isStream: method === 'GET' };
  }

  function open(sink: Sink, lastSeen: string | undefined): void {
    sinks.add(sink);
    const missed = lastSeen !== undefined && lastSeen !== last.id;
    tell(sink, `retry: ${devEventLimits.retry}\n\n${missed ? render(last) : ''}`);
  }

  return {
    send(event) {
      last = event;
      for (const sink of sinks) tell(sink, render(event));
    },
    takeNode(message, response) {
      if (!isEventsTarget(message.url ?? '')) return false;
      const header: Header = (name) => message.headers[name]?.toString();
      const { status, fields, body, isStream } = decide(message.method ?? 'GET', header);
      response.writeHead(status, { ...fields, ...(isStream ? {} : { 'Content-Length': Buffer.byteLength(body) }) });
      if (!isStream) response.end(message.method === 'HEAD' ? undefined : body);
      else
        open(
          sinkOf(response, (sink) => sinks.delete(sink)),
          header('last-event-id'),
        );
      return true;
    },
    takeFetch(request) {
      const { pathname, search } = new URL(request.url);
      if (!isEventsTarget(pathname + search)) return null;
      const header: Header = (name) => request.headers.get(name) ?? undefined;
      const { status, fields, body, isStream } = decide(request.method, header);
      if (!isStream)
        return new Response(status === 204 || request.method === 'HEAD' ? null : body, { status, headers: fields });
      return new Response(
        streamOf(
          (sink) => open(sink, header('last-event-id')),
          (sink) => sinks.delete(sink),
        ),
        {
          status,
          headers: fields,
        },
      );
    },
    close() {
      isClosed = true;
      clearInterval(heartbeat);
      for (const sink of sinks) sink.end();
      sinks.clear();
    },
  };
}

function sinkOf(response: ServerResponse, onClose: (sink: Sink) => void): Sink {
  const sink: Sink = {
    write(text) {
      response.write(text);
      return response.writableLength <= devEventLimits.waitingBytes;
    },
    // A slow listener would never take the end of the stream.
    end: () => (response.writableLength > 0 ? response.destroy() : response.end()),
  };
  response.on('close', () => onClose(sink)).on('error', () => onClose(sink));
  return sink;
}

/** A stream for the Fetch API. */
function streamOf(open: (sink: Sink) => void, onCancel: (sink: Sink) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let sink: Sink;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        sink = {
          write(text) {
            controller.enqueue(encoder.encode(text));
            return (controller.desiredSize ?? 0) > 0;
          },
          end: () => controller.close(),
        };
        open(sink);
      },
      cancel: () => onCancel(sink),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: devEventLimits.waitingBytes }),
  );
}

function isEventsTarget(target: string): boolean {
  return target === devEventsPath || target.startsWith(`${devEventsPath}?`);
}

function render({ name, id, data }: DevEvent): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** RFC 9457. */
function refusal(status: number, title: string, detail: string, more: Fields): Decision {
  const fields = { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...more };
  const cors = { 'Access-Control-Allow-Origin': '*' };
  return {
    status,
    fields: { ...fields, ...cors },
    body: `${JSON.stringify({ title, status, detail })}\n`,
    isStream: false,
  };
}
