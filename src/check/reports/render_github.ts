import { visible } from '../../text/visible.ts';
import type { CheckReport } from '../check_site.ts';
import type { NameFile } from '../finding.ts';

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
