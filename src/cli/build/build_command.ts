import { misused } from '../command_error.ts';
import type { BuildFlags } from '../options.ts';
import { paintErr, type Terminal } from '../terminal.ts';
import { bakeContent } from './bake_content.ts';
import { renderSummary, renderSummaryJson } from './build_summary.ts';
import { checkFolder } from './check_folder.ts';
import { explainNoValidators } from './checkout_state.ts';

/** `catchword build`: bakes a folder into an artefact file and prints a summary. */
export async function build(folder: string, flags: BuildFlags, terminal: Terminal): Promise<number> {
  const { out } = flags;
  // Checked here, as a required option would be reported before an unknown one.
  if (out === undefined) throw misused(`Cannot build "${folder}": no artefact is named. Name it with --out FILE.`);
  checkFolder(folder);
  const report = { ...(await bakeContent(folder, out, flags, terminal)), out };
  if (flags.json) terminal.out(renderSummaryJson(report));
  else {
    const reason = explainNoValidators(report.stamps, folder);
    terminal.err(`${renderSummary(report, paintErr(terminal))}${reason === null ? '' : `${reason}\n`}`);
  }
  return 0;
}
