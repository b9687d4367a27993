import { createHash } from 'node:crypto';

/**
 * The stamp of the content baked in: SHA-256 over every source's path and bytes (by their own digest), the settings that shape
 * answers and the program's version.
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
