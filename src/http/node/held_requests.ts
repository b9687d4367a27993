import type { Server } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** In milliseconds. The port may be closed after `quietTime` with nothing new, and at the latest after `longestHold`. */
const quietTime = 20;
const longestHold = 500;

/**
 * A queue for requests while a port is being closed. When a port closes, the kernel resets connections that it has established
 * and the process has not accepted yet. Most of these come just after clients were told that their connections end. So for a
 * moment no request is answered: a client that waits for an answer opens no new connection, and once all clients wait, closing
 * the port resets no connection.
 */
export interface HeldRequests {
  /** Whether requests are to be held now. */
  readonly isHolding: boolean;
  hold(request: () => void): void;
  /** Starts holding requests, and resolves when nothing new has arrived for a moment. */
  untilQuiet(server: Server): Promise<void>;
  /** Runs the held requests in order of arrival. */
  release(): void;
}

/** Holds nothing before `untilQuiet` is called. */
export function createHeldRequests(): HeldRequests {
  const held: (() => void)[] = [];
  let holding = false;
  let arrivals = 0;
  return {
    get isHolding() {
      return holding;
    },
    hold(request) {
      arrivals++;
      held.push(request);
    },
    async untilQuiet(server) {
      holding = true;
      server.on('connection', () => arrivals++);
      let before = -1;
      for (let waited = 0; before !== arrivals && waited < longestHold; waited += quietTime) {
        before = arrivals;
        await setTimeout(quietTime);
        // A process that was late runs its timers before it accepts what waits. This continues right after that, so it is counted.
        await setImmediate();
      }
    },
    release() {
      holding = false;
      for (const request of held.splice(0)) request();
    },
  };
}
