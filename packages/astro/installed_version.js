import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The version of a package as a project finds it. Not every package lets others import its manifest, so it is read as a file.
 * @param {string} root folder of the project
 * @param {string} name of the package
 * @returns {string | null} null: it is not installed
 */
export function installedVersion(root, name) {
  for (const folder of createRequire(join(root, 'config.js')).resolve.paths(name) ?? []) {
    try {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version;
    } catch {}
  }
  return null;
}
