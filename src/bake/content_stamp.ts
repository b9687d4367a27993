import { createHash } from 'node:crypto';

interface Source {
  readonly file: string;
  readonly digest: string;
}

/** The contribution of each source to a stamp, to reuse for the next one. */
export type StampRebakeCache = WeakMap<Source, string>;

/**
 * The content stamp: SHA-256 over the path and digest of every source file, the settings that affect answers, and the
 * program's version.
 *
 * @param sources sorted by path
 * @returns hexadecimal
 */
export function contentStamp(
  sources: readonly Source[],
  settings: unknown,
  version: string,
  cache: StampRebakeCache = new WeakMap(),
): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ version, settings }));
  const lines = sources.map((source) => {
    const known = cache.get(source);
    if (known !== undefined) return known;
    const line = `\n${JSON.stringify(source.file)} ${source.digest}`;
    cache.set(source, line);
    return line;
  });
  return hash.update(lines.join('')).digest('hex');
}
