import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';

/** Bytes of an image that is shown. On a slow line a larger one is not received in the time for an answer. */
export const LARGEST_IMAGE = 2 * 1024 * 1024;

/** Bounds on reading images. `site/docs/reference/server-limits.md` documents them. */
export const imageLimits = {
  /** Images that are read at once. */
  reads: 4,
  /** Most images that wait to be read. */
  waitingImages: 1_024,
  /** Longest wait for an image, until it is read, in milliseconds. */
  waitTime: 8_000,
  /** Bytes of all images that are being read or sent. */
  heldBytes: 64 * 1024 * 1024,
};

const TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
]);

/** The media type of an image by the end of its name; null for other files. */
export function imageType(name: string): string | null {
  return TYPES.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? null;
}

/** The images that pages of a site name. */
export interface ImageList {
  /** The real path of each file by the image's path. */
  readonly files: ReadonlyMap<string, string>;
  /** By the path of a page: its images as its published Markdown names them, without origin and decoded, and their paths. */
  readonly shown: ReadonlyMap<string, readonly (readonly [named: string, path: string])[]>;
}

/** An image that was read. */
interface ReadImage {
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** What an image was when it was read. */
interface Known {
  /** Changes with the file. */
  readonly stamp: string;
  readonly digest: string;
}

/** An image in memory, from the first caller that asks for it until the last answer that has it was sent. */
interface Copy {
  readonly number: number;
  readonly stamp: string;
  readonly size: number;
  readonly image: Promise<ReadImage | 'busy' | null>;
  /** How many wait for it or send it. */
  callers: number;
  isReading: boolean;
  /** Bytes that are counted for it. */
  held: number;
}

const CHUNK = 256 * 1024;
/** A pipe in the place of an image must not block, and a symbolic link must not lead anywhere. Windows defines neither. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
/** Errors of a file that is not there, or of a link in its place. */
const MISSING: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP'];

/** Reads the images of a list, as they are now, and no other file: a request gives a number in the list. */
export class ImageFiles {
  readonly #limits: Readonly<typeof imageLimits>;
  readonly #files: readonly string[];
  readonly #shown: ImageList['shown'];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #known = new Map<number, Known>();
  /** By number: the newest copy that callers have, so that all slow readers of a file share it. */
  readonly #copies = new Map<number, Copy>();
  readonly #waiting = new Map<Copy, () => void>();
  #reads = 0;
  #held = 0;

  constructor({ files, shown }: ImageList, limits: Readonly<typeof imageLimits> = imageLimits) {
    this.#limits = limits;
    this.#files = [...files.values()];
    this.#shown = shown;
    this.#numbers = new Map([...files.keys()].map((path, number) => [path, number]));
  }

  /** The images of a page. */
  of(page: string): readonly (readonly [named: string, path: string])[] {
    return this.#shown.get(page) ?? [];
  }

  /** The number of an image by its path; -1: it is not in the list. */
  find(path: string): number {
    return this.#numbers.get(path) ?? -1;
  }

  /**
   * @param needsBytes whether the caller needs more than the digest, which is known of a file that has not changed
   * @returns null: it is no longer there; 'busy': it cannot be read now, or the caller has gone
   */
  async read(number: number, needsBytes: (digest: string) => boolean, signal: AbortSignal) {
    const file = this.#files[number]!;
    const type = imageType(file)!;
    const stats = await lstat(file).catch(outcomeOf);
    if (stats === null || stats === 'busy') return stats;
    if (!stats.isFile() || stats.size > LARGEST_IMAGE) return null;
    const { size: length } = stats;
    const stamp = stampOf(stats);
    const known = this.#known.get(number);
    if (known?.stamp === stamp && !needsBytes(known.digest)) {
      return { type, digest: known.digest, length, bytes: null, release() {} };
    }
    const copy = this.#join(number, stamp, length);
    const release = this.#releaseOf(copy);
    const image = await inTime(copy.image, signal, this.#limits.waitTime);
    const isSent = image !== null && image !== 'busy' && needsBytes(image.digest);
    if (!isSent) release();
    if (image === null || image === 'busy') return image;
    return { type, digest: image.digest, length, bytes: isSent ? image.bytes : null, release };
  }

  #join(number: number, stamp: string, size: number): Copy {
    const begun = this.#copies.get(number);
    if (begun?.stamp === stamp) {
      begun.callers++;
      return begun;
    }
    const { promise, resolve } = Promise.withResolvers<ReadImage | 'busy' | null>();
    const copy: Copy = { number, stamp, size, image: promise, callers: 1, isReading: false, held: 0 };
    this.#copies.set(number, copy);
    const start = () => void this.#read(copy).then(resolve);
    if (this.#reads < this.#limits.reads) start();
    else if (this.#waiting.size < this.#limits.waitingImages) this.#waiting.set(copy, start);
    else resolve('busy');
    return copy;
  }

  /** Ends what a caller has of a copy, once. */
  #releaseOf(copy: Copy): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      copy.callers--;
      if (copy.callers > 0) return;
      if (this.#copies.get(copy.number) === copy) this.#copies.delete(copy.number);
      this.#waiting.delete(copy);
      this.#free(copy);
    };
  }

  #free(copy: Copy): void {
    if (copy.callers > 0 || copy.isReading) return;
    this.#held -= copy.held;
    copy.held = 0;
  }

