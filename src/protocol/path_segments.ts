import { normalForm } from '../text/normal_form.ts';

/**
 * The segments of a raw path, decoded one by one after the split, so that `a%2Fb` stays one segment, and in normal form C:
 * `/caf%C3%A9` and `/cafe%CC%81` address the same. The first is the canonical address, the one that answers and links name.
 *
 * @param rawPath begins with `/`; `/` alone has no segments
 * @returns null where no resource can be: empty and dot segments (encoded ones too), bad percent-encoding, bytes that are not
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

function decodeSegment(raw: string): string | null {
  if (!raw.includes('%')) return normalForm(raw);
  try {
    return normalForm(decodeURIComponent(raw));
  } catch {
    return null; // also overlong forms and encoded surrogates, which are not UTF-8
  }
}
