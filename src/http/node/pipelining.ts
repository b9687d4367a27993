import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';
import { ParserControl } from './parser_control.ts';

/** Milliseconds of one turn of the event loop that go to pipelined requests. */
const LONGEST_SHARE = 1;

/** Keeps a connection to one request at a time: the next one is read when that was answered. */
export interface Pipelining {
  /**
   * Has a request wait for the answers before it, and then for its turn.
   * @param response has no socket yet
   */
  wait(socket: Socket, response: ServerResponse, answer: () => void): void;
  /** Whether a request of the connection waits. */
  isWaiting(socket: Duplex): boolean;
  /** First bytes of a message whose fields have come in part; empty for none. */
  begun(socket: Duplex): string;
}

interface Connection {
  readonly control: ParserControl;
  isWaiting: boolean;
}

/** To be called before the server accepts connections. */
export function createPipelining(server: Server): Pipelining {
  const connections = new WeakMap<Duplex, Connection>();
  const inTurn = createShare();

  server.on('connection', (socket: Socket) => {
    const control = new ParserControl(socket, () => control.goOn());
    connections.set(socket, { control, isWaiting: false });
  });

  return {
    wait(socket, response, answer) {
      const connection = connections.get(socket)!;
      connection.isWaiting = true;
      connection.control.stop();
      const goOn = () => {
        connection.isWaiting = false;
        if (socket.destroyed) return;
        connection.control.release();
        answer();
        connection.control.goOn();
      };
      // Its answer gets the socket when the one before it was written.
      response.once('socket', () => inTurn(goOn));
    },
    isWaiting: (socket) => connections.get(socket)?.isWaiting === true,
    begun: (socket) => connections.get(socket)?.control.begun ?? '',
  };
}

/** Runs work in later turns of the event loop, in the order given, a bounded time of each. */
function createShare(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(run);
  }

  function run(): void {
    isScheduled = false;
    const end = performance.now() + LONGEST_SHARE;
    // What these lead to waits for the next turn.
    for (let left = waiting.length; left > 0; left--) {
      waiting.shift()!();
      if (performance.now() >= end) break;
    }
    schedule();
  }

  return (work) => {
    waiting.push(work);
    schedule();
  };
}
