import type { ContentWarning } from '../content/site_content.ts';
import { visible } from '../text/visible.ts';

/** A fault of the content. Faults of one rule with the same target and problem have one cause. */
export interface Finding extends ContentWarning {
  /** What is linked, shown or declared; '' for a fault of the file itself. */
  readonly target: string;
  /** What is wrong with it, as the end of a sentence. */
  readonly problem: string;
}

/** The findings of one cause, in the order of their places. */
export interface Cause {
  readonly rule: string;
  readonly target: string;
  readonly problem: string;
  readonly findings: readonly Finding[];
}

/** The rules that every report names, with or without findings. Warnings of a build have further ones. */
export const RULES: readonly string[] = [
  ...[
    'dead-link',
    'dead-anchor',
    'missing-image',
    'redirect-chain',
    'duplicate-alias',
    'duplicate-path',
    'front-matter',
  ],
];

/** How a report counts the findings of a rule. */
const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'dead-link': ['link to', 'links to'],
  'dead-anchor': ['link to', 'links to'],
  'missing-image': ['image', 'images'],
  'redirect-chain': ['alias', 'aliases'],
  'duplicate-alias': ['alias', 'aliases'],
};

/** One line for a cause, such as `728 links to "g": no page`. */
export function describeCause({ rule, target, problem, findings }: Cause): string {
  const noun = NOUNS[rule] ?? ['place', 'places'];
  const counted = `${findings.length} ${noun[findings.length === 1 ? 0 : 1]}`;
  return target === '' ? `${counted}: ${problem}` : `${counted} ${JSON.stringify(target)}: ${problem}`;
}

/** Groups findings by cause: rules in order of name, in a rule the cause with the most findings first. */
export function causesOf(all: readonly Finding[]): Cause[] {
  const groups = Map.groupBy(all, ({ rule, target, problem }) => JSON.stringify([rule, target, problem]));
  const causes = [...groups.values()].map((findings) => {
    const { rule, target, problem } = findings[0]!;
    return { rule, target, problem, findings };
  });
  // Causes of equal size stay in the order of their first places.
  return causes.sort((a, b) => (a.rule === b.rule ? b.findings.length - a.findings.length : a.rule < b.rule ? -1 : 1));
}

/** Names the file of a finding for its readers: relative to where they are, instead of to the content root. */
export type NameFile = (file: string) => string;

/** `file:line:column`, or the file alone when the finding is about all of it. */
export function placeOf({ file, line, column }: Finding, nameFile: NameFile): string {
  return visible(line === 0 ? nameFile(file) : `${nameFile(file)}:${line}:${column}`);
}
