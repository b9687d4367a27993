import type { MethodDescription, ResourceDescription } from '../resource_description.ts';

function file(
  mediaType: string,
  description: Omit<MethodDescription, 'content'>,
  type: 'string' | 'object' = 'string',
): MethodDescription {
  return { ...description, content: { [mediaType]: { schema: { type } } } };
}

/** `/llms.txt`. */
export function describeLlms(): ResourceDescription<'llms'> {
  return {
    tag: 'Files',
    GET: file('text/plain', {
      summary: 'The pages for language models',
      description: 'By the convention of llmstxt.org.',
    }),
  };
}

/** `/llms-full.txt`. */
export function describeLlmsFull(): ResourceDescription<'llmsFull'> {
  return {
    tag: 'Files',
    GET: file('text/plain', {
      summary: 'The text of these pages',
      description: 'The Markdown of the pages that /llms.txt lists, up to 4 MiB.',
    }),
  };
}

/** `/sitemap.xml`. */
export function describeSitemap(): ResourceDescription<'sitemap'> {
  return {
    tag: 'Files',
    GET: file('application/xml', {
      summary: 'The sitemap',
      description: 'Of more than 50,000 addresses or 50 MB the index of its parts.',
      parameters: ['sitemap-part'],
      refused: ['no-such-resource'],
    }),
  };
}

/** `/feed.xml`. */
export function describeAtomFeed(): ResourceDescription<'atomFeed'> {
  return {
    tag: 'Files',
    GET: file('application/atom+xml', {
      summary: 'The newest pages as an Atom feed',
      description: '50 pages with a date (RFC 4287).',
      refused: ['no-such-resource'],
    }),
  };
}

/** `/feed.json`. */
export function describeJsonFeed(): ResourceDescription<'jsonFeed'> {
  return {
    tag: 'Files',
    GET: file(
      'application/feed+json',
      {
        summary: 'The newest pages as a JSON Feed',
        description: '50 pages with a date (jsonfeed.org, version 1.1).',
        refused: ['no-such-resource'],
      },
      'object',
    ),
  };
}

/** `/robots.txt`. */
export function describeRobots(): ResourceDescription<'robots'> {
  return {
    tag: 'Files',
    GET: file('text/plain', {
      summary: 'What crawlers may fetch',
      description: 'All but results of searches (RFC 9309), and the address of the sitemap.',
    }),
  };
}
