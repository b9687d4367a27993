import type { ResourceName } from '../resources.ts';
import {
  describeApiCatalog,
  describeOpenapi,
  describeProblem,
  describeQuerySchema,
  describeVersion,
} from './operations/discovery.ts';
import {
  describeAsset,
  describeExplore,
  describeExploreApi,
  describeExploreBox,
  describeExploreEmbed,
  describeExploreGraph,
  describeExploreMap,
  describeExplorePage,
  describeExploreQuery,
  describeHome,
} from './operations/explorer.ts';
import { describeFeedback, describeFeedbackForm } from './operations/feedback.ts';
import { describeLive, describeReady } from './operations/health.ts';
import { describeCollections, describeSitePages, describeTags } from './operations/lists.ts';
import { describeMcp } from './operations/mcp.ts';
import { describeMarkdown, describePage } from './operations/page.ts';
import { describePages } from './operations/pages.ts';
import { describeSearch } from './operations/search.ts';
import {
  describeAtomFeed,
  describeJsonFeed,
  describeLlms,
  describeLlmsFull,
  describeRobots,
  describeSitemap,
} from './operations/site_files.ts';
import type { Describe } from './resource_description.ts';

/** One description for every row of the resource table, by its name: a missing one is a compile error. */
export const describeResources: { readonly [Name in ResourceName]: Describe<Name> } = {
  pages: describePages,
  page: describePage,
  search: describeSearch,
  sitePages: describeSitePages,
  collections: describeCollections,
  tags: describeTags,
  feedback: describeFeedback,
  feedbackForm: describeFeedbackForm,
  mcp: describeMcp,
  querySchema: describeQuerySchema,
  openapi: describeOpenapi,
  apiCatalog: describeApiCatalog,
  problem: describeProblem,
  version: describeVersion,
  live: describeLive,
  ready: describeReady,
  home: describeHome,
  explore: describeExplore,
  explorePage: describeExplorePage,
  exploreQuery: describeExploreQuery,
  exploreMap: describeExploreMap,
  exploreApi: describeExploreApi,
  exploreEmbed: describeExploreEmbed,
  exploreBox: describeExploreBox,
  exploreGraph: describeExploreGraph,
  exploreAsset: describeAsset,
  llms: describeLlms,
  llmsFull: describeLlmsFull,
  sitemap: describeSitemap,
  atomFeed: describeAtomFeed,
  jsonFeed: describeJsonFeed,
  robots: describeRobots,
  markdown: describeMarkdown,
};
