import type { BakeReport } from '../../bake/bake_options.ts';
import type { SiteFacts } from '../../content/site/site_facts.ts';
import { hasPublicAddress } from '../../discovery/resource.ts';
import type { SiteBaked } from '../../observation/observation.ts';
import type { SearchFilesReport } from '../../static_search/write_search_files.ts';
import { countOf } from '../../text/count_of.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import { type Paint, plain } from '../terminal.ts';

/** The report of a bake with its duration, the path of the artefact and notes. */
export interface BuildReport extends BakeReport {
  readonly seconds: number;
  readonly out: string | null;
  /** One sentence for each setting of the configuration that has no effect. */
  readonly notes: readonly string[];
}

const shownWarnings = 10;
const SHOWN_VERSIONS = 8;

export function renderSummary(report: BuildReport, paint: Paint = plain): string {
  const lines = renderWarnings(report.warnings).map((line) => paint('warning', line));
  if (lines.length > 0) lines.push('');
  if (report.root.path !== '' && report.root.path !== '.')
    lines.push(`root         ${report.root.path} (${report.root.why})`);
  lines.push(`generator    ${report.generator}`);
  lines.push(...renderFacts(report).map(([name, fact]) => `${name.padEnd(12)} ${fact}`));
  lines.push(`pages        ${report.pages} of ${countOf(report.files, 'file')}`);
  for (const { name, pages } of report.collections) lines.push(`  ${name.padEnd(18)} ${pages}`);
  lines.push(`  ${'(site pages)'.padEnd(18)} ${report.sitePages}`);
  if (report.titlesFromFiles > 0) lines.push(`titles       ${report.titlesFromFiles} from file names`);
  lines.push(`tags         ${report.tags}`);
  if (report.versions.length > 0) {
    const more = report.versions.length > SHOWN_VERSIONS ? ` and ${report.versions.length - SHOWN_VERSIONS} more` : '';
    lines.push(visible(`versions     ${report.versions.slice(0, SHOWN_VERSIONS).join(', ')}${more}`));
  }
  if (report.copies > 0)
    lines.push(`copies       ${countOf(report.copies, 'page is a copy', 'pages are copies')} of another page`);
  lines.push(`links        ${report.linksResolved} resolved, ${report.linksUnresolved} unresolved`);
  lines.push(`warnings     ${report.warnings.length}`);
  if (report.out !== null) lines.push(`artefact     ${report.out}`);
  lines.push(`bytes        ${report.artefact.length}`);
  lines.push(`digest       ${report.artefact.digest}`);
  lines.push(`commit       ${report.stamps.commit ?? 'none'}`);
  lines.push(`content      ${report.stamps.content ?? 'none'}`);
  lines.push(`seconds      ${report.seconds.toFixed(2)}`);
  const noOrigin = explainNoOrigin(report.origin.value ?? '');
  return `${[...lines, ...(noOrigin === null ? [] : [noOrigin]), ...report.notes].join('\n')}\n`;
}

/** The origin and the title in force, with where they come from. */
export function renderFacts({ origin, title }: SiteFacts): (readonly [name: string, fact: string])[] {
  const spell = ({ value, from }: SiteFacts[keyof SiteFacts]) => visible(`${value ?? 'none'} (${from})`);
  return [
    ['origin', spell(origin)],
    ['title', spell(title)],
  ];
}

/** The first warnings, one line each, and a line with the number of the others. */
export function renderWarnings(warnings: BakeReport['warnings']): string[] {
  const lines = warnings.slice(0, shownWarnings).map(renderWarning);
  const hidden = warnings.length - shownWarnings;
  return hidden > 0 ? [...lines, `and ${countOf(hidden, 'more warning')}`] : lines;
}

export function renderWarning({ file, line, column, message, rule }: BakeReport['warnings'][number]): string {
  // Line 0 stands for the whole file.
  const place = line === 0 ? file : `${file}:${line}:${column}`;
  return visible(`${place}  ${message}  (${rule})`);
}

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

/** The summary as one JSON document, with every warning. @param search the files of a search without a server, if some were written */
export function renderSummaryJson(report: BuildReport, search: SearchFilesReport | null = null): string {
  const { artefact, seconds, root, refusal: _refusal, ...rest } = report;
  const summary = {
    ...rest,
    root: root.path,
    bytes: artefact.length,
    digest: artefact.digest,
    seconds: Number(seconds.toFixed(3)),
    ...(search === null ? {} : { search }),
  };
  return `${visibleJson(summary)}\n`;
}

/** What a site lacks whose address is unknown elsewhere, and what to set; null for another. @param origin as `SiteSettings.origin` */
export function explainNoOrigin(origin: string): string | null {
  if (hasPublicAddress(origin)) return null;
  const what = URL.canParse(origin)
    ? `The origin "${origin}" is local to this machine`
    : 'No origin: addresses are root-relative';
  return `${what}; the sitemap and feeds are off. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN.`;
}
