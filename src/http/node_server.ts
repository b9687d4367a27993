import { createServer, IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Refusal, refuseTransport } from '../problems/refusal.ts';
import type { Answer } from './answer.ts';
import { answerRefusal } from './answer_refusal.ts';
import { capConnections } from './connection_cap.ts';
import { createDoor } from './door.ts';
import { NodeRequest } from './node_request.ts';
import { countWaiting, isBacklogged } from './pipeline_backlog.ts';
import { type ServerLimits, serverLimits } from './server_limits.ts';
import type { Service } from './service.ts';
import {
  isHead,
  type ParserError,
  readUnknownMethod,
  refuseMessage,
  refuseUnparsed,
  type UnknownMethodHead,
} from './transport_refusal.ts';
import type { IsTrustedProxy } from './trusted_proxies.ts';

export interface NodeServer {
  readonly server: Server;
  /** Stops listening, then finishes: for a server that is alone on its port. */
  close(): Promise<void>;
  /** Announces the end in answers, then closes the port while answers are held back. */
  stopListening(): Promise<void>;
  /** Gives the answers that were held back, ends what is in flight, and resolves when all connections are closed. */
  finish(): Promise<void>;
}

const tooManyLines = refuseTransport(431, 'Cannot read the request: it has too many lines of fields.');
const tooManyConnections = refuseTransport(
  503,
  'Cannot answer on this connection: too many are open. Try again in a moment.',
);

/**
 * Serves over node:http.
 *
 * @param current the service that answers now, asked once a request
 * @param isProxy whose word on the request that it passes on counts; null: nobody's
 */
