import type { BakeReport } from '../../bake/bake_options.ts';
import type { SiteBaked } from '../../observation/observation.ts';

/** The report of a bake with its duration and the path of the artefact. */
export type BuildReport = BakeReport & { readonly seconds: number; readonly out: string | null };

const shownWarnings = 10;

/** The summary for people, ending with a newline. */
export function renderSummary(report: BuildReport): string {
  const lines = renderWarnings(report.warnings);
  if (lines.length > 0) lines.push('');
  if (report.root.path !== '' && report.root.path !== '.')
    lines.push(`root         ${report.root.path} (${report.root.why})`);
  lines.push(`generator    ${report.generator}`);
  lines.push(`pages        ${report.pages} of ${report.files} files`);
  for (const { name, pages } of report.collections) lines.push(`  ${name.padEnd(18)} ${pages}`);
  lines.push(`  ${'(site pages)'.padEnd(18)} ${report.sitePages}`);
  if (report.titlesFromFiles > 0) lines.push(`titles       ${report.titlesFromFiles} from names of files`);
  lines.push(`tags         ${report.tags}`);
  lines.push(`links        ${report.linksResolved} resolved, ${report.linksUnresolved} unresolved`);
  lines.push(`warnings     ${report.warnings.length}`);
  if (report.out !== null) lines.push(`artefact     ${report.out}`);
  lines.push(`bytes        ${report.artefact.length}`);
  lines.push(`digest       ${report.artefact.digest}`);
  lines.push(`commit       ${report.stamps.commit ?? '(none)'}`);
  lines.push(`content      ${report.stamps.content ?? '(none)'}`);
  if (report.stamps.content === null) lines.push('space        (none: a local build is ordered without it)');
  lines.push(`seconds      ${report.seconds.toFixed(2)}`);
  return `${lines.join('\n')}\n`;
}

/** The first warnings, one line each, and a line with the number of the others. */
export function renderWarnings(warnings: BakeReport['warnings']): string[] {
  const lines = warnings.slice(0, shownWarnings).map(renderWarning);
  const hidden = warnings.length - shownWarnings;
  return hidden > 0 ? [...lines, `and ${hidden} more warnings`] : lines;
}

export function renderWarning({ file, line, column, message, rule }: BakeReport['warnings'][number]): string {
  // Line 0 stands for the whole file.
  const place = line === 0 ? file : `${file}:${line}:${column}`;
  return `${place}  ${message}  (${rule})`.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
}

/** The summary as a record for the log. */
export function recordSummary(report: BuildReport): SiteBaked {
  const { generator, files, pages, tags, linksResolved, linksUnresolved, artefact, stamps, warnings } = report;
  return {
    kind: 'site-baked',
    generator,
    files,
    pages,
    collections: Object.fromEntries(report.collections.map(({ name, pages: count }) => [name, count])),
    tags,
    linksResolved,
    linksUnresolved,
    warnings: warnings.length,
    firstWarnings: warnings.slice(0, shownWarnings).map(renderWarning),
    bytes: artefact.length,
    digest: artefact.digest,
    ...stamps,
    seconds: Number(report.seconds.toFixed(3)),
  };
}

/** The summary as one JSON document, with every warning. */
export function renderSummaryJson(report: BuildReport): string {
  const { artefact, seconds, root, refusal: _refusal, ...rest } = report;
  const summary = {
    ...rest,
    root: root.path,
    bytes: artefact.length,
    digest: artefact.digest,
    seconds: Number(seconds.toFixed(3)),
  };
  return `${JSON.stringify(summary)}\n`;
}
