import { refuseTransport } from '../../problems/refusal.ts';
import { unstored } from '../answers/caching.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import type { HandlerOf } from './resource_handler.ts';

const ending = refuseTransport(503, 'Cannot take more requests: the server is about to end.');

/** `/health/live`: 200 whenever the process can answer. */
export function handleLive(): HandlerOf<'live'> {
  const healthy = representHealthy();
  return { GET: () => healthy };
}

/** `/health/ready`: 200 until the server shuts down. Nothing else is checked, because a service exists only with open content. */
export function handleReady(): HandlerOf<'ready'> {
  const healthy = representHealthy();
  return { GET: ({ request }) => (request.isDraining ? ending : healthy) };
}

function representHealthy(): Representation {
  return createRepresentation({
    contentType: 'application/json',
    body: new TextEncoder().encode('{"status":"ok"}'),
    validator: null,
    caching: unstored,
  });
}
