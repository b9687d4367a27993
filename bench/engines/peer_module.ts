import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../package.json', import.meta.url));

/**
 * Loads a library from `bench/node_modules`. The caller declares the part of its interface that it uses, so that the project
 * type-checks without the peers installed.
 */
export function peerModule<Interface>(name: string): Interface {
  return require(name) as Interface;
}

/** @returns the version of an installed peer */
export function peerVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
