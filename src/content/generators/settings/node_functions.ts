import { posix } from 'node:path';

/** A function that a script may call, by what it returns; null: only running the script would tell. */
type KnownFunction = (given: readonly unknown[]) => unknown;

/** Deeper than any path in settings goes up. */
const DEEP = '/0/0/0/0/0/0/0/0';

/** A function that makes a path, relative to the folder whose settings are read, of texts. */
function ofTexts(find: (...parts: string[]) => string): KnownFunction {
  return (given) => (given.length > 0 && given.every((each) => typeof each === 'string') ? find(...given) : null);
}

const resolved = ofTexts((...parts) => {
  const start = parts.findLastIndex((part) => part.startsWith('/'));
  return posix.join(...parts.slice(Math.max(0, start)));
});
// Below an address, or beside the file that the base is.
const below = ofTexts((path, base) =>
  URL.canParse(path, base) ? new URL(path, base).href : posix.join(posix.dirname(base!), path),
);

/** The functions of Node's modules for paths and addresses. A URL of a file is its path. */
export const PATH_FUNCTIONS: Readonly<Record<string, unknown>> = {
  join: ofTexts(posix.join),
  resolve: resolved,
  normalize: ofTexts(posix.normalize),
  // A folder's own name is not known where its path is `.` or ends with `..`.
  dirname: ofTexts((path) => (/(?:^|\/)\.\.?$/.test(path) ? posix.join(path, '..') : posix.dirname(path))),
  relative: ofTexts((from, to = '') => posix.relative(posix.join(DEEP, from), posix.join(DEEP, to))),
  fileURLToPath: ofTexts((path) => posix.normalize(path)),
  pathToFileURL: ofTexts((path) => posix.normalize(path)),
  URL: ((given) => {
    const [first] = given;
    const isWhole = typeof first === 'string' && (given.length === 1 || /^[a-z][a-z+.-]*:/i.test(first));
    return isWhole ? first : below(given);
  }) satisfies KnownFunction,
  get posix() {
    return PATH_FUNCTIONS;
  },
};

/** The modules that have these functions. */
export const PATH_MODULE = /^(?:node:)?(?:path(?:\/posix)?|url)$/;

const KNOWN: Readonly<Record<string, unknown>> = {
  ...{ ...PATH_FUNCTIONS, path: PATH_FUNCTIONS },
  String: ((given) => given[0] ?? null) satisfies KnownFunction,
  process: { cwd: () => '.' },
};

/** What a name means that a script does not define itself, also where it does not import it; null when that is not known. */
export function knownName(name: string): unknown {
  return Object.hasOwn(KNOWN, name) ? KNOWN[name] : null;
}

export function isFunction(value: unknown): value is KnownFunction {
  return typeof value === 'function';
}
