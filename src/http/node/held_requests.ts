import type { Server } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** In milliseconds. The port may be closed after `quietTime` with nothing new, and at the latest after `longestHold`. */
const quietTime = 20;
const longestHold = 500;

/**
 * A queue for requests while a port is being closed. When a port closes, the kernel resets connections that it has established
 * and the process has not accepted yet. Most of these come just after clients were told that their connections end. So for a
 * moment no request is answered: a client that waits for an answer opens no new connection, and once all clients wait, closing
 * the port resets no connection. Holds nothing before `untilQuiet` is called.
 */
export function createHeldRequests() {
  const held: (() => void)[] = [];
  let holding = false;
  let arrivals = 0;
  return {
    /** Whether requests are to be held now. */
    get isHolding() {
      return holding;
    },
    hold(request: () => void): void {
      arrivals++;
      held.push(request);
    },
    /** Starts holding requests, and resolves when nothing new has arrived for a moment. */
    async untilQuiet(server: Server): Promise<void> {
      holding = true;
      server.on('connection', () => arrivals++);
      let before = -1;
      for (let waited = 0; before !== arrivals && waited < longestHold; waited += quietTime) {
        before = arrivals;
        await setTimeout(quietTime);
        // A late process runs its timers before it accepts connections. The next callback of its loop counts these.
        await setImmediate();
      }
    },
    /** Runs the held requests in order of arrival. */
    release(): void {
      holding = false;
      for (const request of held.splice(0)) request();
    },
  };
}
