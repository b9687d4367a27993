/** Where a command runs: all that it may know of the process. Tests put their own in its place. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Data. */
  out(data: string | Uint8Array): void;
  /** Everything else. */
  err(text: string): void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
}

export function processTerminal(): Terminal {
  process.stdout.on('error', endWithOutput);
  // A reader of complaints that is gone should not end a server.
  process.stderr.on('error', () => {});
  return {
    environment: process.env,
    out: (data) => void process.stdout.write(data),
    err: (text) => void process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
  };
}

/** A reader that has seen enough, such as `head`, is told nothing more; that a disk is full is. */
function endWithOutput({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') process.stderr.write(`Cannot write to standard output: ${code}.\n`);
  process.exit(1);
}
