import { statSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { explainFailure } from './command_error.ts';
import { createProgram } from './program.ts';
import { programVersion } from './program_version.ts';
import { paintErr, processTerminal, safeTerminal, type Terminal } from './terminal.ts';

/**
 * Runs a command line.
 *
 * @param args arguments without the program's name
 * @returns the exit code: 0 success, 1 failure, 2 wrong usage or configuration, 129, 130 or 143 ended by a signal
 */
export async function main(args: readonly string[], streams: Terminal = processTerminal()): Promise<number> {
  const terminal = safeTerminal(streams);
  let finished = 0;
  const program = createProgram(terminal, programVersion(), (code) => {
    finished = code;
  });
  try {
    await program.parseAsync(withDefaultCommand(args, program), { from: 'user' });
    return finished;
  } catch (error) {
    // Commander has already printed its message. `--help` and `--version` end with code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { message, exitCode } = explainFailure(error);
    terminal.err(`${paintErr(terminal)('error', message)}\n`);
    return exitCode;
  }
}

/** `catchword content` is `dev` for a folder and `serve` for an artefact, unless there is a command of this name. */
function withDefaultCommand(args: readonly string[], program: Command): readonly string[] {
  const [first] = args;
  if (first === undefined || first.startsWith('-')) return args;
  const isCommand = first === 'help' || program.commands.some((command) => command.name() === first);
  if (isCommand) return args;
  const found = statSync(first, { throwIfNoEntry: false });
  if (found?.isDirectory()) return ['dev', ...args];
  // A wrong command and a wrong path have different messages.
  return found !== undefined || /[/\\.]/.test(first) ? ['serve', ...args] : args;
}
