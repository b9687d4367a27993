import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isWithin, readBeginning, readRegularFile } from './regular_file.ts';

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'regular-')));
  mkdirSync(join(folder, 'inside'));
  writeFileSync(join(folder, 'outside.txt'), 'outside');
  writeFileSync(join(folder, 'inside', 'ten.txt'), '0123456789');
  symlinkSync(join(folder, 'inside', 'ten.txt'), join(folder, 'inside', 'link'));
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'inside', 'escape'));
  symlinkSync('/dev/zero', join(folder, 'inside', 'zero'));
  symlinkSync('loop', join(folder, 'inside', 'loop'));
  execFileSync('mkfifo', [join(folder, 'inside', 'pipe')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['inside/ten.txt', 10, '0123456789'],
  ['inside/link', 10, '0123456789'],
  ['/proc/self/status', 2 ** 20, expect.stringContaining('Pid:')],
])('%s is read, of at most %i bytes', (name, bytes, text) => {
  const read = readRegularFile(join(name.startsWith('/') ? '' : folder, name), { bytes, within: null });
  expect(read).toEqual({ bytes: expect.any(Buffer), refusal: null });
  expect(read.bytes!.toString()).toEqual(text);
});

test.each([
  ['inside/ten.txt', 9, 'it is larger than 9 bytes', false],
  ['/proc/self/status', 20, 'it is larger than 20 bytes', false],
  ['inside/nothing', 9, 'there is no such file', true],
  ['inside/ten.txt/x', 9, 'there is no such file', true],
  ['inside', 9, 'it is not a regular file', false],
  ['inside/pipe', 9, 'it is not a regular file', false],
  ['inside/zero', 9, 'it is not a regular file', false],
  ['inside/loop', 9, 'its symbolic links form a loop', false],
  [`inside/${'x'.repeat(5000)}`, 9, 'its path is longer than the system allows', false],
])('%s of at most %i bytes is refused: %s', (name, bytes, refusal, missing) => {
  const file = name.startsWith('/') ? name : join(folder, name);
  expect(readRegularFile(file, { bytes, within: null })).toEqual({ bytes: null, refusal, missing });
  if (!name.startsWith('/proc') && !name.endsWith('ten.txt')) expect(readBeginning(file, 4)).toEqual(Buffer.alloc(0));
});

test('a link is followed within its folder, and not out of it', () => {
  const within = join(folder, 'inside');
  expect(readRegularFile(join(within, 'link'), { bytes: 10, within }).refusal).toBeNull();
  for (const name of ['escape', 'zero']) {
    const refusal = 'it leads out of the project';
    expect(readRegularFile(join(within, name), { bytes: 10, within })).toEqual({
      bytes: null,
      refusal,
      missing: false,
    });
  }
  expect([isWithin('/a/bc', '/a/b'), isWithin('/a/b', '/a/b'), isWithin('/a', '/')]).toEqual([false, true, true]);
});

test('the beginning of a file has at most the given length', () => {
  expect(readBeginning(join(folder, 'inside', 'ten.txt'), 4).toString()).toBe('0123');
  expect(readBeginning(join(folder, 'inside', 'ten.txt'), 40).toString()).toBe('0123456789');
});
