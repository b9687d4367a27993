import { posix } from 'node:path';
import type { ScriptValue } from './script_value.ts';

/** Deeper than any path in settings goes up. */
const DEEP = '/0/0/0/0/0/0/0/0';
const normalized = ([path]: readonly string[]) => posix.normalize(path!);

/** Functions of Node that make a path, relative to the folder whose settings are read, of their arguments. */
const FUNCTIONS: Readonly<Record<string, (parts: readonly string[]) => string | null>> = {
  join: (parts) => posix.join(...parts),
  resolve: (parts) =>
    posix.join(
      ...parts.slice(
        Math.max(
          0,
          parts.findLastIndex((part) => part.startsWith('/')),
        ),
      ),
    ),
  normalize: normalized,
  // A folder's own name is not known where its path is `.` or ends with `..`.
  dirname: ([path]) => (/(?:^|\/)\.\.?$/.test(path!) ? posix.join(path!, '..') : posix.dirname(path!)),
  relative: ([from, to = '']) => posix.relative(posix.join(DEEP, from!), posix.join(DEEP, to)),
  fileURLToPath: normalized,
  pathToFileURL: normalized,
  // Below an address, or beside the file that the base is.
  URL: ([path, base]) =>
    URL.canParse(path!, base) ? new URL(path!, base).href : posix.join(posix.dirname(base!), path!),
};

/**
 * What a call in a script means if it is one of a function that makes paths: the path, null when an argument is not known; undefined
 * for another call.
 * @param names what the script calls the module of paths, which is `path`, and its functions
 */
export function pathOfCall(
  written: string,
  names: ReadonlyMap<string, string>,
  given: readonly ScriptValue[],
): string | null | undefined {
  const [called = '', ...rest] = written.split('.');
  const known = names.get(called);
  const name =
    known === 'path' ? rest.filter((each) => each !== 'posix').join('.') : rest.length > 0 ? '' : (known ?? called);
  if (!Object.hasOwn(FUNCTIONS, name)) return undefined;
  const [first] = given;
  if (name === 'URL' && typeof first === 'string' && (given.length === 1 || /^[a-z][a-z+.-]*:/i.test(first)))
    return first;
  return given.length > 0 && given.every((each) => typeof each === 'string') ? FUNCTIONS[name]!(given) : null;
}
