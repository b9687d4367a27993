import type { StringList } from '../corpus/artefact/string_list.ts';
import { siteRowOf } from '../engine/list_rows.ts';
import type { SiteList, SiteLists } from '../engine/site_lists.ts';
import { allSources } from './cluster_page_reader.ts';
import type { BuildAsker } from './fetch/ask_build.ts';
import type { ClusterSite } from './index/site_parts.ts';

/** The lists of a build in a cluster: collections and tags are in memory, site pages are fetched. */
export function createClusterSiteLists(
  { lists, facts }: Pick<ClusterSite, 'lists' | 'facts'>,
  asker: BuildAsker,
): SiteLists {
  return {
    collections: listOf(lists.collections),
    tags: listOf(lists.tags),
    sitePages: {
      total: facts.sitePages,
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

function listOf(rows: StringList): SiteList {
  return {
    total: rows.count,
    rows(count) {
      const first = Array.from({ length: Math.min(count, rows.count) }, (_, row) => rows.get(row));
      return Buffer.from(first.join(','));
    },
  };
}