  /** It never rejects. */
  async #read(copy: Copy): Promise<ReadImage | 'busy' | null> {
    const { number, stamp, size } = copy;
    if (this.#held + size > this.#limits.heldBytes) return 'busy';
    this.#held += size;
    copy.held = size;
    copy.isReading = true;
    this.#reads++;
    const known = this.#known.get(number);
    const digest = known?.stamp === stamp ? known.digest : null;
    const read = await readImage(this.#files[number]!, stamp, size, digest, () => copy.callers > 0).catch(outcomeOf);
    if (read !== null && read !== 'busy' && read.isSame) this.#known.set(number, { stamp, digest: read.digest });
    copy.isReading = false;
    this.#reads--;
    this.#free(copy);
    this.#startNext();
    return read;
  }

  #startNext(): void {
    for (const [copy, start] of this.#waiting) {
      if (this.#reads >= this.#limits.reads) return;
      this.#waiting.delete(copy);
      start();
    }
  }
}

/** What is told of a file that cannot be read. */
function outcomeOf(error: NodeJS.ErrnoException): 'busy' | null {
  return MISSING.includes(error.code) ? null : 'busy';
}

/** Waits until the caller goes, and no longer than a time. */
async function inTime<Value>(value: Promise<Value>, signal: AbortSignal, time: number): Promise<Value | 'busy'> {
  if (signal.aborted) return 'busy';
  const { promise, resolve } = Promise.withResolvers<'busy'>();
  const giveUp = () => resolve('busy');
  const late = setTimeout(giveUp, time);
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', giveUp);
  }
}

function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/**
 * @param stamp of the file when it was looked at
 * @param known its digest then, where that is known
 */
async function readImage(
  file: string,
  stamp: string,
  size: number,
  known: string | null,
  isWanted: () => boolean,
): Promise<(ReadImage & { readonly isSame: boolean }) | 'busy' | null> {
  const handle = await open(file, OPEN_FLAGS);
  try {
    // A folder above it may have been replaced by a symbolic link, even for a moment.
    if ((await realpath(file)) !== file) return null;
    const stamps = [await handle.stat(), await lstat(file)].map(stampOf);
    if (stamps.some((each) => each !== stamp)) return 'busy';
    const bytes = Buffer.allocUnsafeSlow(size);
    const hash = known === null ? createHash('sha256') : null;
    for (let length = 0; length < size; ) {
      if (!isWanted()) return 'busy';
      const { bytesRead } = await handle.read(bytes, length, Math.min(CHUNK, size - length), length);
      if (bytesRead === 0) return 'busy';
      hash?.update(bytes.subarray(length, length + bytesRead));
      length += bytesRead;
    }
    // Of a file that was written meanwhile, what was read is sent under its own digest, and no stamp stands for it.
    const isSame = stampOf(await handle.stat()) === stamp;
    const digest = isSame && known !== null ? known : (hash ?? createHash('sha256').update(bytes)).digest('hex');
    return { digest, bytes, isSame };
  } finally {
    await handle.close();
  }
}
