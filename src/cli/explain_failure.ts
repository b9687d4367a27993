import { ArtefactError } from '../corpus/artefact/artefact_format.ts';
import { CommandError } from './command_error.ts';

/** What a failure says to the owner, and the exit code of a command that ends by it. */
export function explainFailure(error: unknown): { readonly message: string; readonly exitCode: 1 | 2 } {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ArtefactError) return { message: error.message, exitCode: 1 };
  // What the file system refuses is told in one line; anything else is a fault of this program, and its stack says where.
  if (error instanceof Error && 'syscall' in error) return { message: `Cannot go on: ${error.message}.`, exitCode: 1 };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}
