/**
 * Runs the costliest queries and searches as people type that the caps allow. Each must be answered, and must take at most 50 ms of processor time in
 * one turn of the event loop (median): longer work pauses between its parts.
 * costliest_query.ts [ARTEFACT] [--rounds N] [--milliseconds N]
 */
import { Buffer } from 'node:buffer';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import type { ApiRequest } from '../../src/http/requests/api_request.ts';
import { createLocalRequest } from '../../src/http/requests/local_request.ts';
import { createService } from '../../src/http/service.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { costlyQuestions } from './costly_questions.ts';
import { costlySearches } from './costly_searches.ts';
import { conclude, option } from './verdict.ts';

const rounds = option('rounds', 5);
const most = option('milliseconds', 50);
const named = process.argv[2]?.startsWith('--') ? undefined : process.argv[2];
const corpus = loadArtefact(named ?? bakeSite(temporaryFolder(), 'abc123'));
const service = createService({ corpus });
const faults: string[] = [];
let longest = 0;
const costly = [
  ...Object.entries(costlyQuestions(corpus)).map(
    ([name, question]) => [name, (round: number) => query(question(round))] as const,
  ),
  ...Object.entries(costlySearches(corpus)).map(
    ([name, search]) => [name, (round: number) => get(search(round))] as const,
  ),
];
for (const [name, request] of costly) {
  const turns: number[] = [];
  const totals: number[] = [];
  for (let round = 0; round < rounds + 2; round++) {
    const { status, longestTurn, total } = await ask(request(round + 1));
    if (status !== 200) faults.push(`${name}: ${status}`);
    // The first two rounds warm up the compiler.
    if (round < 2) continue;
    turns.push(longestTurn);
    totals.push(total);
  }
  const turn = median(turns);
  longest = Math.max(longest, turn);
  process.stdout.write(
    `${turn.toFixed(1).padStart(8)} ms of a turn ${median(totals).toFixed(1).padStart(8)} ms in all  ${name}\n`,
  );
  if (turn > most) faults.push(`${name}: ${turn.toFixed(1)} ms of a turn`);
}
conclude(
  `the costliest query on ${corpus.pages.count} pages takes ${longest.toFixed(1)} ms of processor time of a turn`,
  faults,
);

interface Cost {
  readonly status: number;
  /** Milliseconds of processor time: of the longest turn of the event loop, and of all turns. */
  readonly longestTurn: number;
  readonly total: number;
}

function query(question: unknown): ApiRequest {
  const body = Buffer.from(JSON.stringify(question));
  const fields = { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' };
  return createLocalRequest({ method: 'POST', target: '/api/pages', fields, body });
}

function get(parameters: string): ApiRequest {
  return createLocalRequest({ method: 'GET', target: `/api/search?${parameters}` });
}

async function ask(request: ApiRequest): Promise<Cost> {
  const start = processorTime();
  let last = start;
  let longestTurn = 0;
  const endTurn = (): void => {
    const now = processorTime();
    longestTurn = Math.max(longestTurn, now - last);
    last = now;
  };
  let timer = setImmediate(function tick() {
    endTurn();
    timer = setImmediate(tick);
  });
  const { status } = await service.answer(request);
  endTurn();
  clearImmediate(timer);
  return { status, longestTurn, total: last - start };
}

/** Processor time of this thread so far, in milliseconds. Unlike the clock, it is not affected by other programs. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
