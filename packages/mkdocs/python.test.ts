import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const read = (file: string) => readFileSync(`${folder}${file}`, 'utf8');
const hasPython = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;

describe('the package for MkDocs', () => {
  test('has the version of the product', () => {
    const { version } = JSON.parse(read('../../package.json')) as { version: string };
    expect(read('catchword_mkdocs/__init__.py')).toContain(`\nVERSION = "${version}"\n`);
  });

  test.skipIf(!hasPython)('passes its tests in Python (which must be installed)', () => {
    const { status, stderr } = spawnSync('python3', ['-B', '-m', 'unittest'], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/\nRan \d+ tests in .*\n\nOK/)]);
  });
});
