import { unstored } from './caching.ts';
import { createRepresentation } from './representation.ts';

/**
 * `/health/live` and `/health/ready`. Both say yes as soon as they can answer at all: a service exists only around
 * content that was opened whole.
 */
export function handleHealth() {
  const healthy = createRepresentation({
    contentType: 'application/json',
    body: new TextEncoder().encode('{"status":"ok"}'),
    validator: null,
    caching: unstored,
  });
  return { GET: () => healthy };
}
