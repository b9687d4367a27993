import { countOf } from '../../text/count_of.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import type { CheckReport } from '../check_site.ts';
import { type Cause, causesOf, describeCause, type NameFile, placeOf } from '../finding.ts';

/** Causes shown of each rule, and places of each cause. JSON has all. */
const SHOWN_CAUSES = 20;
const SHOWN_PLACES = 3;

/**
 * The findings for people: by rule and cause, with the first places of each, then totals. Ends with a newline.
 * @param paintCount colours the number of findings
 */
export function renderText(
  report: CheckReport,
  nameFile: NameFile,
  paintCount: (text: string) => string = (text) => text,
): string {
  const causes = causesOf(report.findings);
  const byRule = Map.groupBy(causes, ({ rule }) => rule);
  const lines: string[] = [];
  for (const [rule, ofRule] of byRule) lines.push(...renderRule(rule, ofRule, nameFile), '');
  return `${[...lines, ...renderTotals(report, causes.length, paintCount)].join('\n')}\n`;
}

function renderRule(rule: string, causes: readonly Cause[], nameFile: NameFile): string[] {
  const lines = [rule];
  for (const cause of causes.slice(0, SHOWN_CAUSES)) {
    const { findings } = cause;
    lines.push(`  ${visible(describeCause(cause))}`);
    for (const finding of findings.slice(0, SHOWN_PLACES)) lines.push(`    ${placeOf(finding, nameFile)}`);
    if (findings.length > SHOWN_PLACES) lines.push(`    and ${findings.length - SHOWN_PLACES} more`);
  }
  const hidden = causes.slice(SHOWN_CAUSES);
  const places = hidden.reduce((sum, { findings }) => sum + findings.length, 0);
  if (hidden.length > 0)
    lines.push(`  and ${countOf(hidden.length, 'more cause')} in ${countOf(places, 'place')} (--format json has all)`);
  return lines;
}

function renderTotals(report: CheckReport, causes: number, paintCount: (text: string) => string): string[] {
  const { pages, files, linksResolved, linksUnresolved, findings, ignored, imagesChecked, unusedIgnores } = report;
  const lines = [
    `generator    ${report.generator}`,
    `pages        ${pages} of ${countOf(files, 'file')}`,
    `links        ${linksResolved} resolved, ${linksUnresolved} unresolved`,
  ];
  if (!imagesChecked) lines.push('images       not checked, as the folder has none');
  if (ignored > 0) lines.push(`ignored      ${ignored} by the configuration`);
  for (const entry of unusedIgnores) lines.push(`unused       ${visibleJson(entry)} ignores nothing`);
  lines.push(`findings     ${paintCount(`${findings.length} of ${countOf(causes, 'cause')}`)}`);
  return lines;
}
