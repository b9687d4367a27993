/** The map and the query builder, each of which is on one page alone: one file, so that the bundler makes one chunk of what they share. */
export { startQueryBuilder } from './query_builder/query_builder.ts';
export { startSiteMap } from './site_map.ts';
