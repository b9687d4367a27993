import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Where the events of one listener go. */
interface Sink {
  /** @returns whether the listener keeps up */
  write(text: string): boolean;
  end(): void;
}

/**
 * The listeners of an event stream (HTML Standard 9.2). Each event has the id of its build. A browser that connects again
 * sends the last id it saw, and is told at once when another build answers by now.
 */
class EventListeners {
  readonly #sinks = new Set<Sink>();
  readonly #heartbeat: NodeJS.Timeout;
  #last: DevEvent;
  #isClosed = false;

  /** @param firstId id of the build that answers */
  constructor(firstId: string) {
    this.#last = { name: 'build', id: firstId, data: {} };
    this.#heartbeat = setInterval(() => this.#tellAll(':\n\n'), devEventLimits.heartbeat).unref();
  }

  get isFull(): boolean {
    return this.#isClosed || this.#sinks.size >= devEventLimits.listeners;
  }

  send(event: DevEvent): void {
    this.#last = event;
    this.#tellAll(render(event));
  }

  /** @param lastSeen id of the last event that the listener saw, if any */
  addResponse(response: ServerResponse, lastSeen: string | undefined): void {
    const sink: Sink = {
      write(text) {
        response.write(text);
        return response.writableLength <= devEventLimits.waitingBytes;
      },
      // A slow listener would never take the end of the stream.
      end: () => (response.writableLength > 0 ? response.destroy() : response.end()),
    };
    const remove = (): void => void this.#sinks.delete(sink);
    response.on('close', remove).on('error', remove);
    this.#add(sink, lastSeen);
  }

  /** The same for the Fetch API: the stream is the body of the response. */
  openStream(lastSeen: string | undefined): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let sink: Sink;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          sink = {
            write(text) {
              controller.enqueue(encoder.encode(text));
              return (controller.desiredSize ?? 0) > 0;
            },
            end: () => controller.close(),
          };
          this.#add(sink, lastSeen);
        },
        cancel: () => void this.#sinks.delete(sink),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: devEventLimits.waitingBytes }),
    );
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    for (const sink of this.#sinks) sink.end();
    this.#sinks.clear();
  }

  #add(sink: Sink, lastSeen: string | undefined): void {
    this.#sinks.add(sink);
    const missed = lastSeen !== undefined && lastSeen !== this.#last.id;
    this.#tell(sink, `retry: ${devEventLimits.retry}\n\n${missed ? render(this.#last) : ''}`);
  }

  #tellAll(text: string): void {
    for (const sink of this.#sinks) this.#tell(sink, text);
  }

  #tell(sink: Sink, text: string): void {
    if (sink.write(text)) return;
    this.#sinks.delete(sink);
    sink.end();
  }
}

function render({ name, id, data }: DevEvent): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Where a front end of a site under edit learns that a new build answers. Only `catchword dev` has it. */
export const devEventsPath = '/dev/events';

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

/** The response to a request for the stream: a whole answer, or the stream. */
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
 * The event stream of `catchword dev` over HTTP.
 * @param first id of the build that answers
 * @param gatePassword the password that every route requires, or null
 */
export function createDevEvents(first: string, gatePassword: string | null): DevEvents {
  const isAuthorized = gatePassword === null ? () => true : createGate(gatePassword);
  const listeners = new EventListeners(first);
  const decide = (method: string, header: Header): Decision =>
    isAuthorized({ header }) ? decideAdmitted(method, listeners.isFull) : locked;

  return {
    send: (event) => listeners.send(event),
    takeNode(message, response) {
      if (!isEventsTarget(message.url ?? '')) return false;
      const header: Header = (name) => message.headers[name]?.toString();
      const { status, fields, body, isStream } = decide(message.method ?? 'GET', header);
      response.writeHead(status, { ...fields, ...(isStream ? {} : { 'Content-Length': Buffer.byteLength(body) }) });
      if (isStream) listeners.addResponse(response, header('last-event-id'));
      else response.end(message.method === 'HEAD' ? undefined : body);
      return true;
    },
    takeFetch(request) {
      const { pathname, search } = new URL(request.url);
      if (!isEventsTarget(pathname + search)) return null;
      const header: Header = (name) => request.headers.get(name) ?? undefined;
      const { status, fields, body, isStream } = decide(request.method, header);
      if (isStream) return new Response(listeners.openStream(header('last-event-id')), { status, headers: fields });
      return new Response(status === 204 || request.method === 'HEAD' ? null : body, { status, headers: fields });
    },
    close: () => listeners.close(),
  };
}

function isEventsTarget(target: string): boolean {
  return target === devEventsPath || target.startsWith(`${devEventsPath}?`);
}

function decideAdmitted(method: string, isFull: boolean): Decision {
  if (method === 'OPTIONS') return { status: 204, fields: { Allow: allowed }, body: '', isStream: false };
  if (method !== 'GET' && method !== 'HEAD') {
    const detail = `Cannot answer this method here: ${allowed} are allowed.`;
    return refusal(405, 'Method Not Allowed', detail, { Allow: allowed });
  }
  if (isFull) {
    const detail = 'Cannot send events: too many listeners are connected.';
    return refusal(503, 'Service Unavailable', detail, { 'Retry-After': '5' });
  }
  return { status: 200, fields: streamFields, body: '', isStream: method === 'GET' };
}

/** A problem document (RFC 9457). */
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

const locked = refusal(401, 'Unauthorized', 'Cannot answer without the password: send it by Basic authentication.', {
  'WWW-Authenticate': 'Basic realm="Catchword", charset="UTF-8"',
});
