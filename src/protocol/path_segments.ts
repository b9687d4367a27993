import { normalForm } from '../text/normal_form.ts';

/**
 * The segments of a raw path, decoded one by one after the split, so that `a%2Fb` stays one segment, and in normal form C:
 * `/caf%C3%A9` and `/cafe%CC%81` address the same. The first is the canonical address, which answers and links use.
 *
 * @param rawPath begins with `/`; `/` alone has no segments
 * @returns null for a path that no resource can have: empty and dot segments (encoded ones too), bad percent-encoding, bytes that are not
 *   UTF-8, NUL
 */
export function parsePathSegments(rawPath: string): string[] | null {
  if (rawPath === '/') return [];
  if (!rawPath.startsWith('/')) return null;
  const segments: string[] = [];
  for (const raw of rawPath.slice(1).split('/')) {
    const segment = decodeSegment(raw);
    if (segment === null || segment === '' || segment === '.' || segment === '..' || segment.includes('\0'))
      return null;
    segments.push(segment);
  }
  return segments;
}

/**
 * The path that a caller probably meant when it escaped the slashes between segments: `/api/pages/a/b` for `/api/pages/a%2Fb`.
 * @returns null when no slash was escaped, or when the path has no segments
 */
export function unescapeSlashes(rawPath: string): string | null {
  if (!/%2f/i.test(rawPath)) return null;
  const segments = parsePathSegments(rawPath);
  return segments === null ? null : `/${segments.join('/').split('/').map(encodeURIComponent).join('/')}`;
}

function decodeSegment(raw: string): string | null {
  if (!raw.includes('%')) return normalForm(raw);
  try {
    return normalForm(decodeURIComponent(raw));
  } catch {
    return null; // also overlong forms and encoded surrogates, which are not UTF-8
  }
}
