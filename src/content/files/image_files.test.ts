import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ImageFiles, imageLimits } from './image_files.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'catchword-image-files-')));
afterAll(() => rmSync(top, { recursive: true }));

/** The images of files with their names as content. */
function imagesOf(...paths: readonly string[]): ImageFiles {
  for (const path of paths) {
    mkdirSync(join(top, path, '..'), { recursive: true });
    writeFileSync(join(top, path), path);
  }
  return new ImageFiles(new Map(paths.map((path) => [path, join(top, path)])));
}

const all = () => true;
const none = () => false;
const wanted = new AbortController().signal;

async function textOf(images: ImageFiles, path: string, signal = wanted) {
  const image = await images.read(images.find(path), all, signal);
  return image === null || image === 'busy' ? image : Buffer.from(image.bytes!).toString();
}

describe('images of a list', () => {
  test('are found by their path alone', () => {
    const images = imagesOf('a.png', 'b/c.png');
    expect(['a.png', 'b/c.png', 'c.png', './a.png', '', join(top, 'a.png')].map((path) => images.find(path))).toEqual([
      ...[0, 1, -1, -1, -1, -1],
    ]);
  });

  test('are not read again for a caller that needs no bytes', async () => {
    const images = imagesOf('known.png');
    const first = await images.read(0, none, wanted);
    expect(first).toMatchObject({ type: 'image/png', length: 9, bytes: expect.anything() });
    const seen: string[] = [];
    const again = await images.read(0, (digest) => seen.push(digest) === 0, wanted);
    expect(again).toMatchObject({ digest: (first as { digest: string }).digest, length: 9 });
  });

  test('are one copy for all that read them', async () => {
    const images = imagesOf('shared.png');
    const read = await Promise.all([1, 2, 3].map(() => images.read(0, all, wanted)));
    const copies = new Set(read.map((image) => (image as { bytes: Uint8Array }).bytes));
    expect(copies.size).toBe(1);
  });

  test('are not read for a caller that has gone, unless another one waits', async () => {
    const images = imagesOf('a.svg');
    const gone = new AbortController();
    gone.abort();
    expect(await textOf(images, 'a.svg', gone.signal)).toBe(null);
    const leaving = new AbortController();
    const both = [textOf(images, 'a.svg', leaving.signal), textOf(images, 'a.svg')];
    leaving.abort();
    expect((await Promise.all(both))[1]).toBe('a.svg');
  });

  test('wait for their turn, and are refused when too many wait', async () => {
    const paths = Array.from(
      { length: imageLimits.reads + imageLimits.waitingImages + 3 },
      (_, at) => `many/${at}.png`,
    );
    const images = imagesOf(...paths);
    const read = await Promise.all(paths.map((path) => textOf(images, path)));
    expect(read.filter((text) => text === 'busy').length).toBeLessThanOrEqual(3);
    expect(read.every((text, at) => text === 'busy' || text === paths[at])).toBe(true);
    expect(await textOf(images, paths.at(-1)!)).toBe(paths.at(-1));
  });

  test('are not what took the place of their file or folder', async () => {
    const images = imagesOf('file.png', 'folder/a.png', 'moved/a.png', 'secret.png');
    for (const path of ['file.png', 'folder/a.png', 'moved/a.png']) expect(await textOf(images, path)).toBe(path);
    rmSync(join(top, 'file.png'));
    symlinkSync(join(top, 'secret.png'), join(top, 'file.png'));
    rmSync(join(top, 'folder/a.png'));
    mkdirSync(join(top, 'folder/a.png'));
    renameSync(join(top, 'moved'), join(top, 'elsewhere'));
    symlinkSync(join(top, 'elsewhere'), join(top, 'moved'));
    writeFileSync(join(top, 'elsewhere/a.png'), 'changed');
    for (const path of ['file.png', 'folder/a.png', 'moved/a.png']) expect(await textOf(images, path)).toBe(null);
  });
});
