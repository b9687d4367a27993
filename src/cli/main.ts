import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { explainFailure } from './explain_failure.ts';
import { createProgram } from './program.ts';
import { processTerminal, type Terminal } from './terminal.ts';

/**
 * Runs a command line.
 *
 * @param args arguments without the program's name
 * @returns the exit code: 0 success, 1 failure, 2 wrong usage or configuration, 129, 130 or 143 ended by a signal
 */
export async function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  let finished = 0;
  const program = createProgram(terminal, readVersion(), (code) => {
    finished = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return finished;
  } catch (error) {
    // Commander has already printed its message. `--help` and `--version` end with code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { message, exitCode } = explainFailure(error);
    terminal.err(`${message}\n`);
    return exitCode;
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
