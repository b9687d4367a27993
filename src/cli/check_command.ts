import { join, relative, resolve, sep } from 'node:path';
import type { CheckReport } from '../check/check_site.ts';
import { renderGithub, renderJson, renderJunit, renderSarif } from '../check/reports/render_data.ts';
import { renderText } from '../check/reports/render_text.ts';
import { completeSettings } from './build/bake_content.ts';
import { checkFolder } from './check_paths.ts';
import { failed } from './command_error.ts';
import type { CheckFlags } from './options.ts';
import { configOf, findUnreadConfigs } from './settings/read_config.ts';
import { createProgress, paintOut, type Terminal } from './terminal.ts';

/** `catchword check`: reports the faults of a folder. Exit code 0; with `--strict` 1 when there is a finding. */
export async function check(folder: string, flags: CheckFlags, terminal: Terminal, version: string): Promise<number> {
  checkFolder(folder, 'check');
  const { environment } = terminal;
  const config = configOf(folder, flags, environment);
  const progress = createProgress(terminal);
  // Imported here, not at the top: serving an artefact must not load a Markdown parser.
  const { checkSite } = await import('../check/check_site.ts');
  const report = checkSite({
    folder,
    settings: completeSettings(config),
    ignore: config.check?.ignore ?? [],
    onProgress: progress.show,
  });
  progress.clear();
  for (const note of findUnreadConfigs(folder, flags, environment)) terminal.err(`${note}\n`);
  if (report.files === 0)
    throw failed(`Cannot check "${folder}": it has no Markdown files. Name the folder that contains them.`);
  const strict = flags.strict ?? false;
  const style = report.findings.length === 0 ? 'good' : strict ? 'error' : 'warning';
  const paintCount = (text: string) => paintOut(terminal)(style, text);
  terminal.out(render(flags.format, report, fileNames(folder, report.root), strict, version, paintCount));
  return strict && report.findings.length > 0 ? 1 : 0;
}

function render(
  format: CheckFlags['format'],
  report: CheckReport,
  nameFile: (file: string) => string,
  isStrict: boolean,
  version: string,
  paintCount: (text: string) => string,
): string {
  switch (format) {
    case 'text':
      return renderText(report, nameFile, paintCount);
    case 'json':
      return renderJson(report, nameFile);
    case 'github':
      return renderGithub(report, nameFile, isStrict);
    case 'junit':
      return renderJunit(report, nameFile);
    case 'sarif':
      return renderSarif(report, nameFile, isStrict, version);
  }
}

/** Names files of the content root relative to the current folder, or by their whole paths when they are not below it. */
function fileNames(folder: string, root: string): (file: string) => string {
  const top = resolve(folder, root);
  return (file) => {
    const near = relative('', join(top, file));
    const named = near.startsWith('..') ? join(top, file) : near;
    return named.split(sep).join('/');
  };
}
