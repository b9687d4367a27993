import { isatty } from 'node:tty';

/** Exit codes by signal: 128 plus its number, as in a shell. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Waits for a signal that ends the server. SIGHUP calls `onHangUp`, unless the server was started on a terminal that is
 * now closed: then it ends the server.
 *
 * @returns the exit code
 */
export function untilEnded(onHangUp: () => void, startedOnTerminal: boolean): Promise<number> {
  return new Promise((resolve) => {
    // Never remove the handlers: a second signal must not interrupt the graceful shutdown.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(exitCodes[signal]));
    process.on('SIGHUP', () => {
      if (startedOnTerminal && !isatty(process.stdout.fd)) resolve(exitCodes.SIGHUP);
      else onHangUp();
    });
  });
}
