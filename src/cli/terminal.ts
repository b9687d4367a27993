import { reasonOf } from './command_error.ts';

/** The environment and output of a command, its only access to the process. Tests pass their own. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes data to stdout. */
  out(data: string | Uint8Array): void;
  /** Writes messages to stderr. */
  err(text: string): void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
}

/** The streams and variables of this process. */
export function processTerminal(): Terminal {
  process.stdout.on('error', endWithOutput);
  // A closed stderr must not end a server.
  process.stderr.on('error', () => {});
  return {
    environment: process.env,
    out: (data) => void process.stdout.write(data),
    err: (text) => void process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
  };
}

/** A terminal without output. @param err receives messages */
export function silentTerminal(environment: Terminal['environment'], err: Terminal['err'] = () => {}): Terminal {
  return { environment, out() {}, err, outIsTerminal: false, errIsTerminal: false };
}

/** Exits. EPIPE is silent, as a reader such as `head` closes the pipe on purpose; other errors, such as a full disk, are reported. */
function endWithOutput({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') process.stderr.write(`Cannot write to standard output: ${reasonOf(code ?? '')}.\n`);
  process.exit(1);
}
