import { isDeepStrictEqual } from 'node:util';
import type { CacheBudget } from '../../../cache/cache_budget.ts';
import type { ImageList } from '../../../content/files/image_files.ts';
import type { SharedBytes } from '../../../corpus/artefact/shared_bytes.ts';
import type { Corpus, SiteSettings, Stamps } from '../../../corpus/corpus.ts';
import { openCorpus } from '../../../corpus/open_corpus.ts';
import { createEmbeddedEngine } from '../../../engine/embedded/embedded_engine.ts';
import type { SiteEngine } from '../../../engine/site_engine.ts';
import type { OpenedSource } from '../../open_source.ts';
import type { SearchedBuild } from './cluster_build.ts';

/** A build as threads exchange it. */
export type SharedBuild = ArtefactBuild | SearchedBuild;

/** An artefact as threads exchange it: memory that all of them share, and settings that override those in it. */
export interface ArtefactBuild {
  readonly shared: SharedBytes;
  readonly digest: string;
  readonly stamps: Stamps;
  readonly settings: SiteSettings;
  /** The images of its pages; absent: only the live site has them. */
  readonly images?: ImageList;
}

export function shareBuild({ shared, digest, stamps, settings, images }: OpenedSource): ArtefactBuild {
  return { shared, digest, stamps, settings, ...(images === undefined ? {} : { images }) };
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
    isDeepStrictEqual(imagesOf(one), imagesOf(other)) &&
    stamps.commit === other.stamps.commit &&
    stamps.content === other.stamps.content
  );
}

/** The images of the pages of a build; undefined: only the live site has them. */
export function imagesOf(build: SharedBuild): ImageList | undefined {
  return 'shared' in build ? build.images : undefined;
}
