import type { ImageList } from '../content/files/image_files.ts';
import { ArtefactError, joinArtefact } from '../corpus/artefact/artefact_format.ts';
import { shareBytes } from '../corpus/artefact/shared_bytes.ts';
import type { Corpus, Stamps } from '../corpus/corpus.ts';
import { type LoadedCorpus, loadArtefact } from '../corpus/load_artefact.ts';
import { openCorpus } from '../corpus/open_corpus.ts';
import { createEmbeddedPageReader } from '../engine/embedded/embedded_page_reader.ts';
import { createPublicAbout, type PublicAbout } from '../feedback/public_feedback.ts';
import { bakeContent } from './build/bake_content.ts';
import type { BuildReport } from './build/build_summary.ts';
import { checkCommit } from './build/checkout_state.ts';
import { isFolder } from './check_paths.ts';
import type { BakeFlags } from './options.ts';
import { configOf, isSet } from './settings/read_config.ts';
import { overrideSettings } from './settings/stored_settings.ts';
import { findUnusedFiles } from './settings/unused_settings.ts';
import type { Environment, Terminal } from './terminal.ts';

/** A site, with the images of its pages where it was built from a folder to be served. */
export type OpenedSource = LoadedCorpus & { readonly images?: ImageList };

export type ReceiveReport = (report: BuildReport) => void;

interface OpenOptions {
  /** How to open a file. */
  readonly load?: (path: string) => LoadedCorpus;
  /** Whether a server shows the images of the pages. */
  readonly isServed?: boolean;
}

/**
 * Opens an artefact file, or bakes a content folder into memory.
 *
 * @throws CommandError when the path does not exist or the bake fails, ArtefactError for a file that is not an artefact
 */
export async function openSource(
  source: string,
  flags: BakeFlags,
  terminal: Terminal,
  receiveReport: ReceiveReport,
  { load = loadArtefact, isServed = false }: OpenOptions = {},
): Promise<OpenedSource> {
  if (!isFolder(source)) return override(load(source), source, flags, terminal.environment);
  const { report, images } = await bakeContent(source, null, flags, terminal, isServed);
  receiveReport({ ...report, out: null });
  const shared = shareBytes(joinArtefact(report.artefact), true);
  return { ...openCorpus(shared), shared, ...(images !== null && { images }) };
}

/** Opens a source for a command that does not serve, and reports settings without effect. */
export async function openAndNote(source: string, flags: BakeFlags, terminal: Terminal): Promise<LoadedCorpus> {
  const say = (note: string) => terminal.err(`${note}\n`);
  const corpus = await openSource(source, flags, terminal, ({ notes }) => notes.forEach(say));
  const { environment } = terminal;
  if (!isFolder(source)) findUnusedFiles(corpus.settings, { source, flags, environment }).forEach(say);
  return corpus;
}

/** Overrides parts of the artefact: the stamps by flag and environment, settings of the service by environment and configuration. */
function override(corpus: LoadedCorpus, source: string, flags: BakeFlags, environment: Environment): LoadedCorpus {
  const config = configOf(source, flags, environment);
  try {
    return {
      ...corpus,
      settings: overrideSettings(corpus.settings, config),
      stamps: overrideStamps(corpus.stamps, flags, environment),
    };
  } catch (error) {
    throw error instanceof ArtefactError ? new ArtefactError(error.reason, source) : error;
  }
}

export function overrideStamps(built: Stamps, flags: BakeFlags, environment: Environment): Stamps {
  const commit = flags.commit ?? (environment.CATCHWORD_COMMIT || undefined);
  return {
    commit: commit === undefined ? built.commit : checkCommit(commit),
    content: (flags.local ?? isSet(environment.CATCHWORD_LOCAL)) ? null : built.content,
  };
}

/** The public subjects of feedback on the site of an open artefact. */
export function artefactSubjects(corpus: Corpus): PublicAbout {
  return createPublicAbout({ settings: corpus.settings, pages: createEmbeddedPageReader(corpus) });
}
