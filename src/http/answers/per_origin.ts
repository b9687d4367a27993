import { createHash } from 'node:crypto';
import { createBoundedCache } from '../../cache/bounded_cache.ts';
import {
  type AnswerCodings,
  createRepresentation,
  type Representation,
  type RepresentationParts,
} from './representation.ts';

export interface PerOriginOptions {
  /** Opaque prefix of the validators; null: no validator. */
  readonly validator: string | null;
  /** Size of the cache in bytes. */
  readonly bound: number;
  readonly codings: AnswerCodings;
  /** Makes the answer that contains the origin. */
  render(origin: string): Omit<RepresentationParts, 'validator'>;
}

/** Hexadecimal digits of the digest in a validator; each stamp has as many. */
const digestDigits = 12;

/**
 * Caches an answer that contains the origin and depends on settings of the service, once for each origin of requests. Usually
 * there is only one, but the client chooses `Host`, so the cache is bounded.
 *
 * Its validator is `<commit>.<content>.<digest of the body>`: services whose answers differ have different validators, and
 * services whose answers are equal share one, whatever their settings.
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
