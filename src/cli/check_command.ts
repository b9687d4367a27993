import { join, relative, resolve, sep } from 'node:path';
import { DEAD_EXTERNAL } from '../check/external_links.ts';
import type { CheckedPage } from '../check/read_site.ts';
import { renderGithub, renderJson, renderJunit, renderSarif, renderText } from '../check/reports.ts';
import { completeSettings } from './build/bake_content.ts';
import { checkFolder } from './check_paths.ts';
import { failed } from './command_error.ts';
import { followExternal } from './follow_external.ts';
import type { CheckFlags } from './options.ts';
import { findCuration, openCuration } from './settings/curation_file.ts';
import { configOf, findUnreadConfigs } from './settings/read_config.ts';
import { createProgress, paintOut, type Terminal } from './terminal.ts';

/** `catchword check`: reports the faults of a folder. Exit code 0; with `--strict` 1 when there is a finding. */
export async function check(folder: string, flags: CheckFlags, terminal: Terminal, version: string): Promise<number> {
  checkFolder(folder, 'check');
  const { environment } = terminal;
  const config = configOf(folder, flags, environment);
  const rules = findCuration(folder, flags, environment);
  const curation = rules === null ? null : { file: resolve(rules), read: openCuration(rules) };
  const progress = createProgress(terminal);
  // Imported here, not at the top: serving an artefact must not load a Markdown parser.
  const { checkSite } = await import('../check/check_site.ts');
  const ignore = config.check?.ignore ?? [];
  let pages: readonly CheckedPage[] = [];
  const checked = checkSite({
    folder,
    settings: completeSettings(config),
    ignore,
    onProgress: progress.show,
    onPages(read) {
      pages = read;
    },
    ...{ curation, rule: flags.rule === 'all' ? null : flags.rule },
  });
  progress.clear();
  const follows = flags.external !== undefined && (flags.rule === 'all' || flags.rule === DEAD_EXTERNAL);
  const report = follows ? await followExternal(checked, pages, ignore, flags.external, terminal, version) : checked;
  for (const note of findUnreadConfigs(folder, flags, environment)) terminal.err(`${note}\n`);
  if (report.files === 0)
    throw failed(`Cannot check "${folder}": it contains no Markdown files. Pass the folder that contains them.`);
  const strict = flags.strict ?? false;
  const style = report.findings.length === 0 ? 'good' : strict ? 'error' : 'warning';
  const paintCount = (text: string) => paintOut(terminal)(style, text);
  const nameFile = fileNames(folder, report.root);
  const render: Readonly<Record<CheckFlags['format'], () => string>> = {
    text: () => renderText(report, nameFile, paintCount),
    json: () => renderJson(report, nameFile),
    github: () => renderGithub(report, nameFile, strict),
    junit: () => renderJunit(report, nameFile),
    sarif: () => renderSarif(report, nameFile, strict, version),
  };
  terminal.out(render[flags.format]());
  return strict && report.findings.length > 0 ? 1 : 0;
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
