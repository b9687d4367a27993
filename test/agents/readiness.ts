/**
 * How ready a served site is for agents, as others measure it: by the Agent-Friendly Documentation Spec (AFDocs) and by those checks of
 * isitagentready.com that apply. Each site must score at least 98 of 100 by both. Real sites that are not there are skipped by name.
 * readiness.ts [--least 98]
 */
import { basename } from 'node:path';
import { bakeSite, temporaryFolder } from '../faults/baked_site.ts';
import { startServe } from '../faults/serve_process.ts';
import { conclude, option } from '../faults/verdict.ts';
import { madeSites, realSite } from '../mcp/baked_corpora.ts';
import { type Score, scoreByAfdocs } from './afdocs_score.ts';
import { scoreByAgentReady } from './agent_ready.ts';

/** The documentation, and made sites with a home page in two shapes. */
const MADE = ['site', 'plain', 'docusaurus'];
const REAL = ['redis-docs', 'astro-docs', 'cpp-docs'];

const least = option('least', 98);
const faults: string[] = [];
const folder = temporaryFolder();
const measured: string[] = [];

for (const content of [...madeSites.filter((each) => MADE.includes(basename(each))), ...REAL.map(realSite)]) {
  if (content !== null) await measure(content);
}
for (const name of REAL) if (realSite(name) === null) print(`skipped: ${name} is not here`);
conclude(`${measured.length} sites are ready for agents: ${measured.join(', ')}`, faults);

async function measure(content: string): Promise<void> {
  const name = basename(content);
  const server = await startServe([bakeSite(folder, 'abc1234', content, name)]);
  try {
    const service = `http://127.0.0.1:${server.port}`;
    const scores = {
      AFDocs: await scoreByAfdocs(service, 'https://site.example'),
      'isitagentready.com': await scoreByAgentReady(service),
    };
    for (const [judge, score] of Object.entries(scores)) report(name, judge, score);
    measured.push(
      `${name} ${Object.values(scores)
        .map(({ score }) => score)
        .join(' and ')}`,
    );
  } finally {
    await server.end();
  }
}

function report(site: string, judge: string, { score, lost, notApplied }: Score): void {
  print(`${site}: ${score} of 100 by ${judge}`);
  for (const each of lost) print(`  ${each}`);
  if (site === 'site') for (const each of notApplied) print(`  does not apply: ${each}`);
  if (!(score >= least)) faults.push(`${site} has ${score} of 100 by ${judge}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
