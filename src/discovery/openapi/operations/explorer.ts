import type { MethodDescription, ResourceDescription } from '../resource_description.ts';

const document = { 'text/html': { schema: { type: 'string' } } };

function page(description: Pick<MethodDescription, 'summary' | 'description' | 'parameters'>): MethodDescription {
  return { ...description, content: document };
}

/** `/`. */
export function describeHome(): ResourceDescription<'home'> {
  return {
    tag: 'Explorer',
    GET: page({
      summary: 'The explorer at the root',
      description: 'As /explore, for requests that prefer HTML to JSON.',
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
      description: 'It takes parameters of /api/search.',
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
    }),
  };
}

/** `/explore/map`. */
export function describeExploreMap(): ResourceDescription<'exploreMap'> {
  return {
    tag: 'Explorer',
    GET: page({
      summary: 'The map of all pages',
    }),
  };
}

/** `/explore/api`. */
export function describeExploreApi(): ResourceDescription<'exploreApi'> {
  return {
    tag: 'Explorer',
    GET: page({ summary: 'This API for people' }),
  };
}

/** `/explore/embed`. */
export function describeExploreEmbed(): ResourceDescription<'exploreEmbed'> {
  return {
    tag: 'Explorer',
    GET: page({
      summary: 'The search box, to copy',
    }),
  };
}

/** `/explore/search.js`. */
export function describeExploreBox(): ResourceDescription<'exploreBox'> {
  return {
    tag: 'Explorer',
    GET: {
      summary: 'The search box',
      content: { 'text/javascript': { schema: { type: 'string' } } },
    },
  };
}

/** `/explore/graph.bin`. */
export function describeExploreGraph(): ResourceDescription<'exploreGraph'> {
  return {
    tag: 'Explorer',
    GET: {
      summary: 'The map as numbers',
      content: { 'application/octet-stream': { schema: { type: 'string' } } },
    },
  };
}

/** `/explore/assets/{name}`. */
export function describeAsset(): ResourceDescription<'exploreAsset'> {
  const file = { schema: { type: 'string' } };
  return {
    tag: 'Explorer',
    GET: {
      summary: 'A file',
      parameters: ['asset-name'],
      content: { 'text/javascript': file, 'text/css': file },
    },
  };
}
