import { ArtefactError } from '../corpus/artefact/artefact_format.ts';
import { CommandError } from './command_error.ts';

/** The message that a command prints for an error, and its exit code. */
export function explainFailure(error: unknown): { readonly message: string; readonly exitCode: 1 | 2 } {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ArtefactError) return { message: error.message, exitCode: 1 };
  // A file system error needs one line. Any other error is a bug of this program, so its stack is printed.
  if (error instanceof Error && 'syscall' in error) return { message: `Cannot go on: ${error.message}.`, exitCode: 1 };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}
