import type { LoadedCorpus } from '../../corpus/load_artefact.ts';
import { renderCollections, renderTags } from '../../engine/list_rows.ts';
import { writeMap } from '../../engine/write_map.ts';
import { type BuildMeta, INDEX_VERSION } from './mapping.ts';
import type { PageInput } from './page_document.ts';
import { readPages } from './read_pages.ts';
import { packPartsOf } from './site_parts.ts';

/** Everything that is published of a build. */
export interface Publication {
  readonly meta: Omit<BuildMeta, 'complete'>;
  readonly parts: readonly Uint8Array[];
  /** All pages by number, from one on. */
  pages(from: number): Iterable<PageInput>;
}

/** Makes the publication of an artefact. */
export function publicationOf(corpus: LoadedCorpus): Publication {
  const { parts, digest } = packPartsOf(corpus.shared, corpus, {
    collections: renderCollections(corpus),
    tags: renderTags(corpus),
    map: writeMap(corpus),
  });
  return {
    meta: {
      version: INDEX_VERSION,
      digest: corpus.digest,
      pages: corpus.pages.count,
      parts: parts.length,
      partsDigest: digest,
    },
    parts,
    pages: (from) => readPages(corpus, from),
  };
}
