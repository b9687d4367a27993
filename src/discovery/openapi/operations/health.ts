import type { MethodDescription, ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/health/live`. */
export function describeLive(): ResourceDescription<'live'> {
  return {
    tag: 'Service',
    GET: health('Whether the process answers', 'Restart the process when this does not answer.'),
  };
}

/** `/health/ready`. */
export function describeReady(): ResourceDescription<'ready'> {
  return {
    tag: 'Service',
    GET: health(
      'Whether the server takes requests',
      'Send requests while this answers 200. A server that is about to end says 503.',
    ),
  };
}

function health(summary: string, description: string): MethodDescription {
  return {
    summary,
    description,
    content: { 'application/json': { schema: schemaNamed('Health') } },
  };
}
