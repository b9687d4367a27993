import { isatty } from 'node:tty';

/** Exit codes by the signal that ended the server, as a shell counts them. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Waits for a signal that ends the server. SIGHUP asks for the source to be opened again, unless it says that the
 * terminal in which the server was started has gone.
 *
 * @returns the exit code
 */
export function untilEnded(onHangUp: () => void, startedOnTerminal: boolean): Promise<number> {
  return new Promise((resolve) => {
    // Left in place: a second signal must not cut the graceful end short.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(exitCodes[signal]));
    process.on('SIGHUP', () => {
      if (startedOnTerminal && !isatty(process.stdout.fd)) resolve(exitCodes.SIGHUP);
      else onHangUp();
    });
  });
}
