import { decodePercent } from '../../text/decode_percent.ts';

/** An address from a page or a link, without slashes at its ends, `index` and `.html`. */
export function cleanAddress(address: string): string {
  const bare = decodePercent(address)
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\.html?$/i, '');
  return /^index$/i.test(bare) ? '' : bare.replace(/\/index$/i, '');
}
