import type { BakeReport } from '../../bake/bake_options.ts';
import { silentTerminal } from '../terminal.ts';
import { bakeContent } from './bake_content.ts';
import { checkFolder } from './check_folder.ts';

export interface BuildSiteOptions {
  /** The content folder, or a project that contains one. */
  readonly folder: string;
  /** Path of the artefact. Default: none is written; the report has its bytes. */
  readonly out?: string;
  /** Path of the configuration. Default: `catchword.config.json` in the folder, if there is one. */
  readonly config?: string;
  /** Commit to stamp the artefact with. Default: HEAD of the folder's checkout when it is clean. */
  readonly commit?: string;
  /** Whether to leave the content stamp out, so that answers carry no validators. Default: no. */
  readonly local?: boolean;
  /** Whether to build a folder without pages too. Default: no. */
  readonly allowEmpty?: boolean;
  /** Whether to build although folders that the site's settings name cannot be read. Default: no. */
  readonly allowMissing?: boolean;
  /** `CATCHWORD_*` variables that override the configuration, such as `process.env`. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Receives messages about settings without effect, and about problems that only make the next build slower. */
  readonly onNotice?: (notice: string) => void;
}

/**
 * Bakes a folder of Markdown with its configuration, as `catchword build` does.
 *
 * @example
 * const { pages, warnings } = await buildSite({ folder: 'content', out: 'site.catchword' });
 * @throws Error with a message in one line when nothing can be built
 */
export async function buildSite(options: BuildSiteOptions): Promise<BakeReport> {
  const { folder, out = null, environment = {}, onNotice = () => {}, ...flags } = options;
  const terminal = silentTerminal(environment, (text) => onNotice(text.trimEnd()));
  checkFolder(folder);
  const { notes, ...report } = await bakeContent(folder, out, flags, terminal);
  for (const note of notes) onNotice(note);
  return report;
}
