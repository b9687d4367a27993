import { decodePercent } from '../text/decode_percent.ts';
import { encodePath } from '../text/encode_path.ts';
import { longestRendered } from './html_tree.ts';

/** The images of the site's pages, where the folder that they are in is at hand. Addresses begin without a slash. */
export interface PageImages {
  /** What changes with the image at an address; null: there is none. */
  version(address: string): string | null;
  read(address: string): { readonly type: string; readonly bytes: Uint8Array } | null;
}

/** Different images of one page; more stay links. */
const mostImages = 500;
const NAME = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/**
 * The images of a page that can be shown: by their written addresses, decoded and without a query, those of this service.
 * @param markdown as it is published, so that its images are on the site
 * @param origin what addresses of the site begin with
 */
export function shownImages(markdown: string, origin: string, images: PageImages): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  const tried = new Set<string>();
  for (const word of markdown.slice(0, longestRendered).split(/[\s()<>"']+/)) {
    const written = plainAddress(word);
    if (!written.startsWith(`${origin}/`) || !NAME.test(written) || tried.has(written)) continue;
    if (tried.size === mostImages) break;
    tried.add(written);
    const address = written.slice(origin.length + 1);
    if (images.version(address) !== null) shown.set(written, `/explore/images/${encodePath(address)}`);
  }
  return shown;
}

/** An address as it is compared: decoded, without query and fragment. */
export function plainAddress(written: string): string {
  return decodePercent(written.replace(/[?#].*$/s, ''));
}
