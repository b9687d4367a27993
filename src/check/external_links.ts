import { byCodePoint } from '../text/by_code_point.ts';
import { visible } from '../text/visible.ts';
import { byPlace, type Finding, type IgnoreEntry, ignoreFindings } from './finding.ts';
import { type LinkResult, NO_HOST } from './link_results.ts';
import type { CheckedPage } from './read_site.ts';

/** Links of pages to other sites, by their addresses without fragments. */
type ExternalLinks = ReadonlyMap<string, readonly Pick<Finding, 'file' | 'line' | 'column'>[]>;

/** Names of hosts in examples, and of what only the author's own machine or network has. */
const OWN_NETWORK =
  /^(?:localhost|(?:.*\.)?(?:localhost|local|internal|lan|home|corp|test|invalid|example|onion)|(?:.*\.)?example\.(?:com|net|org))$|^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[|^[^.]+$/;
/** What a template or a reader fills in. */
const PLACEHOLDER = /[{}<>$*…\ufdd0-\ufdef]|%7B|YOUR[-_]|%s/i;

/** The links that can be checked: not those in examples, and not those to the author's own machine or network. */
export function externalLinks(pages: readonly Pick<CheckedPage, 'file' | 'links'>[]): ExternalLinks {
  const found = new Map<string, Pick<Finding, 'file' | 'line' | 'column'>[]>();
  for (const { file, links } of pages) {
    for (const { kind, target, query = '', line, column } of links) {
      if (kind !== 'outside' || PLACEHOLDER.test(target + query)) continue;
      const address = URL.parse(target + query);
      if (address === null || address.username !== '' || OWN_NETWORK.test(address.hostname)) continue;
      const places = found.get(address.href) ?? [];
      places.push({ file, line, column });
      found.set(address.href, places);
    }
  }
  return new Map([...found].sort(([a], [b]) => byCodePoint(a, b)));
}

export const DEAD_EXTERNAL = 'dead-external';

/** What a report says of findings. */
interface Reported {
  readonly findings: readonly Finding[];
  readonly ignored: number;
  readonly unusedIgnores: readonly IgnoreEntry[];
}

/** A report with the links that lead to nothing on other sites. */
export function withExternal<Report extends Reported>(
  report: Report,
  links: ExternalLinks,
  results: ReadonlyMap<string, LinkResult>,
  ignore: readonly IgnoreEntry[],
): Report {
  const dead = [...links].flatMap(([address, places]) => {
    const problem = problemOf(results.get(address));
    if (problem === null) return [];
    const message = `Cannot follow the link "${visible(address)}": ${problem}`;
    return places.map((place): Finding => ({ ...place, rule: DEAD_EXTERNAL, target: address, problem, message }));
  });
  const { findings, ignored, unused } = ignoreFindings(dead, ignore);
  return {
    ...report,
    ignored: report.ignored + ignored,
    unusedIgnores: [
      ...report.unusedIgnores.filter((entry) => unused.includes(entry)),
      ...unused.filter(({ rule }) => rule === DEAD_EXTERNAL),
    ],
    findings: [...report.findings, ...findings].sort(byPlace),
  };
}

/** Why a link is dead; null when it is not, or when its site did not say. Many sites refuse programs, or answer slowly. */
function problemOf(result: LinkResult | undefined): string | null {
  if (result === undefined) return null;
  if (result.status === 404 || result.status === 410) return `its site returned ${result.status}`;
  return result.status === 0 && result.fault === NO_HOST ? 'there is no such host' : null;
}
