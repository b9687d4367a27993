/**
 * A fault of this program as a line of the log: its kind and where it happened, for the owner. Its message is left out,
 * as those of the engine and of drivers quote what they were given, which may be a stranger's text.
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
