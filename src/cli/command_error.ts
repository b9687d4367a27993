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
