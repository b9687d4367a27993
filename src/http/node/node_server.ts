import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Observe } from '../../observation/observation.ts';
import type { Service } from '../service.ts';
import { capConnections } from './connection_cap.ts';
import { createHeldRequests } from './held_requests.ts';
import { createPipelining } from './pipelining.ts';
import { createResponder, type Expectation } from './responder.ts';
import { type ServerLimits, serverLimits } from './server_limits.ts';
import type { ParserError } from './transport_refusal.ts';
import type { IsTrustedProxy } from './trusted_proxies.ts';
import { hadLastAnswer } from './write_answer.ts';

export interface NodeServer {
  readonly server: Server;
  /** Stops listening, then finishes: for a server that is alone on its port. */
  close(): Promise<void>;
  /** Sends `Connection: close` with answers for a moment, then closes the port while requests are held. */
  stopListening(): Promise<void>;
  /** Answers the requests that were held, finishes those in progress, and resolves when all connections are closed. */
  finish(): Promise<void>;
}

export interface NodeServerOptions {
  readonly limits?: ServerLimits;
  /** Whether to trust the `Forwarded` fields of an address; null: of none. */
  readonly isProxy?: IsTrustedProxy | null;
  /** Called for every answer. */
  readonly observe?: Observe | null;
  /** Whether `observe` writes a log, and needs the path and the trace of requests; default true. */
  readonly isLogged?: boolean;
  /** Receives every request first, and may answer it, for example with a stream. @returns whether it does */
  readonly take?: ((message: IncomingMessage, response: ServerResponse) => boolean) | null;
}

/** Serves over node:http. @param current returns the service that answers now; called once a request */
export function createNodeServer(
  current: () => Pick<Service, 'answer'>,
  { limits = serverLimits, isProxy = null, observe = null, isLogged = true, take = null }: NodeServerOptions = {},
): NodeServer {
  let closing = false;
  let closed = Promise.resolve();
  const held = createHeldRequests();
  /** Connections that end with an answer for which node:http has no response object. */
  const taken = new WeakSet<Duplex>();
  const server = openServer(limits);
  const isOverCap = capConnections(server, limits.connections);
  const pipelining = createPipelining(server);
  const responder = createResponder({
    current,
    limits,
    isOverCap,
    isProxy,
    observe,
    isLogged,
    isClosing: () => closing,
  });

  function receive(message: IncomingMessage, response: ServerResponse, expects: Expectation): void {
    if (take?.(message, response)) return;
    // A response has no socket while an earlier answer of its connection is being written.
    const isPipelined = response.socket === null;
    const respond = (): void => {
      if (held.isHolding) held.hold(() => responder.respond(message, response, expects, isPipelined));
      else responder.respond(message, response, expects, isPipelined);
    };
    if (isPipelined) pipelining.wait(message.socket, response, respond);
    else respond();
  }

  /** Receives what ends its connection and has no response object of node:http. The parser may report it more than once. */
  function receiveLast(socket: Duplex, respond: () => void): void {
    if (taken.has(socket)) return;
    taken.add(socket);
    takeFromNode(socket);
    // Those before it on its connection may be held.
    if (held.isHolding) held.hold(respond);
    else respond();
  }

  server
    .on('request', (message, response) => receive(message, response, 'nothing'))
    .on('checkContinue', (message, response) => receive(message, response, 'continue'))
    .on('checkExpectation', (message, response) => receive(message, response, 'other'))
    .on('connect', (message, socket) => receiveLast(socket, () => responder.respondOnSocket(message, socket)))
    .on('clientError', (error: ParserError, duplex) => {
      const socket = duplex as Socket;
      if (!isAwaited(error, socket, pipelining)) return;
      const begun = pipelining.begun(socket);
      receiveLast(socket, () => responder.respondUnparsed(error, socket, begun));
    });

  async function stopListening(): Promise<void> {
    closing = true;
    await sleep(limits.announceTime);
    await held.untilQuiet(server);
    closed = new Promise((resolve) => server.close(() => resolve()));
  }

  async function finish(): Promise<void> {
    held.release();
    const overdue = setTimeout(() => server.closeAllConnections(), limits.closeTimeout);
    await closed;
    clearTimeout(overdue);
  }

  return { server, stopListening, finish, close: () => stopListening().then(finish) };
}

function openServer(limits: ServerLimits): Server {
  const server: Server & { httpAllowHalfOpen?: boolean } = createServer({
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkingInterval,
    maxHeaderSize: limits.headerBytes,
    // The responder checks Host: its refusal has a body.
    requireHostHeader: false,
  });
  server.timeout = limits.idleTimeout;
  // The responder counts the fields: node:http would drop those above its count silently.
  server.maxHeadersCount = 0;
  // Undocumented: answer a client that has ended its half of the connection (RFC 9112 9.6), then close.
  server.httpAllowHalfOpen = true;
  return server;
}

/** Takes a socket from node:http, which may have more answers to write to it. */
function takeFromNode(socket: Duplex): void {
  // node:http no longer listens to it; without a listener a reset would end the process.
  socket.on('error', () => socket.destroy());
  // When the client ends its half, node:http would end the connection after the answers that it knows of.
  socket.removeAllListeners('end');
}

/** Whether a client waits for the answer to a request that the parser could not read. Destroys a socket that cannot take one. */
function isAwaited(error: ParserError, socket: Socket, pipelining: ReturnType<typeof createPipelining>): boolean {
  if (error.code === 'ECONNRESET') socket.destroy();
  // It is late because it waits for the answers before it.
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && pipelining.isWaiting(socket)) return false;
  // Bytes after the last answer are not a request, and neither is the rest of a refused body.
  else if (hadLastAnswer(socket) || error.code === 'HPE_CLOSED_CONNECTION') return false;
  else if (!socket.writable) socket.destroy();
  return !socket.destroyed;
}
