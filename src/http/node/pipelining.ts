import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers';
import type { MaybePromise } from '../../async/maybe_promise.ts';
import { ParserControl } from './parser_control.ts';

/** Milliseconds of one turn of the event loop that go to pipelined requests. */
const LONGEST_SHARE = 0.25;

/** Most pipelined requests that wait for something else at the same time, such as a store. */
const MOST_UNDER_WAY = 4;

/** Most pipelined requests begun in one turn that are not answered at once, such as those with a body. */
const MOST_BEGUN = 4;

/** Keeps a connection to one request at a time: the next one is read when this one is answered. */
export interface Pipelining {
  /**
   * Has a request wait for the answers before it, and then for its turn.
   * @param response has no socket yet
   * @param answer returns a promise if the answer takes its time; it must never reject. While too many are pending, other requests wait
   */
  wait(socket: Socket, response: ServerResponse, answer: () => MaybePromise<void>): void;
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
      const goOn = (): Started => {
        connection.isWaiting = false;
        if (socket.destroyed) return { isAnswered: true };
        connection.control.release();
        const answered = answer();
        connection.control.goOn();
        return { isAnswered: response.writableEnded, answered };
      };
      // Its answer gets the socket when the one before it was written.
      response.once('socket', () => inTurn(goOn));
    },
    isWaiting: (socket) => connections.get(socket)?.isWaiting === true,
    begun: (socket) => connections.get(socket)?.control.begun ?? '',
  };
}

/** A request whose turn came. */
interface Started {
  readonly isAnswered: boolean;
  /** A promise while its answer is made; not while content of the client is awaited. */
  readonly answered?: MaybePromise<void>;
}

/** Runs work in later turns of the event loop, in the order given, a bounded time of each and a bounded number at once. */
function createShare(): (work: () => Started) => void {
  const waiting: (() => Started)[] = [];
  let isScheduled = false;
  let underWay = 0;

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || underWay >= MOST_UNDER_WAY) return;
    isScheduled = true;
    setImmediate(run);
  }

  function run(): void {
    isScheduled = false;
    const end = performance.now() + LONGEST_SHARE;
    let begun = 0;
    // Requests that arrive because of these wait for the next turn.
    for (let left = waiting.length; left > 0 && underWay < MOST_UNDER_WAY && begun < MOST_BEGUN; left--) {
      const { isAnswered, answered } = waiting.shift()!();
      if (!isAnswered) begun++;
      if (answered instanceof Promise) {
        underWay++;
        void answered.then(() => {
          underWay--;
          schedule();
        });
      }
      if (performance.now() >= end) break;
    }
    schedule();
  }

  return (work) => {
    waiting.push(work);
    schedule();
  };
}
