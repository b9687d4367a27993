import { fields } from '../headers.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/pages/{path}` (specification 4.4). */
export function describePage(): ResourceDescription<'page'> {
  return {
    tag: 'Pages',
    GET: {
      summary: 'One page',
      description:
        'With its headings and links. Accept: text/markdown gets its Markdown, under its own validator, with a Link to the address at which that publishes itself. There is no HTML here.',
      parameters: ['page-path'],
      content: {
        'application/json': { schema: schemaNamed('PageAnswer') },
        'text/markdown': { schema: { type: 'string' } },
      },
      headers: fields('Link'),
    },
  };
}

/** `/{path}.md`: the Markdown twin (specification 4.4). */
export function describeMarkdown(): ResourceDescription<'markdown'> {
  return {
    tag: 'Pages',
    GET: {
      summary: 'The Markdown of a page',
      description: 'At the address that the page names in its member markdown.',
      parameters: ['page-path'],
      content: { 'text/markdown': { schema: { type: 'string' } } },
      headers: fields('Link'),
    },
  };
}
