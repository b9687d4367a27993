import { type ImageList, imageType } from '../content/files/image_files.ts';
import { liveAddress } from '../content/markdown/publish_markdown.ts';
import { decodePercent } from '../text/decode_percent.ts';
import type { BakedSite } from './bake_options.ts';
import { type FoundImage, imageFinder } from './find_image.ts';

/** Images of a site; more stay links. Far more than sites have, and little memory for each worker. */
export const MOST_IMAGES = 20_000;
/** Links to images of a site that are looked at. */
export const MOST_LINKS = 100_000;
/** Different images of one page; more stay links. */
export const MOST_SHOWN = 500;

/**
 * The images that the published pages of a site name and whose files are in the folders of its images. A server shows these and
 * no others, so that no request leads to a file that no page names.
 */
export function listImages({ files, analysed, content }: BakedSite): ImageList {
  const linksOf = new Map(analysed.map(({ file, page }) => [file, page?.draft.links ?? []]));
  const find = imageFinder(files);
  const found = new Map<string, string>();
  const shown = new Map<string, readonly (readonly [named: string, path: string])[]>();
  let left = MOST_LINKS;
  for (const page of content.pages) {
    const own = new Map<string, string>();
    const known = new Map<string, FoundImage | null>();
    for (const link of linksOf.get(page.file) ?? []) {
      if (link.kind !== 'image' || imageType(link.target) === null || left-- <= 0) continue;
      const address = liveAddress(link, page);
      // Equal links are looked up once.
      const key = `${link.target}\n${address}`;
      const before = known.get(key);
      const image = before === undefined ? find(link, address, page) : before;
      known.set(key, image);
      if (image === null) continue;
      if (found.size < MOST_IMAGES && !found.has(image.path)) found.set(image.path, image.file);
      if (found.get(image.path) !== image.file) continue;
      const isRewritten = address !== null && link.range !== undefined;
      const named = decodePercent(isRewritten ? `/${address}` : link.target);
      if (own.size < MOST_SHOWN) own.set(named, image.path);
    }
    if (own.size > 0) shown.set(page.path, [...own]);
  }
  return { files: found, shown };
}
