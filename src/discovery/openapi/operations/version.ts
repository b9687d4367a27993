import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/version.json` (specification 9.2). */
export function describeVersion(): ResourceDescription<'version'> {
  const example = { commit: '0123456789abcdef0123456789abcdef01234567', content: 'f'.repeat(64) };
  return {
    tag: 'Discovery',
    GET: {
      summary: 'Stamps of the build and its content',
      description:
        'The commit and the content stamp that validators derive from: two deployments of both answer alike.',
      content: { 'application/json': { schema: schemaNamed('Version'), example } },
    },
  };
}
