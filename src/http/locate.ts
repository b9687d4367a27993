import { type MaybePromise, mapMaybe } from '../async/maybe_promise.ts';
import type { CacheBudget } from '../cache/cache_budget.ts';
import type { Resource } from '../discovery/resource.ts';
import type { Route } from '../discovery/route.ts';
import { parseRequestTarget } from '../protocol/request_target.ts';
import type { ResourceHandler } from './resources/handler_context.ts';

/** The resource that the path of a request target leads to. */
export interface Located {
  readonly resource: Resource;
  readonly handler: ResourceHandler;
  /** The result of the handler's `find`. */
  readonly found: number;
}

/** Finds the resource at a raw request target; null when there is none. */
export type Locate = (rawTarget: string) => MaybePromise<Located | null>;

/** Memory of a cache entry in bytes, besides its path. */
const locatedBytes = 192;
const longestCachedPath = 512;

/** Caches by path: all searches have one. */
export function createLocator(
  route: (rawPath: string) => Route<Resource> | null,
  handlers: Readonly<Record<string, ResourceHandler | null>>,
  budget: CacheBudget,
): Locate {
  const cache = budget.createCache<Located>('places');
  return (rawTarget) => {
    const mark = rawTarget.indexOf('?');
    const rawPath = mark === -1 ? rawTarget : rawTarget.slice(0, mark);
    const cached = cache.get(rawPath);
    if (cached !== undefined) return cached;
    const target = parseRequestTarget(rawPath);
    const matched = target === null ? null : route(target.path);
    const handler = matched === null ? null : handlers[matched.resource.name];
    if (target === null || matched === null || handler == null) return null;
    return mapMaybe(handler.find === undefined ? 0 : handler.find(matched.parameter), (found) => {
      if (found === -1) return null;
      const located: Located = { resource: matched.resource, handler, found };
      // A slice would keep the whole target in memory.
      if (rawPath.length <= longestCachedPath)
        cache.set(mark === -1 ? rawPath : copyOf(rawPath), located, locatedBytes);
      return located;
    });
  };
}

function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
