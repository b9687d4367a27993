/**
 * R21: the dearest questions that the caps allow, each answered exactly and within 50 ms of processor time at the median.
 * costliest_query.ts [ARTEFACT] [--rounds N] [--milliseconds N]
 */
import { Buffer } from 'node:buffer';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { createLocalRequest } from '../../src/http/requests/local_request.ts';
import { createService } from '../../src/http/service.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { costlyQuestions } from './costly_questions.ts';
import { conclude, option } from './verdict.ts';

const rounds = option('rounds', 5);
const most = option('milliseconds', 50);
const named = process.argv[2]?.startsWith('--') ? undefined : process.argv[2];
const corpus = loadArtefact(named ?? bakeSite(temporaryFolder(), 'abc123'));
const service = createService({ corpus });
const faults: string[] = [];
let dearest = 0;
for (const [name, question] of Object.entries(costlyQuestions(corpus))) {
  const costs: number[] = [];
  for (let round = 0; round < rounds + 2; round++) {
    const before = process.cpuUsage();
    const status = await ask(question(round + 1));
    const { user, system } = process.cpuUsage(before);
    if (status !== 200) faults.push(`${name}: ${status}`);
    // The first two warm up the compiler.
    if (round >= 2) costs.push((user + system) / 1_000);
  }
  const median = costs.sort((a, b) => a - b)[Math.floor(costs.length / 2)]!;
  dearest = Math.max(dearest, median);
  process.stdout.write(`${median.toFixed(1).padStart(8)} ms  ${name}\n`);
  if (median > most) faults.push(`${name}: ${median.toFixed(1)} ms`);
}
conclude(
  `the dearest question on ${corpus.pages.count} pages takes ${dearest.toFixed(1)} ms of processor time`,
  faults,
);

async function ask(question: unknown): Promise<number> {
  const body = Buffer.from(JSON.stringify(question));
  const fields = { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' };
  const request = createLocalRequest({ method: 'POST', target: '/api/pages', fields, body });
  return (await service.answer(request)).status;
}
