import { createRenderedList, renderCollections, renderTags, siteRowOf } from '../engine/list_rows.ts';
import type { SiteLists } from '../engine/site_lists.ts';
import { allSources } from './cluster_page_reader.ts';
import type { BuildAsker } from './fetch/ask_build.ts';
import type { ClusterSite } from './index/site_parts.ts';

/** The lists of a build in a cluster: collections and tags are in memory, site pages are fetched. */
export function createClusterSiteLists(site: ClusterSite, asker: BuildAsker): SiteLists {
  return {
    collections: createRenderedList(() => renderCollections(site)),
    tags: createRenderedList(() => renderTags(site)),
    sitePages: {
      get total() {
        return site.pages.collection.filter((collection: number) => collection === 0).length;
      },
      async rows(count) {
        const rows: Buffer[] = [];
        for await (const { shown } of allSources(asker, { term: { collection: 0 } }, ['shown.row'], count)) {
          rows.push(siteRowOf(Buffer.from(shown!.row)));
        }
        return Buffer.from(rows.join(','));
      },
    },
  };
}
