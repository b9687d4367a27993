/** The formats of a report. Those for programs have every finding. */
import type { Log, Result } from 'sarif';
import { countOf } from '../text/count_of.ts';
import { encodePath } from '../text/encode_path.ts';
import { visible, visibleJson, xmlText } from '../text/visible.ts';
import type { CheckReport } from './check_site.ts';
import { type Cause, causesOf, describeCause, type Finding, type NameFile, placeOf, RULES } from './finding.ts';

/** Causes shown of each rule, and places of each cause. JSON has all. */
const SHOWN_CAUSES = 20;
const SHOWN_PLACES = 3;
/** Versions shown of each folder. */
const SHOWN_VERSIONS = 8;

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
    lines.push(
      `  and ${countOf(hidden.length, 'more cause')} in ${countOf(places, 'place')} (use --format json to see all)`,
    );
  return lines;
}

function renderTotals(report: CheckReport, causes: number, paintCount: (text: string) => string): string[] {
  const { pages, files, linksResolved, linksUnresolved, findings, ignored, imagesChecked, unchecked, unusedIgnores } =
    report;
  const lines = [
    `generator    ${report.generator}`,
    `pages        ${pages} of ${countOf(files, 'file')}`,
    `links        ${linksResolved} resolved, ${linksUnresolved} unresolved`,
  ];
  for (const { folder, names, current } of report.versions) {
    const shown = names.slice(0, SHOWN_VERSIONS).map((name) => (name === current ? `${name} (current)` : name));
    const more = names.length > SHOWN_VERSIONS ? ` and ${names.length - SHOWN_VERSIONS} more` : '';
    lines.push(visible(`versions     /${folder}: ${shown.join(', ')}${more}`));
  }
  if (!imagesChecked) lines.push('images       not checked: the project contains no image files');
  if (unchecked !== null) lines.push(visible(`rule         not checked: ${unchecked}`));
  if (ignored > 0) lines.push(`ignored      ${ignored} by the configuration`);
  for (const entry of unusedIgnores) lines.push(`unused       ${visibleJson(entry)} ignores nothing`);
  const from = findings.length === 0 ? '' : `, from ${countOf(causes, 'cause')}`;
  lines.push(`findings     ${paintCount(`${findings.length}${from}`)}`);
  return lines;
}

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
