import type { Log, Result } from 'sarif';
import { encodePath } from '../../text/encode_path.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import type { CheckReport } from '../check_site.ts';
import { type NameFile, RULES } from '../finding.ts';

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