export function createNodeServer(
  current: () => Service,
  limits: ServerLimits = serverLimits,
  isProxy: IsTrustedProxy | null = null,
): NodeServer {
  let closing = false;
  let closed = Promise.resolve();
  const door = createDoor();
  const server = createServer({
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
  const isOverCap = capConnections(server, limits.connections);

  function respond(message: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void {
    if (door.holds) {
      door.hold(() => respond(message, response, awaitsContinue));
      return;
    }
    if (response.socket === null && isBacklogged(message.socket, limits.pipelinedBytes)) {
      underWay.set(message.socket, response);
      response.once('socket', () => process.nextTick(respond, message, response, awaitsContinue));
      return;
    }
    const request = new NodeRequest(message, response, awaitsContinue, closing);
    if (isProxy?.(message.socket.remoteAddress)) request.trustForwarded();
    const refusal = refuse(message, request);
    const answer = refusal === null ? current().answer(request) : answerRefusal(refusal, '', null, request);
    if (answer instanceof Promise) {
      underWay.set(message.socket, response);
      void answer.then((done) => write(request, message, response, done, closing, limits));
    } else write(request, message, response, answer, closing || refusal !== null, limits);
  }

  /** What speaks against a message before it is anyone's to answer; null for nothing. */
  function refuse(message: IncomingMessage, request: NodeRequest): Refusal | null {
    if (message.rawHeaders.length > 2 * limits.headerLines) return tooManyLines;
    if (isOverCap(message.socket)) return tooManyConnections;
    return refuseMessage(message.httpVersion, request);
  }

  server.on('request', (message, response) => respond(message, response, false));
  server.on('checkContinue', (message, response) => respond(message, response, true));
  server.on('checkExpectation', (message, response) => {
    const refusal = refuseTransport(417, 'Cannot meet the expectation: only 100-continue is known.');
    const request = new NodeRequest(message, response, false, closing);
    write(request, message, response, answerRefusal(refusal, '', null, request), true, limits);
  });
  // Past node:http, which has no response object for a CONNECT and for what it could not read.
  function respondPast(message: IncomingMessage, socket: Duplex): void {
    // Nobody else listens to a socket that node:http has let go of, and a reset must not end the process.
    socket.on('error', () => socket.destroy());
    const request = new NodeRequest(message, null, false, closing);
    if (isProxy?.(message.socket.remoteAddress)) request.trustForwarded();
    const refusal = refuse(message, request);
    const answer = refusal === null ? current().answer(request) : answerRefusal(refusal, '', null, request);
    if (answer instanceof Promise) void answer.then((done) => endWith(socket, done));
    else endWith(socket, answer);
  }

  function respondUnparsed(error: ParserError, socket: Socket): void {
    const head = readUnknownMethod(error);
    // A method that node:http does not know is one that no resource answers, like any other.
    if (head !== null) respondPast(toMessage(head, socket), socket);
    else endUnparsed(socket, error);
  }

  server.on('connect', respondPast);
  server.on('clientError', (error: ParserError, socket) => {
    const before = underWay.get(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    // What follows the last answer is nobody's request, as is the rest of a body that was refused.
    else if (hadLastAnswer.has(socket) || error.code === 'HPE_CLOSED_CONNECTION') return;
    else if (!socket.writable) socket.destroy();
    else if (before?.req.complete && !before.writableFinished) {
      // Answers go in the order of their requests.
      before.once('finish', () => respondUnparsed(error, socket as Socket));
    } else respondUnparsed(error, socket as Socket);
  });

  async function stopListening(): Promise<void> {
    closing = true;
    await sleep(limits.announceTime);
    await door.untilQuiet(server);
    closed = new Promise((resolve) => server.close(() => resolve()));
  }

  async function finish(): Promise<void> {
    door.release();
    const overdue = setTimeout(() => server.closeAllConnections(), limits.closeTimeout);
    await closed;
    clearTimeout(overdue);
  }

  return { server, stopListening, finish, close: () => stopListening().then(finish) };
}

/** Connections on which nothing more is said. */
const hadLastAnswer = new WeakSet<Duplex>();
/** The newest answer of a connection that was not ready at once. */
const underWay = new WeakMap<Duplex, ServerResponse>();

function write(
  request: NodeRequest,
  message: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  last: boolean,
  limits: ServerLimits,
): void {
  if (response.destroyed) return; // the client went away while its request was answered
  const unread = !request.consumed && request.hasBody;
  // Node ends a connection whose client was never told to go on.
  if (last || unread || request.isHeldBack) hadLastAnswer.add(message.socket);
  response.writeHead(
    answer.status,
    (last || unread ? [...answer.headers, 'Connection', 'close'] : answer.headers) as string[],
  );
  // Who still waits to be told to go on has sent nothing that would have to be read.
  if (!unread || request.isHeldBack) {
    const { text } = answer;
    if (text === undefined) response.end(answer.body ?? undefined);
    else response.end(text, 'latin1');
    if (response.socket === null) countWaiting(message.socket, response, answer.body?.length ?? 0);
    // Nearly every answer fits what the kernel holds for the client, and costs no timer.
    if (response.socket === null || response.socket.writableLength > 0) {
      const late = setTimeout(() => message.socket.destroy(), limits.answerTimeout);
      response.once('close', () => clearTimeout(late));
    }
  } else {
    // The whole answer goes out at once; the connection ends after what was on its way is read, up to a bound, as
    // closing over unread bytes would reset it before the client sees the answer (RFC 9112 9.6).
    if (answer.body === null) response.flushHeaders();
    else response.write(answer.body);
    linger(message, limits, () => response.end(() => message.socket.destroy()));
  }
}

function linger(message: IncomingMessage, limits: ServerLimits, done: () => void): void {
  let left: number = limits.lingerBytes;
  const timer = setTimeout(finish, limits.lingerTimeout);
  function finish(): void {
    clearTimeout(timer);
    message.off('data', discard).off('end', finish).off('close', finish).pause();
    done();
  }
  function discard(chunk: Uint8Array): void {
    left -= chunk.length;
    // What is not read any more holds the client up, so that it comes to read.
    if (left < 0) message.off('data', discard).pause();
  }
  message.on('data', discard).on('end', finish).on('close', finish).resume();
}

function toMessage({ method, target, version, fields }: UnknownMethodHead, socket: Socket): IncomingMessage {
  return Object.assign(new IncomingMessage(socket), {
    method,
    url: target,
    httpVersion: version,
    rawHeaders: [...fields],
  });
}

function endUnparsed(socket: Duplex, error: ParserError): void {
  socket.on('error', () => socket.destroy());
  const answer = answerRefusal(refuseUnparsed(error), '', null, null);
  endWith(socket, isHead(error) ? { ...answer, body: null } : answer);
}

/** Writes an answer that is the last of its connection past node:http. */
function endWith(socket: Duplex, { status, headers, body }: Answer): void {
  if (hadLastAnswer.has(socket)) return;
  hadLastAnswer.add(socket);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`Date: ${new Date().toUTCString()}`, 'Connection: close', '', '');
  socket.write(lines.join('\r\n'), 'latin1');
  socket.end(body, () => socket.destroy());
}
