import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGate } from '../../http/requests/gate.ts';
import { type DevEvent, EventListeners } from './event_listeners.ts';

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
 * The event stream of `catchword dev` over HTTP.
 * @param first id of the build that answers
 * @param gatePassword the password that every route requires, or null
 */
export function createDevEvents(first: string, gatePassword: string | null): DevEvents {
  const isLetIn = gatePassword === null ? () => true : createGate(gatePassword);
  const listeners = new EventListeners(first);
  const decide = (method: string, header: Header): Decision =>
    isLetIn({ header }) ? decideAdmitted(method, listeners.isFull) : locked;

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
