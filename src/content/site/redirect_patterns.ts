/** A redirect of all addresses that fit a pattern. Plain data. */
export interface RedirectPattern {
  /** The segments before the one that stands for any number of them; with `:name` for any one. */
  readonly before: readonly string[];
  /** The name of what stands for any number of segments; null: nothing does. */
  readonly rest: string | null;
  readonly after: readonly string[];
  /** With `:name` for what was found. */
  readonly target: string;
}

/** A part of a path that the target may name: `:name` or, of any number of segments, `:name*`. */
const PART = /^:([A-Za-z_]\w*)(\*?)$/;
const NAMED = /:([A-Za-z_]\w*)\*?/g;
/** Signs of patterns that are not understood, such as alternatives. */
const UNKNOWN = /[*(){}[\]?+|]/;

/**
 * Reads a redirect whose address is a pattern, in the forms of Netlify (`/old/*` to `/new/:splat`), of Next.js, Vercel and Mintlify
 * (`/old/:path*`), of Astro (`/old/[...path]`) and of Nuxt (`/old/**`).
 * @returns null for a pattern of another form, or with several parts that stand for any number of segments
 */
export function readPattern(from: string, to: string): RedirectPattern | null {
  const parts = plain(from)
    .split('/')
    .filter((part) => part !== '');
  const target = plain(to);
  const rests = parts.flatMap((part, at) => (PART.exec(part)?.[2] === '*' ? [at] : []));
  if (rests.length > 1 || parts.some((part) => !PART.test(part) && UNKNOWN.test(part))) return null;
  if (UNKNOWN.test(target.replace(NAMED, ''))) return null;
  const [at = parts.length] = rests;
  return {
    before: parts.slice(0, at),
    rest: PART.exec(parts[at] ?? '')?.[1] ?? null,
    after: parts.slice(at + 1),
    target: target
      .split('/')
      .filter((part) => part !== '')
      .join('/'),
  };
}

/** A pattern in one form for all generators. */
function plain(pattern: string): string {
  return pattern
    .replace(/\[\.{3}(\w+)\]/g, ':$1*')
    .replace(/\[(\w+)\]/g, ':$1')
    .replace(/(:\w+)(?:\(\.\*\)|\+)/g, '$1*')
    .replace(/(^|\/)\*{1,2}(?=\/|$)/g, '$1:splat*');
}

/** The address to which a pattern leads another one, both without slashes at their ends; null: it does not fit. */
export function followPattern({ before, rest, after, target }: RedirectPattern, address: string): string | null {
  const segments = address.split('/');
  const fixed = before.length + after.length;
  if (rest === null ? segments.length !== fixed : segments.length < fixed) return null;
  const found = new Map<string, string>();
  const end = segments.length - after.length;
  const fits = isFit(before, segments.slice(0, before.length), found) && isFit(after, segments.slice(end), found);
  if (!fits) return null;
  if (rest !== null) found.set(rest, segments.slice(before.length, end).join('/'));
  const filled = target.replace(NAMED, (_, name: string) => found.get(name) ?? '');
  return filled
    .split('/')
    .filter((part) => part !== '')
    .join('/');
}

function isFit(parts: readonly string[], segments: readonly string[], found: Map<string, string>): boolean {
  return parts.every((part, at) => {
    const name = PART.exec(part)?.[1];
    if (name !== undefined) found.set(name, segments[at]!);
    return name !== undefined || part === segments[at];
  });
}
