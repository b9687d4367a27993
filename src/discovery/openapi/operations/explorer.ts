import { always, fields } from '../headers.ts';
import type { MethodDescription, ResourceDescription } from '../resource_description.ts';

const document = { 'text/html': { schema: { type: 'string', description: 'An HTML document in UTF-8.' } } };

function page(description: Pick<MethodDescription, 'summary' | 'description' | 'parameters'>): MethodDescription {
  return {
    ...description,
    content: document,
    headers: {
      ...always('Content-Security-Policy'),
      ...fields('Referrer-Policy', 'Cross-Origin-Opener-Policy'),
    },
  };
}

/** `/`. */
export function describeHome(): ResourceDescription<'home'> {
  return {
    tag: 'Explorer',
    GET: page({
      summary: 'The explorer at the root',
      description:
        'The same as /explore. It is there only for requests that name text/html with at least the weight of JSON, as browsers do.',
      parameters: ['explore-q'],
    }),
  };
}

/** `/explore`. */
export function describeExplore(): ResourceDescription<'explore'> {
  return {
    tag: 'Explorer',
    GET: page({
      summary: 'Search for people',
      description:
        'Rows and facets of /api/search as a page that works without script. It reads q, collection, tag, sort and offset as that does; a value that cannot be read is told on the page.',
      parameters: ['explore-q'],
    }),
  };
}

/** `/explore/page/{path}`. */
export function describeExplorePage(): ResourceDescription<'explorePage'> {
  return {
    tag: 'Explorer',
    GET: page({
      summary: 'One page to read',
      description:
        'The published Markdown of a page as sanitised HTML, with its headings, fields and links in both directions.',
      parameters: ['page-path'],
    }),
  };
}

/** `/explore/query`. */
export function describeExploreQuery(): ResourceDescription<'exploreQuery'> {
  return {
    tag: 'Explorer',
    GET: page({
      summary: 'The query builder',
      description:
        'Makes a query as a form, as JSON and as an address, and shows its answer. Without script, a form of the parameters of GET /api/pages.',
    }),
  };
}

/** `/explore/map`. */
export function describeExploreMap(): ResourceDescription<'exploreMap'> {
  return {
    tag: 'Explorer',
    GET: page({
      summary: 'The map of all pages',
      description: 'A picture of all pages and their links. Without script, links to the collections.',
    }),
  };
}

/** `/explore/api`. */
export function describeExploreApi(): ResourceDescription<'exploreApi'> {
  return {
    tag: 'Explorer',
    GET: page({ summary: 'This API for people', description: 'This description as a page.' }),
  };
}

/** `/explore/embed`. */
export function describeExploreEmbed(): ResourceDescription<'exploreEmbed'> {
  return {
    tag: 'Explorer',
    GET: page({
      summary: 'The search box for other sites, to copy',
      description: 'The HTML of the element catchword-search for this service, with the box itself to try.',
    }),
  };
}

/** `/explore/search.js`. */
export function describeExploreBox(): ResourceDescription<'exploreBox'> {
  return {
    tag: 'Explorer',
    GET: {
      summary: 'The search box for other sites',
      description:
        'A module that defines the element catchword-search. Its address stays, and it imports the file of the current version.',
      content: { 'text/javascript': { schema: { type: 'string' } } },
      headers: fields('Cross-Origin-Resource-Policy'),
    },
  };
}

/** `/explore/graph.bin`. */
export function describeExploreGraph(): ResourceDescription<'exploreGraph'> {
  const description =
    'Numbers of 32 bits, little-endian: pages shown, all pages, bytes of links, bytes of paths; then what these are.';
  return {
    tag: 'Explorer',
    GET: {
      summary: 'The map as numbers',
      description:
        'Where pages stand on the map, and the links between them, as the script of the map reads them. The format may change with the program.',
      content: { 'application/octet-stream': { schema: { type: 'string', description } } },
    },
  };
}

/** `/explore/assets/{name}`. */
export function describeAsset(): ResourceDescription<'exploreAsset'> {
  const file = { schema: { type: 'string' } };
  return {
    tag: 'Explorer',
    GET: {
      summary: 'A file of the explorer',
      description: 'A script or a style sheet. It never changes: its name has a digest of its content.',
      parameters: ['asset-name'],
      content: { 'text/javascript': file, 'text/css': file },
      headers: fields('Cross-Origin-Resource-Policy'),
    },
  };
}
