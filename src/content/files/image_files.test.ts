import { createHash, Hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ImageFiles, imageLimits, imageType } from './image_files.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'catchword-image-files-')));
afterAll(() => rmSync(top, { recursive: true }));

/** The images of files with their names as content. */
function imagesOf(...paths: readonly string[]): ImageFiles {
  return limitedImages({}, ...paths);
}

function limitedImages(limits: Partial<typeof imageLimits>, ...paths: readonly string[]): ImageFiles {
  for (const path of paths) {
    mkdirSync(join(top, path, '..'), { recursive: true });
    writeFileSync(join(top, path), path);
  }
  const files = new Map(paths.map((path) => [path, join(top, path)]));
  return new ImageFiles(
    { files, shown: new Map([['page', paths.map((path) => [`/${path}`, path] as const)]]) },
    { ...imageLimits, ...limits },
  );
}

const all = () => true;
const none = () => false;
const wanted = new AbortController().signal;

/** The text of an image, whose answer is sent at once. */
async function textOf(images: ImageFiles, path: string, signal = wanted) {
  const image = await images.read(images.find(path), all, signal);
  if (image === null || image === 'busy') return image;
  image.release();
  return Buffer.from(image.bytes!).toString();
}

/** An image whose answer is not sent yet. */
async function held(images: ImageFiles, path: string) {
  const image = await images.read(images.find(path), all, wanted);
  if (image === null || image === 'busy') throw new Error(`${path} is ${image}`);
  return image;
}

test('the type of an image is told by the end of its name', () => {
  const names = ['a.png', 'a.b.JPG', 'a.svg', 'a.txt', 'png', 'a.constructor', 'a.toString', 'a.__proto__', 'a.'];
  expect(names.map(imageType)).toEqual(['image/png', 'image/jpeg', 'image/svg+xml', ...Array(6).fill(null)]);
});

