import { readFileSync } from 'node:fs';

/** The version in package.json, beside `src/` in a checkout and beside `dist/` in the package. */
export function programVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
