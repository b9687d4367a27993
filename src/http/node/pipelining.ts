import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';
import { ParserControl } from './parser_control.ts';

interface Connection {
  readonly control: ParserControl;
  isWaiting: boolean;
}

/** Maximum number of requests that start in one turn of the event loop, however many connections pipeline: everything else waits for them. */
const MOST_STARTED = 8;

/**
 * Keeps a connection to one request at a time: the next one is read when this one is answered, and starts in a later turn of the event
 * loop. So a connection that pipelines is served like one whose client waits for each answer. To be called before the server accepts
 * connections.
 */
export function createPipelining(server: Server) {
  const connections = new WeakMap<Duplex, Connection>();
  const inTurn = createStarter();

  server.on('connection', (socket: Socket) => {
    const control = new ParserControl(socket, () => control.goOn());
    connections.set(socket, { control, isWaiting: false });
  });

  return {
    /**
     * Has a request wait for the answers before it.
     * @param response has no socket yet
     */
    wait(socket: Socket, response: ServerResponse, answer: () => void): void {
      const connection = connections.get(socket)!;
      connection.isWaiting = true;
      connection.control.stop();
      const goOn = (): void => {
        connection.isWaiting = false;
        if (socket.destroyed) return;
        connection.control.release();
        answer();
        connection.control.goOn();
      };
      // Its answer gets the socket when the one before it was written.
      response.once('socket', () => inTurn(goOn));
    },
    /** Whether a request of the connection waits. */
    isWaiting: (socket: Duplex) => connections.get(socket)?.isWaiting === true,
    /** First bytes of a message whose fields have come in part; empty for none. */
    begun: (socket: Duplex) => connections.get(socket)?.control.begun ?? '',
  };
}

/** Starts requests in later turns of the event loop, in the order given, a few in each. */
function createStarter(): (start: () => void) => void {
  const waiting: (() => void)[] = [];
  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(run);
  };
  const run = (): void => {
    for (const start of waiting.splice(0, MOST_STARTED)) start();
    isScheduled = false;
    schedule();
  };
  return (start) => {
    waiting.push(start);
    schedule();
  };
}
