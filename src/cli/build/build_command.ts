import type { BakeReport } from '../../bake/bake_options.ts';
import type { DeclaredSite } from '../../content/declared_site.ts';
import type { SearchFilesReport } from '../../static_search/write_search_files.ts';
import { checkFolder } from '../check_paths.ts';
import { misused } from '../command_error.ts';
import type { BuildFlags } from '../options.ts';
import { paintErr, silentTerminal, type Terminal } from '../terminal.ts';
import { bakeContent } from './bake_content.ts';
import { renderSummary, renderSummaryJson } from './build_summary.ts';
import { explainNoValidators } from './checkout_state.ts';
import { readDeclaredSite } from './read_declared_site.ts';
import { firstSearchOf, renderSearch, writeSearchOf } from './search_files.ts';

/** `catchword build`: bakes a folder into an artefact file and prints a summary. */
export async function build(folder: string, flags: BuildFlags, terminal: Terminal): Promise<number> {
  const { out = null, static: searchFolder } = flags;
  // Checked here, as a required option would be reported before an unknown one.
  if (out === null && searchFolder === undefined)
    throw misused(
      `Cannot build "${folder}": no output is specified. Pass --out FILE for an artefact, or --static FOLDER for search files.`,
    );
  const most = firstSearchOf(flags);
  checkFolder(folder);
  const declared = flags.pages === undefined ? {} : { site: readDeclaredSite(flags.pages) };
  const baked = await bakeContent(folder, out, { ...flags, ...declared }, terminal);
  const report = { ...baked.report, out };
  const search = await writeSearchOf(report.artefact, searchFolder, most);
  if (flags.json) terminal.out(renderSummaryJson(report, search));
  else {
    const reason = out === null ? null : explainNoValidators(report.stamps, folder);
    const summary = `${renderSummary(report, paintErr(terminal))}${search === null ? '' : renderSearch(search)}`;
    terminal.err(`${summary}${reason === null ? '' : `${reason}\n`}`);
  }
  return 0;
}

export interface BuildSiteOptions {
  /** The content folder, or a project that contains one. */
  readonly folder: string;
  /** Path of the artefact. Default: none is written; the report has its bytes. */
  readonly out?: string;
  /** Folder for the files of a search without a server. Default: none are written. */
  readonly static?: string;
  /** Maximum size of that search's program and tables in kilobytes. Default: 2048. */
  readonly firstSearch?: number;
  /** The pages and their addresses, as the generator of the site declares them. Default: settings and files tell. */
  readonly site?: DeclaredSite;
  /** Path of the configuration. Default: `catchword.config.json` in the folder, if there is one. */
  readonly config?: string;
  /** Path of the search rules. Default: `catchword.curation.yaml` beside the configuration, if there is one. */
  readonly curation?: string;
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

/** The report of a build, and of its files for a search without a server; null: none were asked for. */
export interface SiteReport extends BakeReport {
  readonly search: SearchFilesReport | null;
}

/**
 * Bakes a folder of Markdown with its configuration, as `catchword build` does.
 *
 * @example
 * const { pages, warnings } = await buildSite({ folder: 'content', out: 'site.catchword' });
 * await buildSite({ folder: 'content', static: 'public/search' });
 * @throws Error with a message in one line when nothing can be built or written
 */
export async function buildSite(options: BuildSiteOptions): Promise<SiteReport> {
  const {
    folder,
    out = null,
    static: searchFolder,
    firstSearch,
    environment = {},
    onNotice = () => {},
    ...flags
  } = options;
  const most = firstSearchOf(firstSearch === undefined ? {} : { firstSearch: String(firstSearch) });
  const terminal = silentTerminal(environment, (text) => onNotice(text.trimEnd()));
  checkFolder(folder);
  const baked = await bakeContent(folder, out, flags, terminal);
  const { notes, ...report } = baked.report;
  for (const note of notes) onNotice(note);
  const search = await writeSearchOf(report.artefact, searchFolder, most);
  return { ...report, search };
}
