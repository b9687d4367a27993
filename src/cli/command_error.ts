import { ArtefactError } from '../corpus/artefact/artefact_format.ts';

/** An expected failure of a command: its message goes to stderr without a stack. */
export class CommandError extends Error {
  /** 1: the operation failed; 2: wrong usage or configuration. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

export function failed(message: string): CommandError {
  return new CommandError(message, 1);
}

export function misused(message: string): CommandError {
  return new CommandError(message, 2);
}

/** The message that a command prints for an error, and its exit code. */
export function explainFailure(error: unknown): { readonly message: string; readonly exitCode: 1 | 2 } {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ArtefactError) return { message: error.message, exitCode: 1 };
  // A system error needs one line. Any other error is a bug of this program, so its stack is printed.
  if (error instanceof Error && 'syscall' in error) {
    return { message: explainSystemError(error as NodeJS.ErrnoException), exitCode: 1 };
  }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 1 };
}

function explainSystemError(error: NodeJS.ErrnoException): string {
  const { code, path, syscall } = error;
  if (code === undefined || !(code in reasons)) return `Cannot continue: ${error.message}.`;
  return path === undefined
    ? `Cannot continue: ${reasonOf(code)} (${syscall}).`
    : `Cannot use "${path}": ${reasonOf(code)}.`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open; raise the limit with "ulimit -n"',
  ENFILE: 'too many files are open on this machine',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'its name is too long',
};

/** The meaning of a system error code as the end of a sentence, else the code. */
export function reasonOf(code: string): string {
  return reasons[code] ?? code;
}
