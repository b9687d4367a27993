/**
 * Describes an unexpected error for the log, in one line: its name and stack frames. Omits the message, because messages of the
 * runtime and of drivers may quote caller input.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const { name, message, stack = '' } = error;
  const begin = message === '' ? -1 : stack.indexOf(message);
  const places = (begin === -1 ? stack : stack.slice(begin + message.length))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
  return [/^\w{1,80}$/.test(name) ? name : 'Error', ...places].join(' ');
}
