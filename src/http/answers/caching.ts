/** `Cache-Control` and related fields by kind of answer, as alternating names and values. */

/** Reads with a validator: caches store them and revalidate before use. A CDN need not, because a new build can purge it. */
const revalidated: readonly string[] = [
  'Cache-Control',
  'public, max-age=0, must-revalidate',
  'CDN-Cache-Control',
  'max-age=300, stale-while-revalidate=86400',
];

/** Reads without a validator. */
const unvalidated: readonly string[] = ['Cache-Control', 'no-cache'];

/** Files whose name has a digest of their content. Behind the gate only the caller may keep them. */
export function immutableCaching(isGated: boolean): readonly string[] {
  return ['Cache-Control', `${isGated ? 'private' : 'public'}, max-age=31536000, immutable`];
}

/** Files with a stable address that other sites load: an update reaches them within five minutes. */
export function briefCaching(isGated: boolean): readonly string[] {
  return ['Cache-Control', `${isGated ? 'private' : 'public'}, max-age=300`];
}

/** QUERY answers and refusals. */
export const unstored: readonly string[] = ['Cache-Control', 'no-store'];

/** How a read is cached, by whether it has a validator. */
export function readCaching(validator: string | null): readonly string[] {
  return validator === null ? unvalidated : revalidated;
}

/** As `readCaching`, for answers that no shared cache may store. */
export function privateReadCaching(validator: string | null): readonly string[] {
  return validator === null
    ? ['Cache-Control', 'private, no-cache']
    : ['Cache-Control', 'private, max-age=0, must-revalidate'];
}