describe('images of a list', () => {
  test('are found by their path alone', () => {
    const images = imagesOf('a.png', 'b/c.png');
    expect(['a.png', 'b/c.png', 'c.png', './a.png', '', join(top, 'a.png')].map((path) => images.find(path))).toEqual([
      ...[0, 1, -1, -1, -1, -1],
    ]);
  });

  test('are told of a page', () => {
    const images = imagesOf('b.png', 'a.png');
    expect([images.of('page'), images.of('other')]).toEqual([
      [
        ['/b.png', 'b.png'],
        ['/a.png', 'a.png'],
      ],
      [],
    ]);
  });

  test('are not read again for a caller that needs no bytes', async () => {
    const images = imagesOf('known.png');
    const digest = createHash('sha256').update('known.png').digest('hex');
    const image = { type: 'image/png', digest, length: 9, bytes: null, release: expect.any(Function) };
    expect(await images.read(0, none, wanted)).toEqual(image);
    writeFileSync(join(top, 'known.png'), 'changed');
    renameSync(join(top, 'known.png'), join(top, 'aside.png'));
    expect(await images.read(0, none, wanted)).toBeNull();
    renameSync(join(top, 'aside.png'), join(top, 'known.png'));
    const changed = createHash('sha256').update('changed').digest('hex');
    expect(await images.read(0, none, wanted)).toEqual({ ...image, digest: changed, length: 7 });
  });

  test('are digested once while their file is the same', async () => {
    const images = imagesOf('digested.png');
    const update = vi.spyOn(Hash.prototype, 'update');
    const texts = [await textOf(images, 'digested.png'), await textOf(images, 'digested.png')];
    expect(texts).toEqual(['digested.png', 'digested.png']);
    expect(update).toHaveBeenCalledTimes(1);
    writeFileSync(join(top, 'digested.png'), 'other');
    expect(await textOf(images, 'digested.png')).toBe('other');
    expect(update).toHaveBeenCalledTimes(2);
    update.mockRestore();
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
    expect(await textOf(images, 'a.svg', gone.signal)).toBe('busy');
    const leaving = new AbortController();
    const both = [textOf(images, 'a.svg', leaving.signal), textOf(images, 'a.svg')];
    leaving.abort();
    expect(await Promise.all(both)).toEqual(['busy', 'a.svg']);
  });

  test('are in memory up to a limit, each once, until their last answers are sent', async () => {
    const images = limitedImages({ heldBytes: 10 }, 'aaa.png', 'bbb.png', 'c.png');
    const [first, second] = [await held(images, 'aaa.png'), await held(images, 'aaa.png')];
    expect([await textOf(images, 'bbb.png'), await textOf(images, 'aaa.png')]).toEqual(['busy', 'aaa.png']);
    first.release();
    first.release();
    expect(await textOf(images, 'bbb.png')).toBe('busy');
    second.release();
    expect(await textOf(images, 'bbb.png')).toBe('bbb.png');
    expect(await Promise.all([textOf(images, 'aaa.png'), textOf(images, 'bbb.png')])).toEqual(['aaa.png', 'busy']);
    expect(await textOf(images, 'c.png')).toBe('c.png');
  });

  test('are in memory twice while answers have an older file', async () => {
    const images = limitedImages({ heldBytes: 12 }, 'new.png');
    const old = await held(images, 'new.png');
    writeFileSync(join(top, 'new.png'), 'large');
    expect([await textOf(images, 'new.png'), Buffer.from(old.bytes!).toString()]).toEqual(['large', 'new.png']);
    writeFileSync(join(top, 'new.png'), 'larger');
    expect(await textOf(images, 'new.png')).toBe('busy');
    old.release();
    expect(await textOf(images, 'new.png')).toBe('larger');
  });

  test('wait for their turn, and are refused when too many wait', async () => {
    const paths = ['q/0.png', 'q/1.png', 'q/2.png', 'q/3.png'];
    const images = limitedImages({ reads: 1, waitingImages: 1 }, ...paths);
    const read = await Promise.all(paths.map((path) => textOf(images, path)));
    expect(read.filter((text) => text === 'busy')).toHaveLength(2);
    expect(read.every((text, at) => text === 'busy' || text === paths[at])).toBe(true);
    expect(await Promise.all(paths.slice(2).map((path) => textOf(images, path)))).toEqual(paths.slice(2));
  });

  test('are refused after a time, and leave the queue to others', async () => {
    const images = limitedImages({ reads: 0, waitingImages: 1, waitTime: 50 }, 'late.png', 'other.png');
    const begun = performance.now();
    expect(await textOf(images, 'late.png')).toBe('busy');
    expect(await textOf(images, 'other.png')).toBe('busy');
    expect(performance.now() - begun).toBeGreaterThan(95);
  });

  test('of callers that have gone leave the queue', async () => {
    const images = limitedImages({ reads: 0, waitingImages: 1 }, 'left.png', 'waits.png');
    for (const path of ['left.png', 'waits.png']) {
      const leaving = new AbortController();
      const begun = performance.now();
      const text = textOf(images, path, leaving.signal);
      setTimeout(() => leaving.abort(), 50);
      expect(await text).toBe('busy');
      expect(performance.now() - begun).toBeGreaterThan(45);
    }
  });

  test('are missing where no file can be, and cannot be read now where the system fails', async () => {
    const images = imagesOf('at/a.png', 'loop/a.png', 'gone/a.png', 'is/a.png');
    rmSync(join(top, 'loop'), { recursive: true });
    symlinkSync(join(top, 'loop'), join(top, 'loop'));
    rmSync(join(top, 'gone'), { recursive: true });
    rmSync(join(top, 'is'), { recursive: true });
    writeFileSync(join(top, 'is'), '');
    const read = await Promise.all(['at', 'loop', 'gone', 'is'].map((name) => textOf(images, `${name}/a.png`)));
    expect(read).toEqual(['at/a.png', null, null, null]);
    const name = `${'a'.repeat(300)}.png`;
    expect(await textOf(new ImageFiles({ files: new Map([[name, join(top, name)]]), shown: new Map() }), name)).toBe(
      'busy',
    );
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
