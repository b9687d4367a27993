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
  return { tag: 'Service', GET: health('Whether the content is open', 'Send requests once this answers.') };
}

function health(summary: string, description: string): MethodDescription {
  return {
    summary,
    description,
    content: { 'application/json': { schema: schemaNamed('Health'), example: { status: 'ok' } } },
  };
}
