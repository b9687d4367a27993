import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from '../answers/answer.ts';
import { type NodeRequest, resumeReading, stopReading } from './node_request.ts';
import type { ServerLimits } from './server_limits.ts';

/** Cost of reading a chunk besides its content, counted in bytes: a chunk may have a single byte. */
const chunkCost = 128;

/** Connections on which the last answer was written. */
const ended = new WeakSet<Duplex>();

/** Whether the last answer of a connection was written, so that further bytes must not become a request. */
export function hadLastAnswer(socket: Duplex): boolean {
  return ended.has(socket);
}

/**
 * Writes an answer through node:http. Closes the connection after it if content of the request is left unread.
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
  // Node closes a connection whose client waits for 100 Continue and never got it.
  if (last || unread || request.awaitsContinue) ended.add(message.socket);
  response.writeHead(
    answer.status,
    (last || unread ? [...answer.headers, 'Connection', 'close'] : answer.headers) as string[],
  );
  // A client that still waits for 100 Continue has sent no content to read.
  if (!unread || request.awaitsContinue) {
    const { text } = answer;
    if (text === undefined) response.end(answer.body ?? undefined);
    else response.end(text, 'latin1');
    // Nearly every answer fits the kernel's send buffer, and needs no timer.
    if (message.socket.writableLength > 0) {
      const late = setTimeout(() => message.socket.destroy(), limits.answerTimeout);
      response.once('close', () => clearTimeout(late));
    }
  } else {
    // Send the whole answer, then read what is still in transit, up to a bound, then close. Closing with unread bytes would
    // reset the connection before the client reads the answer (RFC 9112 9.6).
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
    // Stop reading, so that TCP flow control blocks the client until it reads our answer.
    if (left < 0) stopReading(message.off('data', discard));
  }
  resumeReading(message.on('data', discard).on('end', finish).on('close', finish));
}

/**
 * Writes the last answer of a connection directly to the socket, bypassing node:http. Does nothing after a last answer, or for a
 * client that went away.
 */
export function writeLastAnswer(socket: Duplex, { status, headers, body }: Answer, limits: ServerLimits): void {
  if (ended.has(socket) || socket.destroyed) return;
  ended.add(socket);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`Date: ${new Date().toUTCString()}`, 'Connection: close', '', '');
  socket.write(lines.join('\r\n'), 'latin1');
  socket.end(body);
  discardRest(socket, limits);
}

/**
 * Reads and discards what still arrives, up to a bound, bypassing node:http. The reason is the same as for `linger`. The client has
 * `answerTimeout` to receive this answer and those before it.
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
