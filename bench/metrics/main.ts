/**
 * `npm run bench:metrics -- [--rounds 25] [--seconds 1] [--connections 16]`: the processor time of hot GETs with and without
 * `--metrics`. Two servers of one artefact take turns, round by round. Figures are of the best tenth of the rounds, because other
 * programs on the machine only make a round slower. Also what metrics do for an answer, in this process: the clock, the description of
 * the answer, and counting. Needs Linux and wrk.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Answer } from '../../src/http/answers/answer.ts';
import { describeAnswered } from '../../src/http/node/responder.ts';
import type { ApiRequest } from '../../src/http/requests/api_request.ts';
import { createServerMetrics } from '../../src/metrics/server_metrics.ts';
import { freePort } from '../../test/fixtures/free_port.ts';
import { scratchFolder } from '../command_line.ts';
import { ServerProcess } from '../http/server_process.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
  },
});
const program = fileURLToPath(new URL('../../bin/catchword', import.meta.url));
const site = fileURLToPath(new URL('../../site', import.meta.url));
const artefact = join(scratchFolder(), 'site.catchword');
const built = spawnSync(process.execPath, [program, 'build', site, '--out', artefact], { encoding: 'utf8' });
if (built.status !== 0) throw new Error(built.stderr);

/** Processor time of each hot GET without metrics, in microseconds. */
const hot: number[] = [];
const targets = ['/api/pages/docs/search', '/api/pages?q=cache', '/version.json'];

async function start(...options: readonly string[]): Promise<ServerProcess> {
  const port = await freePort();
  const command = [
    process.execPath,
    program,
    'serve',
    artefact,
    '--port',
    String(port),
    '--feedback',
    'none',
    ...options,
  ];
  const server = new ServerProcess(command, port, null);
  await server.ready();
  return server;
}

/** Processor time of the server for a request, in microseconds. */
function measure(server: ServerProcess, target: string, seconds: string): number {
  const url = `http://127.0.0.1:${server.port}${target}`;
  const before = server.cpuTime().all;
  const wrk = spawnSync('wrk', ['-t1', `-c${values.connections}`, `-d${seconds}s`, url], { encoding: 'utf8' });
  const requests = Number(/(\d+) requests in/.exec(wrk.stdout ?? '')?.[1]);
  if (Number.isNaN(requests)) throw new Error(`Cannot run wrk: ${wrk.error?.message ?? wrk.stderr}`);
  return (server.cpuTime().all - before) / requests;
}

/** The upper end of the best tenth. */
function best(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 10)]!;
}

const plain = await start();
const counting = await start('--metrics', '127.0.0.1:0');
console.log('| hot GET | without, µs | with --metrics, µs | share |');
console.log('|---|---:|---:|---:|');
for (const target of targets) {
  for (const server of [plain, counting]) measure(server, target, values.seconds);
  const rounds = Array.from({ length: Number(values.rounds) }, (_, round) => {
    // Take turns in who is first.
    const order = round % 2 === 0 ? [plain, counting] : [counting, plain];
    const times = new Map(order.map((server) => [server, measure(server, target, values.seconds)]));
    return { without: times.get(plain)!, counted: times.get(counting)! };
  });
  const without = best(rounds.map((round) => round.without));
  const counted = best(rounds.map((round) => round.counted));
  hot.push(without);
  const share = counted / without - 1;
  console.log(`| \`${target}\` | ${without.toFixed(2)} | ${counted.toFixed(2)} | ${(100 * share).toFixed(1)} % |`);
}
await Promise.all([plain.stop(), counting.stop()]);

const COUNTED = 2_000_000;
const { observe, close } = createServerMetrics({ answers: false, ofProcess: false });
const request = { method: 'GET', target: '/version.json', resource: 'version' } as ApiRequest;
const answer: Answer = { status: 200, headers: [], body: new Uint8Array(100) };
const batches = Array.from({ length: 10 }, () => {
  const start = performance.now();
  for (let at = 0; at < COUNTED; at++) observe(describeAnswered(request, answer, performance.now() - start, false));
  return ((performance.now() - start) * 1e6) / COUNTED;
});
close();
const each = best(batches);
const share = each / 1e3 / Math.min(...hot);
console.log(
  `\nAll that metrics do for an answer takes ${each.toFixed(0)} ns: ${(100 * share).toFixed(1)} % of the cheapest hot GET.`,
);
console.log('Two servers differ by some percent without metrics, too: their processes are laid out differently.');
