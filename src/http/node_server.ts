import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Refusal, refuse, refuseTransport } from '../problems/refusal.ts';
import type { Answer } from './answer.ts';
import { answerRefusal } from './answer_refusal.ts';
import { NodeRequest } from './node_request.ts';
import type { Service } from './service.ts';
import { refuseMessage, refuseUnparsed } from './transport_refusal.ts';

/** Times in milliseconds, sizes in bytes. */
export const serverLimits = {
  /** For the first line and all fields to arrive. */
  headersTimeout: 8_000,
  /** For a whole request to arrive. */
  requestTimeout: 9_000,
  /** How long a connection may wait for its next request. */
  keepAliveTimeout: 60_000,
  /** How long a connection may neither send nor take a byte. */
  idleTimeout: 70_000,
  /** How often the timeouts above are checked. */
  checkingInterval: 500,
  /** First line and fields together. */
  headerBytes: 16 * 1024,
  /** Of a refused upload, read and thrown away so that the client can see the refusal. */
  lingerBytes: 512 * 1024,
  lingerTimeout: 1_000,
  /** How long answers announce the end of their connections before the port is closed. */
  announceTime: 100,
  /** For requests in flight to end when the server closes. */
  closeTimeout: 9_000,
};
export type ServerLimits = Readonly<typeof serverLimits>;

export interface NodeServer {
  readonly server: Server;
  /** Announces the end, finishes what is in flight, then ends; resolves when all connections are closed. */
  close(): Promise<void>;
}

/** Serves over node:http. @param current the service that answers now, asked once a request */
export function createNodeServer(current: () => Service, limits: ServerLimits = serverLimits): NodeServer {
  let closing = false;
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

  function respond(message: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void {
    const request = new NodeRequest(message, response, awaitsContinue);
    const refusal = refuseMessage(message.httpVersion, request.hostLines, request.host);
    const answer = refusal === null ? current().answer(request) : answerRefusal(refusal, '', null, request);
    if (answer instanceof Promise) void answer.then((done) => write(request, message, response, done, closing, limits));
    else write(request, message, response, answer, closing || refusal !== null, limits);
  }

  server.on('request', (message, response) => respond(message, response, false));
  server.on('checkContinue', (message, response) => respond(message, response, true));
  server.on('checkExpectation', (message, response) => {
    const refusal = refuseTransport(417, 'Cannot meet the expectation: only 100-continue is known.');
    const request = new NodeRequest(message, response, false);
    write(request, message, response, answerRefusal(refusal, '', null, request), true, limits);
  });
  server.on('connect', (_message, socket) => {
    endWith(socket, refuse('method-not-allowed', 'Cannot answer CONNECT: this server opens no tunnels.'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Uint8Array }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else endWith(socket, refuseUnparsed(error.code, error.rawPacket));
  });

  return {
    server,
    async close() {
      closing = true;
      await new Promise((resolve) => setTimeout(resolve, limits.announceTime));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const overdue = setTimeout(() => server.closeAllConnections(), limits.closeTimeout);
      await closed;
      clearTimeout(overdue);
    },
  };
}

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
  response.writeHead(
    answer.status,
    (last || unread ? [...answer.headers, 'Connection', 'close'] : answer.headers) as string[],
  );
  // Who still waits to be told to go on has sent nothing that would have to be read.
  if (!unread || request.isHeldBack) response.end(answer.body ?? undefined);
  else {
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
    if (left < 0) finish();
  }
  message.on('data', discard).on('end', finish).on('close', finish).resume();
}

/** Writes a refusal past node:http, which has no response object for what it could not read. */
function endWith(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = answerRefusal(refusal, '', null, null);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push('Connection: close', '', '');
  // Nobody else listens to a socket that node:http has let go of, and a reset must not end the process.
  socket.on('error', () => socket.destroy());
  socket.write(lines.join('\r\n'), 'latin1');
  socket.end(body, () => socket.destroy());
}
