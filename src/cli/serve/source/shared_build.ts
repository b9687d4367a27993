import { isDeepStrictEqual } from 'node:util';
import type { CacheBudget } from '../../../cache/cache_budget.ts';
import type { SharedBytes } from '../../../corpus/artefact/shared_bytes.ts';
import type { Corpus, SiteSettings, Stamps } from '../../../corpus/corpus.ts';
import type { LoadedCorpus } from '../../../corpus/load_artefact.ts';
import { openCorpus } from '../../../corpus/open_corpus.ts';
import { createEmbeddedEngine } from '../../../engine/embedded/embedded_engine.ts';
import type { SiteEngine } from '../../../engine/site_engine.ts';
import type { SearchedBuild } from './cluster_build.ts';

/** A build as threads exchange it. */
export type SharedBuild = ArtefactBuild | SearchedBuild;

/** An artefact as threads exchange it: memory that all of them share, and settings that override those in it. */
export interface ArtefactBuild {
  readonly shared: SharedBytes;
  readonly digest: string;
  readonly stamps: Stamps;
  readonly settings: SiteSettings;
}

export function shareBuild({ shared, digest, stamps, settings }: LoadedCorpus): ArtefactBuild {
  return { shared, digest, stamps, settings };
}

/** Opens the build in this thread, over the shared memory. */
export function openBuild({ shared, stamps, settings }: ArtefactBuild): Corpus {
  return { ...openCorpus(shared), stamps, settings };
}

/** Opens the engine of a build in this thread. The modules of the other engine are not loaded. */
export async function openEngine(build: SharedBuild, budget: CacheBudget): Promise<SiteEngine> {
  if ('shared' in build) return createEmbeddedEngine(openBuild(build), budget);
  const { openSearchedBuild } = await import('./cluster_build.ts');
  return openSearchedBuild(build, budget);
}

/** Whether two builds give the same answers. */
export function isSameBuild(one: SharedBuild, other: SharedBuild): boolean {
  const { stamps } = one;
  return (
    one.digest === other.digest &&
    isDeepStrictEqual(one.settings, other.settings) &&
    stamps.commit === other.stamps.commit &&
    stamps.content === other.stamps.content
  );
}
