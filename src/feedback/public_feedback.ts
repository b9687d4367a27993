import { KINDS, type Kind, SEVERITIES, type Severity } from './submission.ts';

/** The public statistics of all submissions (decisions 1). Members are in the order of the JSON answer. */
export interface Aggregate {
  readonly total: number;
  readonly byKind: Readonly<Record<Kind, number>>;
  readonly bySeverity: Readonly<Record<Severity, number>>;
  /** The most-named public subjects, count descending, then name by code point. */
  readonly subjects: readonly { readonly about: string; readonly count: number }[];
  /** RFC 3339 UTC, or null before the first roll-up. */
  readonly generatedAt: string | null;
}

export const MOST_SUBJECTS = 10;

export const emptyAggregate: Aggregate = {
  total: 0,
  byKind: zeros(KINDS),
  bySeverity: zeros(SEVERITIES),
  subjects: [],
  generatedAt: null,
};

function zeros<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

/** Returns the public form of a sender's `about`: a page's path, a tool's name, or null. */
export type PublicAbout = (about: string | null) => string | null | Promise<string | null>;

/** The pages and the declared tools of a site. */
interface Subjects {
  readonly settings: { readonly tools: readonly string[] };
  /** `pathNamed`: the path of the page that a name stands for; null when there is none. */
  readonly pages: { pathNamed(name: string): string | null | Promise<string | null> };
}

/**
 * Shows an `about` only if it names a page or a declared tool of the site, as that page's path or that tool's name, so
 * that spellings merge. Other text of senders is for the owner only. Names of tools are compared in NFC.
 */
export function createPublicAbout({ settings, pages }: Subjects): PublicAbout {
  const declared = new Map(settings.tools.map((tool) => [tool.normalize('NFC'), tool]));
  return (about) => {
    if (about === null || about === '') return null;
    return declared.get(about.normalize('NFC')) ?? pages.pathNamed(about);
  };
}
