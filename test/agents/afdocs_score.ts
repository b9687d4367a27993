import { type CheckResult, computeScore, runChecks } from 'afdocs';

/** Pages of a site that are looked at, evenly among those that its `llms.txt` names. */
const SAMPLED = 30;

/** What a judge says of a site. */
export interface Score {
  /** 0 to 100. */
  readonly score: number;
  /** Checks that took points, with what they say. */
  readonly lost: readonly string[];
  /** Checks that do not apply, each with its reason. */
  readonly notApplied: readonly string[];
}

/**
 * Scores a running service by the Agent-Friendly Documentation Spec, with its own program. The pages are those of the explorer: at the
 * address of a page itself a service has its Markdown alone.
 *
 * @param service its origin
 * @param site origin of the canonical addresses, which the sitemap names
 */
export async function scoreByAfdocs(service: string, site: string): Promise<Score> {
  const list = await textOf(`${service}/llms.txt`);
  const named = [...list.matchAll(/\]\(([^)]*)\.md\)/g)].map(([, address]) => address!);
  const pages = named.map((address) => address.replace(service, `${service}/explore/page`));
  const step = Math.max(1, pages.length / SAMPLED);
  const report = await runChecks(service, {
    samplingStrategy: 'curated',
    curatedPages: Array.from({ length: Math.min(SAMPLED, pages.length) }, (_, at) => pages[Math.floor(at * step)]!),
    canonicalOrigin: site,
    coverageExclusions: (await versionsOf(service)).map((name) => `**/${name}/**`),
    requestDelay: 0,
    maxConcurrency: 8,
    networkContext: 'ci',
  });
  const { overall, checkScores } = computeScore(report);
  const describe = ({ id, message }: CheckResult): string => {
    const { earnedScore, maxScore } = checkScores[id] ?? { earnedScore: 0, maxScore: 0 };
    return `${id} (${earnedScore.toFixed(1)} of ${maxScore}): ${message}`;
  };
  const applied = report.results.filter(({ id, status }) => status === 'error' || checkScores[id] !== undefined);
  const took = applied.filter(({ id }) => (checkScores[id]?.earnedScore ?? 0) < (checkScores[id]?.maxScore ?? 1));
  return {
    score: applied.some(({ status }) => status === 'error') ? 0 : overall,
    lost: took.map(describe),
    notApplied: report.results.filter(({ status }) => status === 'skip').map(({ id, message }) => `${id}: ${message}`),
  };
}

/** The versions of the pages, of which `llms.txt` leaves out all but the current one. */
async function versionsOf(service: string): Promise<readonly string[]> {
  const page = await textOf(`${service}/explore`);
  const attribute = /data-versions="([^"]*)"/.exec(page)?.[1] ?? '[]';
  return JSON.parse(attribute.replaceAll('&quot;', '"')) as readonly string[];
}

async function textOf(address: string): Promise<string> {
  return (await fetch(address)).text();
}
