import { createBoundedCache } from '../../cache/bounded_cache.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import type { MethodHandler } from './resource_handler.ts';
import type { Site } from './site.ts';

/** For lists that are cut short; the whole one is always kept. */
const cacheBytes = 32 * 1024 * 1024;
/** Longer query strings are read anew each time. */
const longestKeptSearch = 256;
const encoder = new TextEncoder();

/**
 * Answers a list whole or its first rows in the envelope that all lists share (specification 2.5).
 *
 * @param renderItems the rows in order, each as JSON; called once, on first use
 */
export function handleList({ validator, caching }: Site, renderItems: () => readonly string[]): MethodHandler {
  const byCount = createBoundedCache<Representation>(cacheBytes);
  const bySearch = createBoundedCache<Representation>(cacheBytes);
  let items: readonly string[] | null = null;
  let whole: Representation | null = null;

  function represent(rows: readonly string[], total: number): Representation {
    return createRepresentation({
      contentType: 'application/json',
      body: encoder.encode(`{"items":[${rows.join(',')}],"count":${rows.length},"total":${total}}`),
      validator,
      caching: caching.read,
    });
  }

  function firstRows(bound: number): Representation {
    items ??= renderItems();
    if (bound >= items.length) {
      whole ??= represent(items, items.length);
      return whole;
    }
    const key = String(bound);
    let representation = byCount.get(key);
    if (representation === undefined) {
      representation = represent(items.slice(0, bound), items.length);
      byCount.set(key, representation, representation.weight);
    }
    return representation;
  }

  return ({ search }) => {
    const asked = search ?? '';
    const found = bySearch.get(asked);
    if (found !== undefined) return found;
    const representation = firstRows(readBound(asked));
    if (asked.length <= longestKeptSearch) bySearch.set(asked, representation, representation.weight);
    return representation;
  };
}

/** Specification 4.5: what is no whole number of at least 1 is no bound, and so is a limit given twice. */
function readBound(search: string): number {
  const [limit, ...more] = new URLSearchParams(search).getAll('limit');
  if (limit === undefined || more.length > 0 || !/^\d+$/.test(limit) || Number(limit) < 1) return Infinity;
  return Number(limit);
}
