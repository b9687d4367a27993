/** Reports for programs: each has every finding. */
import type { Log, Result } from 'sarif';
import { encodePath } from '../../text/encode_path.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import { xmlText } from '../../text/xml_text.ts';
import type { CheckReport } from '../check_site.ts';
import { causesOf, type Finding, type NameFile, placeOf, RULES } from '../finding.ts';

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

/**
 * A workflow command a finding, which GitHub shows beside the line:
 * docs.github.com/actions/reference/workflow-commands-for-github-actions.
 */
export function renderGithub({ findings }: CheckReport, nameFile: NameFile, isStrict: boolean): string {
  const level = isStrict ? 'error' : 'warning';
  return findings
    .map(({ file, line, column, rule, message }) => {
      const place = line === 0 ? '' : `,line=${line},col=${column}`;
      return `::${level} file=${property(nameFile(file))}${place},title=${property(rule)}::${data(message)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return visible(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** SARIF 2.1.0, which code hosts show beside the source: docs.oasis-open.org/sarif/sarif/v2.1.0. */
export function renderSarif({ findings }: CheckReport, nameFile: NameFile, isStrict: boolean, version: string): string {
  const rules = [...new Set([...RULES, ...findings.map(({ rule }) => rule)])];
  const level = isStrict ? 'error' : 'warning';
  const results = findings.map(({ file, line, column, rule, message }): Result => {
    const region = line === 0 ? {} : { region: { startLine: line, startColumn: column } };
    const artifactLocation = { uri: encodePath(nameFile(file)) };
    return {
      ...{ ruleId: rule, ruleIndex: rules.indexOf(rule), level, message: { text: visible(message) } },
      locations: [{ physicalLocation: { artifactLocation, ...region } }],
    };
  });
  const driver = { name: 'catchword check', version, rules: rules.map((id) => ({ id })) };
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${visibleJson(log)}\n`;
}

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
