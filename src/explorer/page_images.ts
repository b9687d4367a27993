import { decodePercent } from '../text/decode_percent.ts';
import { encodePath } from '../text/encode_path.ts';

/** An image as it is now. */
export interface PageImage {
  readonly type: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  readonly length: number;
  /** Null when the caller does not need them. */
  readonly bytes: Uint8Array | null;
  /** To be called when the answer with the bytes was sent: they count as memory in use until then. */
  release(): void;
}

/** The images that pages of the site name, where the folder that they are in is at hand. */
export interface PageImages {
  /** The images of a page, by its path: as its Markdown names them, without the origin of the site, and their paths. */
  of(page: string): readonly (readonly [named: string, path: string])[];
  /** The number of an image by its path; -1: there is none. */
  find(path: string): number;
  /** @param needsBytes whether the caller needs more than the digest @returns null: it is no longer there; 'busy': it cannot be read now */
  read(
    number: number,
    needsBytes: (digest: string) => boolean,
    signal: AbortSignal,
  ): Promise<PageImage | 'busy' | null>;
}

/**
 * The addresses at which this service has the images of a page, by their addresses in its Markdown, decoded and without a query.
 * @param page its path
 * @param origin what addresses of the site begin with
 */
export function shownImages(page: string, origin: string, images: PageImages): ReadonlyMap<string, string> {
  return new Map(
    images
      .of(page)
      .map(([named, path]) => [
        named.startsWith('/') ? decodePercent(origin) + named : named,
        `/explore/images/${encodePath(path)}`,
      ]),
  );
}

/** An address as it is compared: decoded, without query and fragment. */
export function plainAddress(written: string): string {
  return decodePercent(written.replace(/[?#].*$/s, ''));
}
