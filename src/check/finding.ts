import type { PageLink } from '../content/markdown/page_link.ts';
import type { ContentWarning } from '../content/site_content.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { visible } from '../text/visible.ts';
import type { CheckedPage } from './read_site.ts';

/** A fault of the content. Faults of one rule with the same target and problem have one cause. */
export interface Finding extends ContentWarning {
  /** What is linked, shown or declared; '' for a fault of the file itself. */
  readonly target: string;
  /** What is wrong with it, as the end of a sentence. */
  readonly problem: string;
}

/** What is wrong with one link. */
export type LinkFault = Pick<Finding, 'rule' | 'target' | 'problem' | 'message'>;

/**
 * Looks for a fault of a link of a page; null when there is none that the source tells.
 * @param leadsTo the index of the page that the link leads to; negative when it leads to none
 */
export type LinkCheck = (link: PageLink, page: CheckedPage, leadsTo: number) => LinkFault | null;

/** Compares findings by file, line, column and rule. */
export function byPlace(a: Finding, b: Finding): number {
  return byCodePoint(a.file, b.file) || a.line - b.line || a.column - b.column || byCodePoint(a.rule, b.rule);
}

/** The findings of one cause, in the order of their places. */
export interface Cause {
  readonly rule: string;
  readonly target: string;
  readonly problem: string;
  readonly findings: readonly Finding[];
}

/** The rules that every report names, with or without findings. Warnings of a build have further ones. */
export const RULES: readonly string[] =
  'dead-link dead-anchor missing-image redirect-chain duplicate-alias duplicate-path front-matter unreadable-date'.split(
    ' ',
  );

/** Rules that are checked only when one is asked for: what they find need not be a fault of the content. */
export const UNKNOWN_COMPONENT = 'unknown-component';
export const ORPHAN = 'orphan';
export const UNUSED_IMAGE = 'unused-image';
export const RULES_FOR_ASKING: readonly string[] = [UNKNOWN_COMPONENT, ORPHAN, UNUSED_IMAGE];

/** How a report counts the findings of a rule. */
const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'dead-link': ['link to', 'links to'],
  'dead-anchor': ['link to', 'links to'],
  'dead-external': ['link to', 'links to'],
  'missing-image': ['image', 'images'],
  'redirect-chain': ['alias', 'aliases'],
  'duplicate-alias': ['alias', 'aliases'],
  'unreadable-date': ['date', 'dates'],
  [ORPHAN]: ['page', 'pages'],
  [UNUSED_IMAGE]: ['file', 'files'],
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

/** What is not reported: findings that all patterns of the entry match. `*` stands for any text. */
export interface IgnoreEntry {
  readonly rule?: string | undefined;
  readonly file?: string | undefined;
  readonly target?: string | undefined;
}

/** The findings to report, how many were left out, and the entries that matched none. */
interface Sifted {
  readonly findings: readonly Finding[];
  readonly ignored: number;
  readonly unused: readonly IgnoreEntry[];
}

/** Removes the findings that an entry of the ignore list matches. */
export function ignoreFindings(findings: readonly Finding[], ignore: readonly IgnoreEntry[]): Sifted {
  const used = new Set<IgnoreEntry>();
  const kept = findings.filter((finding) => {
    const entry = ignore.find((each) => matches(each, finding));
    if (entry !== undefined) used.add(entry);
    return entry === undefined;
  });
  return {
    findings: kept,
    ignored: findings.length - kept.length,
    unused: ignore.filter((entry) => !used.has(entry)),
  };
}

function matches({ rule, file, target }: IgnoreEntry, finding: Finding): boolean {
  return (
    (rule === undefined || rule === finding.rule) &&
    (file === undefined || matchesPattern(finding.file, file)) &&
    (target === undefined || matchesPattern(finding.target, target))
  );
}

/** Whether a text is made of the parts between the asterisks of a pattern, with any text at each asterisk. */
function matchesPattern(text: string, pattern: string): boolean {
  const [first, ...parts] = pattern.split('*');
  if (parts.length === 0) return text === first;
  const last = parts.pop()!;
  if (!text.startsWith(first!) || !text.endsWith(last) || text.length < first!.length + last.length) return false;
  // The leftmost place of each part leaves the most text for the others.
  let at = first!.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
