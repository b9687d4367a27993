import { refuseTransport } from '../../problems/refusal.ts';
import { unstored } from '../answers/caching.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import type { HandlerOf } from './resource_handler.ts';

const ending = refuseTransport(503, 'Cannot take more requests: the server is about to end.');

/** `/health/live`: yes as soon as it can answer at all. */
export function handleLive(): HandlerOf<'live'> {
  const healthy = sayYes();
  return { GET: () => healthy };
}

/** `/health/ready`: as a service exists only around content that was opened whole, yes until the server is about to end. */
export function handleReady(): HandlerOf<'ready'> {
  const healthy = sayYes();
  return { GET: ({ request }) => (request.isDraining ? ending : healthy) };
}

function sayYes(): Representation {
  return createRepresentation({
    contentType: 'application/json',
    body: new TextEncoder().encode('{"status":"ok"}'),
    validator: null,
    caching: unstored,
  });
}
