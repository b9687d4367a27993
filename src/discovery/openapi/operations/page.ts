import type { ApiFacts } from '../api_facts.ts';
import { examples } from '../examples.ts';
import { always } from '../headers.ts';
import type { ResourceDescription } from '../resource_description.ts';
import { schemaNamed } from '../schema.ts';

/** `/api/pages/{path}` (specification 4.4). */
export function describePage({ settings }: ApiFacts): ResourceDescription<'page'> {
  const { page, markdown } = examples(settings);
  return {
    tag: 'Pages',
    GET: {
      summary: 'One page',
      description:
        'The page with its headings and the pages that it references. Accept: text/markdown gets the Markdown that the page publishes, under its own validator, with a Link to the address at which it publishes itself. There is no HTML here.',
      parameters: ['page-path'],
      content: {
        'application/json': { schema: schemaNamed('PageAnswer'), example: page },
        'text/markdown': { schema: { type: 'string' }, example: markdown },
      },
      headers: always('Link'),
    },
  };
}

/** `/{path}.md`: the Markdown twin (specification 4.4). */
export function describeMarkdown({ settings }: ApiFacts): ResourceDescription<'markdown'> {
  return {
    tag: 'Pages',
    GET: {
      summary: 'The Markdown of a page',
      description: 'The Markdown that the page publishes, at the address that the page names in its member markdown.',
      parameters: ['page-path'],
      content: { 'text/markdown': { schema: { type: 'string' }, example: examples(settings).markdown } },
      headers: always('Link'),
    },
  };
}
