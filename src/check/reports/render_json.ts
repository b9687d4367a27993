import { visibleJson } from '../../text/visible.ts';
import type { CheckReport } from '../check_site.ts';
import { causesOf, type NameFile } from '../finding.ts';

/** The whole report as one JSON document: totals, the number of findings by cause, and every finding. */
export function renderJson(report: CheckReport, nameFile: NameFile): string {
  const { findings, ...totals } = report;
  const causes = causesOf(findings).map(({ rule, target, problem, findings: places }) => {
    return { rule, target, problem, count: places.length };
  });
  const named = findings.map(({ file, line, column, rule, target, message }) => {
    return { file: nameFile(file), line, column, rule, target, message };
  });
  return `${visibleJson({ ...totals, count: findings.length, causes, findings: named })}\n`;
}
