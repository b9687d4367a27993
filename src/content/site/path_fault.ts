import { decodePercent } from '../../text/decode_percent.ts';

/** In bytes of UTF-8. Browsers, proxies and servers refuse longer addresses before long. */
const LONGEST_PATH = 1024;
const UNFIT = /[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029\ufdd0-\ufdef\ufffe\uffff\\]/u;

/** Why no request can address a path, or none safely; null for a good path. Slashes at its ends do not matter. */
export function pathFault(path: string): string | null {
  if (Buffer.byteLength(path) > LONGEST_PATH) return `it is longer than ${LONGEST_PATH} bytes`;
  if (UNFIT.test(path)) return 'it contains a backslash, a control character or an unpaired surrogate';
  const segments = path.replace(/^\/+|\/+$/g, '').split('/');
  return segments.includes('.') || segments.includes('..') ? 'it contains a segment "." or ".."' : null;
}

/** The fault of an address as its author wrote it, perhaps with percent-encoding, an ending or a part behind `?`. */
export function addressFault(address: string): string | null {
  const decoded = decodePercent(address.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, ''));
  return pathFault(decoded) ?? pathFault(decoded.replace(/\/+$/, '').replace(/\.html?$|\/index(?:\.html?)?$/i, ''));
}
