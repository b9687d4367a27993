import type { PageSource } from '../content/files/read_source.ts';
import { findUnknownComponents } from '../content/markdown/unknown_components.ts';
import { type Finding, UNKNOWN_COMPONENT } from './finding.ts';

/** Most findings of a site. */
const MOST = 100_000;

/** Components and shortcodes that leave nothing in the published Markdown. */
export class ComponentFindings {
  /** In the order in which the pages were added. */
  readonly found: Finding[] = [];

  add(file: string, { bytes, lines }: PageSource): void {
    const text = Buffer.from(bytes).toString().replaceAll('\r\n', '\n');
    for (const { name, line } of findUnknownComponents(text)) {
      if (this.found.length === MOST) return;
      const problem = 'its content is missing from the published Markdown and from search';
      this.found.push({
        ...{ file, line: lines?.[line - 1] ?? line, column: 1, rule: UNKNOWN_COMPONENT, target: name, problem },
        message: `Cannot read the component "${name}": ${problem}`,
      });
    }
  }
}
