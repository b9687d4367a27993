const LONGEST_PATTERN = 500;
const SLASH = 47;

/**
 * Whether a path is one of a pattern with `**` (any characters), and `*` (any) and `?` (one) but slashes. Takes at most the length of the
 * pattern times that of the path, as nothing is tried twice. A pattern that is longer than people write matches nothing.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.length > LONGEST_PATTERN) return () => false;
  const parts = pattern.match(/\*+|\?|[^*?]+/g) ?? [];
  const start = /^[^*?]*/.exec(pattern)![0];
  return (path) => {
    if (!path.startsWith(start)) return false;
    // Which beginnings of the path the parts until here match, by their lengths.
    const matched = new Uint8Array(path.length + 1);
    matched[0] = 1;
    for (const part of parts) {
      if (part.startsWith('*')) passStars(matched, path, part.length > 1);
      else passPart(matched, path, part);
    }
    return matched[path.length] === 1;
  };
}

function passStars(matched: Uint8Array, path: string, isAny: boolean): void {
  for (let end = 1; end <= path.length; end++)
    if (matched[end - 1] === 1 && (isAny || path.charCodeAt(end - 1) !== SLASH)) matched[end] = 1;
}

function passPart(matched: Uint8Array, path: string, part: string): void {
  const first = part.charCodeAt(0);
  const fits = (from: number): boolean => {
    const at = path.charCodeAt(from);
    return part === '?' ? at !== SLASH : at === first && (part.length === 1 || path.startsWith(part, from));
  };
  for (let end = path.length; end >= part.length; end--)
    matched[end] = matched[end - part.length] === 1 && fits(end - part.length) ? 1 : 0;
  matched.fill(0, 0, part.length);
}
