/** `Cache-Control` and its kin by kind of answer, as names and values in turn. */

/** Reads with a validator: caches keep them but ask before use; a CDN, which a new build can purge, need not. */
const revalidated: readonly string[] = [
  'Cache-Control',
  'public, max-age=0, must-revalidate',
  'CDN-Cache-Control',
  'max-age=300, stale-while-revalidate=86400',
];

/** Reads without a validator. */
const unvalidated: readonly string[] = ['Cache-Control', 'no-cache'];

/** QUERY answers and refusals. */
export const unstored: readonly string[] = ['Cache-Control', 'no-store'];

/** How a read is cached, by whether it has a validator. */
export function readCaching(validator: string | null): readonly string[] {
  return validator === null ? unvalidated : revalidated;
}

/** As `readCaching`, for answers that no shared cache may keep. */
export function privateReadCaching(validator: string | null): readonly string[] {
  return validator === null
    ? ['Cache-Control', 'private, no-cache']
    : ['Cache-Control', 'private, max-age=0, must-revalidate'];
}
