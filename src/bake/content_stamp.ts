import { createHash } from 'node:crypto';

/**
 * The content stamp: SHA-256 over the path and digest of every source file, the settings that affect answers, and the
 * program's version.
 *
 * @param sources sorted by path
 * @returns hexadecimal
 */
export function contentStamp(
  sources: readonly { readonly file: string; readonly digest: string }[],
  settings: unknown,
  version: string,
): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ version, settings }));
  for (const { file, digest } of sources) hash.update(`\n${JSON.stringify(file)} ${digest}`);
  return hash.digest('hex');
}
