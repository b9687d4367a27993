import { createBoundedCache } from '../../cache/bounded_cache.ts';
import type { Representation } from './representation.ts';

const cacheBytes = 4 * 1024 * 1024;

type Prepare = (origin: string, mediaType: string) => Representation;

/** Keeps what is prepared for each origin by which requests come: mostly one, but `Host` is for the client to choose. */
export function preparePerOrigin(prepare: Prepare): Prepare {
  const prepared = createBoundedCache<Representation>(cacheBytes);
  return (origin, mediaType) => {
    let representation = prepared.get(origin);
    if (representation === undefined) {
      representation = prepare(origin, mediaType);
      prepared.set(origin, representation, representation.weight);
    }
    return representation;
  };
}
