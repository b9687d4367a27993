import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Whether a connection is one too many, so that its request is to be refused. */
export type IsOverCap = (socket: Socket) => boolean;

/**
 * Keeps a server near `maximum` open connections. Node's own cap closes newcomers without a byte; here those that wait
 * for a next request make room first, and a newcomer who finds none is told so in answer to its request. Node's cap
 * stands a tenth above, against those who never ask.
 */
export function capConnections(server: Server, maximum: number): IsOverCap {
  const over = new Set<Socket>();
  let open = 0;
  server.maxConnections = Math.ceil(maximum * 1.1);
  server.on('connection', (socket: Socket) => {
    open++;
    socket.once('close', () => {
      open--;
      over.delete(socket);
    });
    if (open <= maximum) return;
    server.closeIdleConnections();
    // What was closed counts as gone at once here, and by its event only later.
    server.getConnections((_, count) => {
      if (count > maximum) over.add(socket);
    });
  });
  return (socket) => over.size > 0 && over.has(socket);
}
