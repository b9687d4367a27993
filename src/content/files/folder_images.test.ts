import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FolderImages, LARGEST_IMAGE } from './folder_images.ts';

const top = mkdtempSync(join(tmpdir(), 'catchword-images-'));
afterAll(() => rmSync(top, { recursive: true }));

const write = (path: string, bytes: string | Buffer = path) => {
  mkdirSync(join(top, path, '..'), { recursive: true });
  writeFileSync(join(top, path), bytes);
};
for (const path of ['docs/a.png', 'docs/in/b c.JPG', 'docs/v.svg', 'static/a.png', 'static/only.webp', 'secret.png'])
  write(path);
for (const path of ['docs/page.md', 'docs/.hidden/a.png', 'docs/.a.png', 'docs/node_modules/a.png']) write(path);
write('docs/largest.gif', Buffer.alloc(LARGEST_IMAGE));
write('docs/larger.gif', Buffer.alloc(LARGEST_IMAGE + 1));
mkdirSync(join(top, 'docs/folder.png'));
symlinkSync(join(top, 'secret.png'), join(top, 'docs/out.png'));
symlinkSync(join(top, 'docs/page.md'), join(top, 'docs/inside.png'));
symlinkSync(top, join(top, 'docs/up'));

const images = new FolderImages([
  { folder: join(top, 'docs'), address: 'guide' },
  { folder: join(top, 'static'), address: '' },
  { folder: join(top, 'none'), address: '' },
]);
const read = (address: string) => {
  const found = images.read(address);
  return found && [found.type, Buffer.from(found.bytes).toString()];
};

describe('images of folders', () => {
  test.each([
    ['guide/a.png', ['image/png', 'docs/a.png']],
    ['guide/in/b c.JPG', ['image/jpeg', 'docs/in/b c.JPG']],
    ['guide/v.svg', ['image/svg+xml', 'docs/v.svg']],
    ['a.png', ['image/png', 'static/a.png']],
    ['only.webp', ['image/webp', 'static/only.webp']],
  ])('are read at their address: %s', (address, expected) => {
    expect(read(address)).toEqual(expected);
    expect(images.version(address)).toMatch(/^[\d.]+ \d+$/);
  });

  test.each([
    ...['', 'none.png', 'guide/page.md', 'guide/a', 'guide/folder.png', 'secret.png', 'docs/a.png'],
    ...[
      'guide/../../secret.png',
      '../secret.png',
      'guide//a.png',
      './a.png',
      '/a.png',
      'guide/..\\a.png',
      'a.png\0.png',
    ],
    ...['guide/.a.png', 'guide/.hidden/a.png', 'guide/node_modules/a.png', `${'a/'.repeat(5_000)}a.png`, 'c:/a.png'],
  ])('are nothing else: %j', (address) => {
    expect([read(address), images.version(address)]).toEqual([null, null]);
  });

  test.each(['guide/out.png', 'guide/inside.png', 'guide/up/secret.png'])(
    'are not what a symbolic link leads to: %s',
    (address) => {
      expect([read(address), images.version(address)]).toEqual([null, null]);
    },
  );

  test('are not too large', () => {
    expect(images.read('guide/largest.gif')?.bytes.length).toBe(LARGEST_IMAGE);
    expect([images.version('guide/larger.gif'), images.read('guide/larger.gif')]).toEqual([null, null]);
  });
});
