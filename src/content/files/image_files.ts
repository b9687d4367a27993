import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';

/** Bytes of an image that is shown; larger than those that people put on pages. */
export const LARGEST_IMAGE = 8 * 1024 * 1024;

/** Bounds on reading images. `site/docs/reference/server-limits.md` documents them. */
export const imageLimits = {
  /** Images that are read at once. */
  reads: 4,
  /** Most images that wait to be read. */
  waitingImages: 64,
};

const TYPES: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  ...{ avif: 'image/avif', svg: 'image/svg+xml' },
};

/** The media type of an image by the end of its name; null for other files. */
export function imageType(name: string): string | null {
  return TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null;
}

/** The images that pages of a site name: the real path of each file by the image's path on the site. */
export type ImageList = ReadonlyMap<string, string>;

/** An image that was read. */
interface ReadImage {
  /** Changes with the file. */
  readonly stamp: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  readonly bytes: Uint8Array;
}

interface Reading {
  readonly image: Promise<ReadImage | 'busy' | null>;
  readonly callers: AbortSignal[];
}

const CHUNK = 256 * 1024;
/** A pipe in the place of an image must not block, and a symbolic link must not lead anywhere. Windows defines neither. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Reads the images of a list, as they are now, and no other file: a request gives a number in the list. */
export class ImageFiles {
  readonly #files: readonly string[];
  readonly #numbers: ReadonlyMap<string, number>;
  /** The images that were read. Only answers that are being sent hold their bytes, so that all slow readers share one copy. */
  readonly #known = new Map<number, Omit<ReadImage, 'bytes'> & { readonly bytes: WeakRef<Uint8Array> }>();
  readonly #readings = new Map<number, Reading>();
  readonly #waiting: (() => void)[] = [];
  #free = imageLimits.reads;

  constructor(list: ImageList) {
    this.#files = [...list.values()];
    this.#numbers = new Map([...list.keys()].map((path, number) => [path, number]));
  }

  /** The number of an image by its path on the site; -1: it is not in the list. */
  find(path: string): number {
    return this.#numbers.get(path) ?? -1;
  }

  /**
   * @param needsBytes whether the caller needs more than the digest, which is known of a file that has not changed
   * @returns null: it is no longer there, or the caller has gone
   */
  async read(number: number, needsBytes: (digest: string) => boolean, signal: AbortSignal) {
    const file = this.#files[number]!;
    const type = imageType(file)!;
    const stats = await lstat(file).catch(() => null);
    if (stats === null || !isReadable(stats)) return null;
    const known = this.#known.get(number);
    if (known?.stamp === stampOf(stats)) {
      const { digest } = known;
      const bytes = known.bytes.deref() ?? null;
      if (bytes !== null || !needsBytes(digest)) return { type, digest, bytes, length: stats.size };
    }
    const read = await this.#share(number, signal);
    if (read === null || read === 'busy') return read;
    const { digest, bytes } = read;
    return { type, digest, bytes, length: bytes.length };
  }

  /** Callers that ask for an image while it is read share the reading, which ends when all of them have gone. */
  #share(number: number, signal: AbortSignal): Reading['image'] {
    const begun = this.#readings.get(number);
    if (begun !== undefined && isWanted(begun.callers)) {
      begun.callers.push(signal);
      return begun.image;
    }
    const callers = [signal];
    const reading: Reading = { image: this.#read(number, callers), callers };
    this.#readings.set(number, reading);
    return reading.image.finally(() => {
      if (this.#readings.get(number) === reading) this.#readings.delete(number);
    });
  }

  async #read(number: number, callers: readonly AbortSignal[]): Promise<ReadImage | 'busy' | null> {
    if (this.#free > 0) this.#free--;
    else if (this.#waiting.length >= imageLimits.waitingImages) return 'busy';
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const read = await readImage(this.#files[number]!, () => isWanted(callers));
      if (read !== null) this.#known.set(number, { ...read, bytes: new WeakRef(read.bytes) });
      return read;
    } catch {
      return null;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}

function isWanted(callers: readonly AbortSignal[]): boolean {
  return callers.some(({ aborted }) => !aborted);
}

function isReadable(stats: Stats): boolean {
  return stats.isFile() && stats.size <= LARGEST_IMAGE;
}

function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

async function readImage(file: string, isStillWanted: () => boolean): Promise<ReadImage | null> {
  // A folder above it may have been replaced by a symbolic link.
  if (!isStillWanted() || (await realpath(file)) !== file) return null;
  const handle = await open(file, OPEN_FLAGS);
  try {
    const stats = await handle.stat();
    if (!isReadable(stats)) return null;
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    const hash = createHash('sha256');
    for (let length = 0; length < bytes.length; ) {
      if (!isStillWanted()) return null;
      const { bytesRead } = await handle.read(bytes, length, Math.min(CHUNK, bytes.length - length), length);
      if (bytesRead === 0) return null;
      hash.update(bytes.subarray(length, length + bytesRead));
      length += bytesRead;
    }
    // Of a file that was written meanwhile, what was read is sent under its own digest, and no stamp stands for it.
    const stamp = stampOf(await handle.stat()) === stampOf(stats) ? stampOf(stats) : '';
    return { stamp, digest: hash.digest('hex'), bytes };
  } finally {
    await handle.close();
  }
}
