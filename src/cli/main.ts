import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { explainFailure } from './explain_failure.ts';
import { createProgram } from './program.ts';
import { processTerminal, type Terminal } from './terminal.ts';

/**
 * Runs a command line.
 *
 * @param args without the program's name
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage or configuration, 130 and 143 ended by a signal
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
    // Commander has said what it had to say; help and version that were asked for are no failure.
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
