/** What a command knows of the process: its environment, streams and signals. Texts for people are painted and aligned here. */

import { isatty } from 'node:tty';
import { styleText } from 'node:util';
import { visibleLines } from '../text/visible.ts';
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
  // EPIPE is silent, as a reader such as `head` closes the pipe on purpose; other errors, such as a full disk, are reported.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.stderr.write(`Cannot write to standard output: ${reasonOf(code ?? '')}.\n`);
    process.exit(1);
  });
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

/** A terminal on which no text of others moves the cursor or reverses a line, also in messages of failures. */
export function safeTerminal(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (data) =>
      terminal.out(typeof data === 'string' && terminal.outIsTerminal ? visibleBetweenColours(data) : data),
    err: (text) => terminal.err(visibleBetweenColours(text)),
  };
}

function visibleBetweenColours(text: string): string {
  return text
    .split(COLOUR)
    .map((part, at) => (at % 2 === 0 ? visibleLines(part) : part))
    .join('');
}

/** The sequences that begin and end a style below, captured: `split` gives them at odd places. */
export const COLOUR = /(\x1b\[(?:1|22|3[1236]|39)m)/;

const styles = { error: 'red', warning: 'yellow', good: 'green', address: 'cyan', name: 'bold' } as const;
export type Style = keyof typeof styles;

/** Gives a text the colour of what it is, where the stream shows colours. */
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_style, text) => text;

/** For texts on standard error. */
export function paintErr({ environment, errIsTerminal }: Terminal): Paint {
  return painter(environment, errIsTerminal);
}

/** For texts on standard output. */
export function paintOut({ environment, outIsTerminal }: Terminal): Paint {
  return painter(environment, outIsTerminal);
}

/** FORCE_COLOR decides first, as in Node; then NO_COLOR (https://no-color.org), then whether the stream is a terminal. */
function painter({ FORCE_COLOR, NO_COLOR, TERM }: Terminal['environment'], isTerminal: boolean): Paint {
  const hasColours =
    FORCE_COLOR === undefined ? isTerminal && !NO_COLOR && TERM !== 'dumb' : !/^(?:0|false)$/.test(FORCE_COLOR);
  // The streams of the process are not those of the terminal, so they are not asked.
  return hasColours ? (style, text) => styleText(styles[style], visibleLines(text), { validateStream: false }) : plain;
}

/** Rows as lines with two spaces between their columns: texts at the left, figures at the right. @param texts columns of texts */
export function alignColumns(rows: readonly (readonly string[])[], texts: readonly number[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const pad = (cell: string, column: number) =>
    texts.includes(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}

/** A progress line on a terminal; nothing elsewhere and in CI. */
export interface Progress {
  show(done: number, total: number): void;
  clear(): void;
}

/** @param what is done to pages */
export function createProgress(terminal: Terminal, what = 'Reading pages'): Progress {
  if (!terminal.errIsTerminal || terminal.environment.CI) return { show() {}, clear() {} };
  let shown = '';
  return {
    show(done, total) {
      // Print whole percents only: writing to a terminal is slower than reading pages.
      const line = `${what}: ${total === 0 ? 100 : Math.floor((done * 100) / total)} % of ${total}`;
      if (line === shown) return;
      shown = line;
      terminal.err(`\r${line}`);
    },
    clear() {
      if (shown !== '') terminal.err(`\r${' '.repeat(shown.length)}\r`);
    },
  };
}

/** Exit codes by signal: 128 plus its number, as in a shell. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Waits for a signal that ends a command. SIGHUP calls `onHangUp`, unless the command was started on a terminal that is now closed:
 * then it ends the command.
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
