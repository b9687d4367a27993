import type { Corpus } from '../../corpus/corpus.ts';
import type { SiteMap } from '../site_map.ts';
import { writeMap } from '../write_map.ts';

/** Made when it is first asked for. */
export function createEmbeddedSiteMap(corpus: Corpus): SiteMap {
  let made: Uint8Array | null = null;
  return {
    bytes() {
      made ??= writeMap(corpus);
      return made;
    },
  };
}
