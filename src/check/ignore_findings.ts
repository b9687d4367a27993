import type { Finding } from './finding.ts';

/** What is not reported: findings that all patterns of the entry match. `*` stands for any text. */
export interface IgnoreEntry {
  readonly rule?: string | undefined;
  readonly file?: string | undefined;
  readonly target?: string | undefined;
}

/** The findings to report, how many were left out, and the entries that matched none. */
export interface Sifted {
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
