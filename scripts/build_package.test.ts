import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { linkBuiltPackage } from '../test/fixtures/built_package.ts';

it('ships no source map, as the sources are not shipped, and names none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  linkBuiltPackage(folder);
  const dist = join(folder, 'node_modules', 'catchword', 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => /\.(?:js|css|d\.ts)$/.test(file));
  expect(scripts.length).toBeGreaterThan(400);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  expect(scripts.filter((file) => readFileSync(join(dist, file), 'utf8').includes('sourceMappingURL='))).toEqual([]);
});
