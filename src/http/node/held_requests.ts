import type { Server } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** In milliseconds: with nothing new for the first, or after the second in any case, the port may be closed. */
const quietTime = 20;
const longestHold = 500;

/**
 * Where requests wait while a port is being closed. The kernel resets connections that it has made and nobody has taken
 * from it yet, and the busiest moment for these is when clients were just told that theirs ends. So for a moment nobody
 * is answered: who waits for an answer comes with no new connection, and when all wait the port closes on nobody.
 */
export interface HeldRequests {
  /** Whether requests are to be held now. */
  readonly isHolding: boolean;
  hold(request: () => void): void;
  /** Begins to hold, and resolves when nothing has come to the server for a moment. */
  untilQuiet(server: Server): Promise<void>;
  /** Lets the requests go on in the order in which they came. */
  release(): void;
}

export function createHeldRequests(): HeldRequests {
  const held: (() => void)[] = [];
  let holding = false;
  let came = 0;
  return {
    get isHolding() {
      return holding;
    },
    hold(request) {
      came++;
      held.push(request);
    },
    async untilQuiet(server) {
      holding = true;
      server.on('connection', () => came++);
      let before = -1;
      for (let waited = 0; before !== came && waited < longestHold; waited += quietTime) {
        before = came;
        await setTimeout(quietTime);
      }
      // Right after the event loop took what had come.
      await setImmediate();
    },
    release() {
      holding = false;
      for (const request of held.splice(0)) request();
    },
  };
}
