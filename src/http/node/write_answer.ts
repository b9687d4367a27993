import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from '../answers/answer.ts';
import { type NodeRequest, readOn, stopReading } from './node_request.ts';
import type { ServerLimits } from './server_limits.ts';

/** Bytes that it takes to read a chunk besides what is in it, which may be a single byte. */
const chunkCost = 128;

/** Connections on which nothing more is said. */
const ended = new WeakSet<Duplex>();

/** Whether a connection was given its last answer, so that what still comes on it is nobody's request. */
export function hadLastAnswer(socket: Duplex): boolean {
  return ended.has(socket);
}

/**
 * Writes an answer by way of node:http, and ends the connection behind it where content of the request is left unread.
 *
 * @param last whether the connection ends in any case
 */
export function writeAnswer(
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
  if (last || unread || request.isHeldBack) ended.add(message.socket);
  response.writeHead(
    answer.status,
    (last || unread ? [...answer.headers, 'Connection', 'close'] : answer.headers) as string[],
  );
  // Who still waits to be told to go on has sent nothing that would have to be read.
  if (!unread || request.isHeldBack) {
    const { text } = answer;
    if (text === undefined) response.end(answer.body ?? undefined);
    else response.end(text, 'latin1');
    // Nearly every answer fits what the kernel holds for the client, and costs no timer.
    if (message.socket.writableLength > 0) {
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
    message.off('data', discard).off('end', finish).off('close', finish);
    stopReading(message);
    done();
  }
  function discard(chunk: Uint8Array): void {
    left -= chunk.length + chunkCost;
    // What is not read any more holds the client up, so that it comes to read.
    if (left < 0) stopReading(message.off('data', discard));
  }
  readOn(message.on('data', discard).on('end', finish).on('close', finish));
}

/** Writes an answer past node:http, the last of its connection. Nothing, where that had one. */
export function writeLastAnswer(socket: Duplex, { status, headers, body }: Answer, limits: ServerLimits): void {
  if (ended.has(socket)) return;
  ended.add(socket);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`Date: ${new Date().toUTCString()}`, 'Connection: close', '', '');
  socket.write(lines.join('\r\n'), 'latin1');
  socket.end(body);
  discardRest(socket, limits);
}

/**
 * Reads past node:http what still comes, up to a bound, and throws it away; for the reason of `linger`. The client has the time of an
 * answer to take this one and those before it.
 */
function discardRest(socket: Duplex, limits: ServerLimits): void {
  let left: number = limits.lingerBytes;
  let hasEnded = false;
  let timer = setTimeout(() => socket.destroy(), limits.answerTimeout);
  socket.removeAllListeners('data').removeAllListeners('readable');
  socket
    .on('data', (chunk: Uint8Array) => {
      left -= chunk.length;
      if (left < 0) socket.pause();
    })
    .on('end', () => {
      hasEnded = true;
      if (socket.writableFinished) socket.destroy();
    })
    .on('finish', () => {
      clearTimeout(timer);
      if (hasEnded) socket.destroy();
      else timer = setTimeout(() => socket.destroy(), limits.lingerTimeout);
    })
    .on('close', () => clearTimeout(timer))
    .resume();
}
