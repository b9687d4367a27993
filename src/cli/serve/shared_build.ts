import type { ArtefactMemory } from '../../corpus/artefact/artefact_memory.ts';
import type { Corpus, Stamps } from '../../corpus/corpus.ts';
import type { LoadedCorpus } from '../../corpus/load_artefact.ts';
import { openCorpus } from '../../corpus/open_corpus.ts';

/** A build as threads exchange it: memory that all of them share, and settings that override those in the artefact. */
export interface SharedBuild {
  readonly memory: ArtefactMemory;
  readonly digest: string;
  readonly stamps: Stamps;
  readonly publicOrigin: string | null;
}

export function shareBuild({ memory, digest, stamps, settings }: LoadedCorpus): SharedBuild {
  return { memory, digest, stamps, publicOrigin: settings.publicOrigin };
}

/** Opens the build in this thread, over the shared memory. */
export function openBuild({ memory, stamps, publicOrigin }: SharedBuild): Corpus {
  const corpus = openCorpus(memory);
  return { ...corpus, stamps, settings: { ...corpus.settings, publicOrigin } };
}

/** Whether two builds give the same answers. */
export function isSameBuild(one: SharedBuild, other: SharedBuild): boolean {
  const { stamps } = one;
  return (
    one.digest === other.digest &&
    one.publicOrigin === other.publicOrigin &&
    stamps.commit === other.stamps.commit &&
    stamps.content === other.stamps.content
  );
}
