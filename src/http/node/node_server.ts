import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MaybePromise } from '../../engine/maybe_promise.ts';
import type { Observe } from '../../observation/observation.ts';
import { type Refusal, refuseTransport } from '../../problems/refusal.ts';
import type { Answer } from '../answers/answer.ts';
import { answerRefusal } from '../answers/answer_refusal.ts';
import { describeAnswered } from '../answers/answered.ts';
import type { Service } from '../service.ts';
import { capConnections } from './connection_cap.ts';
import { createHeldRequests } from './held_requests.ts';
import { NodeRequest } from './node_request.ts';
import { createPipelining } from './pipelining.ts';
import { type ServerLimits, serverLimits } from './server_limits.ts';
import {
  isHead,
  type ParserError,
  readUnknownMethod,
  refuseMessage,
  refuseUnparsed,
  type UnknownMethodHead,
} from './transport_refusal.ts';
import type { IsTrustedProxy } from './trusted_proxies.ts';
import { hadLastAnswer, writeAnswer, writeLastAnswer } from './write_answer.ts';

export interface NodeServer {
  readonly server: Server;
  /** Stops listening, then finishes: for a server that is alone on its port. */
  close(): Promise<void>;
  /** Announces the end in answers, then closes the port while answers are held back. */
  stopListening(): Promise<void>;
  /** Gives the answers that were held back, ends what is in flight, and resolves when all connections are closed. */
  finish(): Promise<void>;
}

/** What a request expects before its content is sent: to be told to go on, or something that nobody knows. */
type Expectation = 'nothing' | 'continue' | 'other';

const unknownExpectation = refuseTransport(417, 'Cannot meet the expectation: only 100-continue is known.');
const tooManyLines = refuseTransport(431, 'Cannot read the request: it has too many lines of fields.');
const tooManyConnections = refuseTransport(
  503,
  'Cannot answer on this connection: too many are open. Try again in a moment.',
);

export interface NodeServerOptions {
  readonly limits?: ServerLimits;
  /** Whose word on the request that it passes on counts; null: nobody's. */
  readonly isProxy?: IsTrustedProxy | null;
  /** Told about every answer. */
  readonly observe?: Observe | null;
}

