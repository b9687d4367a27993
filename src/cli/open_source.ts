import { joinArtefact } from '../corpus/artefact/artefact_format.ts';
import { memoryOfBytes } from '../corpus/artefact/artefact_memory.ts';
import { type LoadedCorpus, loadArtefact } from '../corpus/load_artefact.ts';
import { openCorpus } from '../corpus/open_corpus.ts';
import { type BakeFlags, bakeContent, findConfig } from './build/bake_content.ts';
import type { BuildReport } from './build/build_summary.ts';
import { isFolder } from './build/check_folder.ts';
import { checkCommit } from './build/commit_stamp.ts';
import type { Config } from './settings/config.ts';
import { readConfig } from './settings/read_config.ts';
import type { Terminal } from './terminal.ts';

/** Receives the report when the source was baked. */
export type Announce = (report: BuildReport) => void;

/**
 * Opens an artefact file, or bakes a content folder into memory.
 *
 * @param load how to open a file
 * @throws CommandError when the path does not exist or the bake fails, ArtefactError for a file that is not an artefact
 */
export async function openSource(
  source: string,
  flags: BakeFlags,
  terminal: Terminal,
  announce: Announce,
  load: (path: string) => LoadedCorpus = loadArtefact,
): Promise<LoadedCorpus> {
  if (!isFolder(source))
    return restamp(
      load(source),
      readConfig(findConfig(source, flags, terminal.environment), terminal.environment),
      flags,
    );
  const report = await bakeContent(source, null, flags, terminal);
  announce({ ...report, out: null });
  const memory = memoryOfBytes(joinArtefact(report.artefact), true);
  return { ...openCorpus(memory), memory };
}

/** Overrides parts of the artefact: the stamps by flags, the public origin by configuration. */
function restamp(corpus: LoadedCorpus, config: Config, flags: BakeFlags): LoadedCorpus {
  const publicOrigin = config.publicOrigin ?? corpus.settings.publicOrigin;
  return {
    ...corpus,
    settings: { ...corpus.settings, publicOrigin },
    stamps: {
      commit: flags.commit === undefined ? corpus.stamps.commit : checkCommit(flags.commit),
      content: flags.local === true ? null : corpus.stamps.content,
    },
  };
}
