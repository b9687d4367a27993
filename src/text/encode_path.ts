/** Percent-encodes each segment of a path, except characters that RFC 3986 allows in a segment: `a b/c` is `a%20b/c`. */
export function encodePath(path: string): string {
  return path
    .toWellFormed()
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(/%(?:2[4BC6]|3[ABD]|40)/g, decodeURIComponent))
    .join('/');
}
