import { visible, xmlText } from '../../text/visible.ts';
import type { CheckReport } from '../check_site.ts';
import { type Finding, type NameFile, placeOf, RULES } from '../finding.ts';

/** JUnit's XML, as continuous integration reads it: a suite a rule, a failed case a finding; a rule that holds is one passed case. */
export function renderJunit({ findings }: CheckReport, nameFile: NameFile): string {
  const found = Map.groupBy(findings, ({ rule }) => rule);
  const byRule = new Map([...RULES, ...found.keys()].map((rule) => [rule, found.get(rule) ?? []]));
  const suites = [...byRule].map(([rule, ofRule]) => renderSuite(rule, ofRule, nameFile));
  const tests = [...byRule.values()].reduce((sum, { length }) => sum + Math.max(1, length), 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="catchword check" tests="${tests}" failures="${findings.length}">`,
    ...suites,
    '</testsuites>\n',
  ].join('\n');
}

function renderSuite(rule: string, findings: readonly Finding[], nameFile: NameFile): string {
  const name = escaped(rule);
  const cases = findings.map((finding) => {
    const place = escaped(placeOf(finding, nameFile));
    const message = escaped(finding.message);
    return `    <testcase name="${place}" classname="${name}"><failure type="${name}" message="${message}">${place}</failure></testcase>`;
  });
  if (cases.length === 0) cases.push(`    <testcase name="no findings" classname="${name}"/>`);
  const counts = `tests="${cases.length}" failures="${findings.length}"`;
  return [`  <testsuite name="${name}" ${counts}>`, ...cases, '  </testsuite>'].join('\n');
}

function escaped(text: string): string {
  return xmlText(visible(text));
}
