import { realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ImagePlace } from '../site/image_places.ts';
import { readRegularFile } from './regular_file.ts';

/** Media types of images by the ends of their names. */
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  ...{ avif: 'image/avif', svg: 'image/svg+xml' },
};

/** Bytes of an image that is shown; larger than those that people put on pages. */
export const LARGEST_IMAGE = 8 * 1024 * 1024;

/** What no address has: names that are hidden or lead elsewhere, and folders of tools. */
const UNSHOWN = /^(?:\..*|node_modules|)$|[\\/\0:]/;

export interface FolderImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Reads images from the folders of a site, and nothing else: neither other files, nor what a symbolic link leads to. */
export class FolderImages {
  readonly #places: readonly ImagePlace[];

  constructor(places: readonly ImagePlace[]) {
    this.#places = places;
  }

  /** What changes with the image at an address, which begins without a slash; null: there is none. */
  version(address: string): string | null {
    const found = this.#find(address);
    return found === null ? null : `${found.time} ${found.size}`;
  }

  read(address: string): FolderImage | null {
    const found = this.#find(address);
    if (found === null) return null;
    const { bytes } = readRegularFile(found.file, { bytes: LARGEST_IMAGE, within: found.folder });
    return bytes === null ? null : { type: found.type, bytes };
  }

  #find(address: string) {
    const segments = address.split('/');
    const type = IMAGE_TYPES[/\.(\w+)$/.exec(address)?.[1]?.toLowerCase() ?? ''];
    if (type === undefined || segments.some((segment) => UNSHOWN.test(segment))) return null;
    for (const place of this.#places) {
      if (place.address !== '' && !address.startsWith(`${place.address}/`)) continue;
      const rest = place.address === '' ? address : address.slice(place.address.length + 1);
      const found = fileIn(place.folder, rest.split('/'));
      if (found !== null) return { ...found, type };
    }
    return null;
  }
}

/** A regular file that is in a folder itself, by no symbolic link; null for any other. */
function fileIn(folder: string, segments: readonly string[]) {
  try {
    const real = realpathSync(folder);
    const file = join(real, ...segments);
    if (realpathSync(file) !== file || !file.startsWith(real.endsWith(sep) ? real : real + sep)) return null;
    const stats = statSync(file);
    const { size, mtimeMs: time } = stats;
    return stats.isFile() && size <= LARGEST_IMAGE ? { folder: real, file, size, time } : null;
  } catch {
    return null;
  }
}
