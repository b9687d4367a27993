import { createBoundedCache } from './bounded_cache.ts';
import { createRepresentation, type Representation } from './representation.ts';
import type { MethodHandler } from './resource_handler.ts';
import type { Site } from './site.ts';

const cacheBytes = 16 * 1024 * 1024;
const encoder = new TextEncoder();

/**
 * Answers a list whole or its first rows in the envelope that all lists share (specification 2.5).
 *
 * @param renderItems the rows in order, each as JSON; called once, on first use
 */
export function handleList({ validator, caching }: Site, renderItems: () => readonly string[]): MethodHandler {
  const byCount = createBoundedCache<Representation>(cacheBytes);
  let items: readonly string[] | null = null;

  return ({ search }) => {
    items ??= renderItems();
    const total = items.length;
    const count = Math.min(readBound(search), total);
    const key = String(count);
    let representation = byCount.get(key);
    if (representation === undefined) {
      const body = `{"items":[${items.slice(0, count).join(',')}],"count":${count},"total":${total}}`;
      representation = createRepresentation({
        contentType: 'application/json',
        body: encoder.encode(body),
        validator,
        caching: caching.read,
      });
      byCount.set(key, representation, representation.weight);
    }
    return representation;
  };
}

/** Specification 4.5: what is no whole number of at least 1 is no bound, and so is a limit given twice. */
function readBound(search: string | null): number {
  if (search === null) return Infinity;
  const [limit, ...more] = new URLSearchParams(search).getAll('limit');
  if (limit === undefined || more.length > 0 || !/^\d+$/.test(limit) || Number(limit) < 1) return Infinity;
  return Number(limit);
}
