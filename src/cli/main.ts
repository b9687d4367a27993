import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { ArtefactError } from '../corpus/artefact_format.ts';
import { CommandError } from './command_error.ts';
import { createProgram } from './program.ts';
import { processTerminal, type Terminal } from './terminal.ts';

/**
 * Runs a command line.
 *
 * @param args without the program's name
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage or configuration, 130 and 143 ended by a signal
 */
export async function main(args: readonly string[], terminal: Terminal = processTerminal()): Promise<number> {
  let exitCode = 0;
  const program = createProgram(terminal, readVersion(), (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has said what it had to say; help and version that were asked for are no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof CommandError) return complain(error.message, error.exitCode);
    if (error instanceof ArtefactError) return complain(error.message, 1);
    // What the file system refuses is told in one line; anything else is a fault of this program, and its stack says where.
    if (error instanceof Error && 'syscall' in error) return complain(`Cannot go on: ${error.message}.`, 1);
    return complain(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
  }

  function complain(message: string, code: number): number {
    terminal.err(`${message}\n`);
    return code;
  }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
