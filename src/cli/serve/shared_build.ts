import type { Corpus, Stamps } from '../../corpus/corpus.ts';
import { openCorpus } from '../../corpus/open_corpus.ts';

/** A build as threads exchange it: verified bytes that all of them share, and settings that override those in the bytes. */
export interface SharedBuild {
  readonly bytes: SharedArrayBuffer;
  readonly digest: string;
  readonly stamps: Stamps;
  readonly publicOrigin: string | null;
}

/** An opened corpus with the bytes that it was opened from. */
export type OpenedSource = Corpus & { readonly bytes: SharedArrayBuffer };

export function shareBuild({ bytes, digest, stamps, settings }: OpenedSource): SharedBuild {
  return { bytes, digest, stamps, publicOrigin: settings.publicOrigin };
}

/** Opens the build in this thread, over the shared bytes. */
export function openBuild({ bytes, stamps, publicOrigin }: SharedBuild): Corpus {
  const corpus = openCorpus(bytes, { checked: true });
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
