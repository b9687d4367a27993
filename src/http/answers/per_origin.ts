import { createHash } from 'node:crypto';
import { createBoundedCache } from '../../cache/bounded_cache.ts';
import {
  type AnswerCodings,
  createRepresentation,
  type Representation,
  type RepresentationParts,
} from './representation.ts';

export interface PerOriginOptions {
  /** Opaque part that the validators begin with; null: no validator. */
  readonly validator: string | null;
  /** Bytes of the cache. */
  readonly bound: number;
  readonly codings: AnswerCodings;
  /** The answer in which an origin is named. */
  render(origin: string): Omit<RepresentationParts, 'validator'>;
}

/** Digits of the digest in a validator, as many as of each stamp. */
const digestDigits = 12;

/**
 * Prepares an answer that names the origin and depends on settings of the service, and keeps it for each origin by which requests
 * come: mostly one, but `Host` is for the client to choose.
 *
 * Its validator is `<commit>.<content>.<digest of the body>`: whatever the settings are, two services that answer differently
 * have different validators, and two that answer alike share one.
 */
export function preparePerOrigin(options: PerOriginOptions): (origin: string) => Representation {
  const { validator, bound, codings, render } = options;
  const prepared = createBoundedCache<Representation>(bound);
  return (origin) => {
    let representation = prepared.get(origin);
    if (representation === undefined) {
      const parts = render(origin);
      const tag = validator === null ? null : `${validator}.${digest(parts.body)}`;
      representation = createRepresentation({ ...parts, validator: tag }, codings);
      prepared.set(origin, representation, representation.weight);
    }
    return representation;
  };
}

function digest(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, digestDigits);
}