/** Serves over node:http. @param current the service that answers now, asked once a request */
export function createNodeServer(
  current: () => Service,
  { limits = serverLimits, isProxy = null, observe = null }: NodeServerOptions = {},
): NodeServer {
  let closing = false;
  let closed = Promise.resolve();
  const held = createHeldRequests();
  const server: Server & { httpAllowHalfOpen?: boolean } = createServer({
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.checkingInterval,
    maxHeaderSize: limits.headerBytes,
    // Asked below, where the refusal gets a body.
    requireHostHeader: false,
  });
  server.timeout = limits.idleTimeout;
  // Counted below: Node would drop the lines past its count without a word.
  server.maxHeadersCount = 0;
  // Undocumented: a client that sends no more is still answered (RFC 9112 9.6), and the connection ends behind its last answer.
  server.httpAllowHalfOpen = true;
  const isOverCap = capConnections(server, limits.connections);
  const pipelining = createPipelining(server);

  function receive(message: IncomingMessage, response: ServerResponse, expects: Expectation): void {
    // Without a socket, as an answer before it is under way.
    if (response.socket === null) {
      pipelining.wait(message.socket, response, () => respond(message, response, expects, true));
    } else void respond(message, response, expects, false);
  }

  /** @returns a promise where the answer takes its time, and not that of the client who sends content */
  function respond(
    message: IncomingMessage,
    response: ServerResponse,
    expects: Expectation,
    waited: boolean,
  ): MaybePromise<void> {
    if (held.isHolding) {
      held.hold(() => void respond(message, response, expects, waited));
      return;
    }
    const request = new NodeRequest(message, response, expects === 'continue', closing);
    request.hasWaited = waited;
    if (isProxy?.(message.socket.remoteAddress)) request.trustForwarded();
    const refusal = expects === 'other' ? unknownExpectation : refuse(message, request);
    const answer = refusal === null ? current().answer(request) : answerRefusal(refusal, '', null, request);
    if (answer instanceof Promise) {
      underWay.set(message.socket, response);
      const written = answer.then((done) => {
        writeAnswer(request, message, response, done, closing, limits);
        tell(request, done);
      });
      return request.hasBody ? undefined : written;
    }
    writeAnswer(request, message, response, answer, closing || refusal !== null, limits);
    tell(request, answer);
  }

  function tell(request: NodeRequest | null, answer: Answer): void {
    if (observe === null) return;
    const milliseconds = request === null ? 0 : performance.now() - request.arrivedAt;
    observe(describeAnswered(request, answer, milliseconds));
  }

  /** What speaks against a message before it is anyone's to answer; null for nothing. */
  function refuse(message: IncomingMessage, request: NodeRequest): Refusal | null {
    if (message.rawHeaders.length > 2 * limits.headerLines) return tooManyLines;
    if (isOverCap(message.socket)) return tooManyConnections;
    return refuseMessage(message.httpVersion, request);
  }

  server.on('request', (message, response) => receive(message, response, 'nothing'));
  server.on('checkContinue', (message, response) => receive(message, response, 'continue'));
  server.on('checkExpectation', (message, response) => receive(message, response, 'other'));
  // Past node:http, which has no response object for a CONNECT and for what it could not read.
  function respondPast(message: IncomingMessage, socket: Duplex): void {
    // Nobody else listens to a socket that node:http has let go of, and a reset must not end the process.
    socket.on('error', () => socket.destroy());
    const request = new NodeRequest(message, null, false, closing);
    if (isProxy?.(message.socket.remoteAddress)) request.trustForwarded();
    const refusal = refuse(message, request);
    const answer = refusal === null ? current().answer(request) : answerRefusal(refusal, '', null, request);
    if (answer instanceof Promise) void answer.then((done) => endWith(request, socket, done));
    else endWith(request, socket, answer);
  }

  function endWith(request: NodeRequest | null, socket: Duplex, answer: Answer): void {
    writeLastAnswer(socket, answer, limits);
    tell(request, answer);
  }

  function respondUnparsed(error: ParserError, socket: Socket): void {
    const head = readUnknownMethod(error);
    // A method that node:http does not know is one that no resource answers, like any other.
    if (head !== null) respondPast(toMessage(head, socket), socket);
    else {
      socket.on('error', () => socket.destroy());
      const answer = answerRefusal(refuseUnparsed(error), '', null, null);
      endWith(null, socket, isHead(error, pipelining.begun(socket)) ? { ...answer, body: null } : answer);
    }
  }

  server.on('connect', (message, socket) => inOrder(socket, () => respondPast(message, socket)));
  server.on('clientError', (error: ParserError, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    // A message that waits for the answers before it is late by no fault of its sender.
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && pipelining.isWaiting(socket)) return;
    // What follows the last answer is nobody's request, as is the rest of a body that was refused.
    else if (hadLastAnswer(socket) || error.code === 'HPE_CLOSED_CONNECTION') return;
    else if (!socket.writable) socket.destroy();
    else inOrder(socket, () => respondUnparsed(error, socket as Socket));
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

/** The newest answer of a connection that was not there at once. */
const underWay = new WeakMap<Duplex, ServerResponse>();

/** Answers past node:http behind the answers before: they go in the order of their requests. */
function inOrder(socket: Duplex, answer: () => void): void {
  const before = underWay.get(socket);
  if (before?.req.complete && !before.writableFinished) before.once('finish', answer);
  else answer();
}

function toMessage({ method, target, version, fields }: UnknownMethodHead, socket: Socket): IncomingMessage {
  return Object.assign(new IncomingMessage(socket), {
    method,
    url: target,
    httpVersion: version,
    rawHeaders: [...fields],
  });
}
