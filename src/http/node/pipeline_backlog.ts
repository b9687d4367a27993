import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of answers that wait behind another answer on their connection. */
const waiting = new WeakMap<Socket, number>();

/** Whether a pipelined request is to wait for its turn before it is answered, as a few bytes may ask for very many. */
export function isBacklogged(socket: Socket, maximum: number): boolean {
  return (waiting.get(socket) ?? 0) > maximum;
}

/** Counts an answer that was given before its turn, until its turn has come. */
export function countWaiting(socket: Socket, response: ServerResponse, bytes: number): void {
  waiting.set(socket, (waiting.get(socket) ?? 0) + bytes);
  response.once('socket', () => waiting.set(socket, (waiting.get(socket) ?? 0) - bytes));
}
