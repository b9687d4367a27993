import type { Terminal } from '../terminal.ts';
import { type BakeFlags, bakeContent } from './bake_content.ts';
import { renderSummary, renderSummaryJson } from './build_summary.ts';
import { checkFolder } from './check_folder.ts';
import { explainNoValidators } from './commit_stamp.ts';

export interface BuildFlags extends BakeFlags {
  readonly out: string;
  readonly json?: boolean;
}

/** `catchword build`: bakes a folder into an artefact file and prints a summary. */
export async function build(folder: string, flags: BuildFlags, terminal: Terminal): Promise<number> {
  checkFolder(folder);
  const report = { ...(await bakeContent(folder, flags.out, flags, terminal)), out: flags.out };
  if (flags.json) terminal.out(renderSummaryJson(report));
  else {
    const reason = explainNoValidators(report.stamps, folder);
    terminal.err(`${renderSummary(report)}${reason === null ? '' : `${reason}\n`}`);
  }
  return 0;
}
