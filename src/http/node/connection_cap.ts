import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Whether a connection is above the cap, so that its request must be refused. */
export type IsOverCap = (socket: Socket) => boolean;

/**
 * Keeps a server near `maximum` open connections. Node's own cap closes new connections without an answer. Here idle
 * connections are closed first; if that does not make room, the request of the new connection is refused. Node's cap is set a
 * tenth higher, against clients that connect and send no request.
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
    // This count excludes the connections just closed; their 'close' events come later.
    server.getConnections((_, count) => {
      if (count > maximum) over.add(socket);
    });
  });
  return (socket) => over.size > 0 && over.has(socket);
}
