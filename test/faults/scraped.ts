/**
 * Lets a real Prometheus scrape a server under load, replaces the build meanwhile, and compares what Prometheus has
 * counted with what was sent. Each count must be exact, no sum may ever become less, and every alert rule must be evaluated.
 *
 *     node test/faults/scraped.ts [--requests 4000] [--workers 2]
 *
 * Needs Prometheus (Debian package prometheus).
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../fixtures/free_port.ts';
import { startServe } from './serve_process.ts';
import { conclude, option, skipWhere } from './verdict.ts';

skipWhere(spawnSync('prometheus', ['--version']).error === undefined ? null : 'Prometheus is not installed');

const requests = option('requests', 4_000);
const workers = option('workers', 2);
const faults: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'catchword-scraped-'));
const content = join(folder, 'content');
mkdirSync(content);
writeFileSync(join(content, 'index.md'), '# Home\n\nWelcome.\n');

const metricsPort = await freePort();
const args = [content, '--workers', String(workers), '--metrics', `127.0.0.1:${metricsPort}`];
const server = await startServe([...args, '--feedback', `sqlite:${join(folder, 'feedback.db')}`]);
const prometheusPort = await freePort();
const rules = fileURLToPath(new URL('../../monitoring/catchword-rules.yml', import.meta.url));
writeFileSync(
  join(folder, 'prometheus.yml'),
  JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'catchword', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
  }),
);
const prometheus = spawn(
  'prometheus',
  [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'tsdb')}`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
  ],
  { stdio: 'ignore' },
);
process.once('exit', () => prometheus.kill('SIGKILL'));

/** The value of an expression that has one sample; null when it has none. */
async function ask(expression: string): Promise<number | null> {
  const url = `http://127.0.0.1:${prometheusPort}/api/v1/query?query=${encodeURIComponent(expression)}`;
  const response = await fetch(url).catch(() => null);
  if (response === null || !response.ok) return null;
  const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
  return data.result[0] === undefined ? null : Number(data.result[0].value[1]);
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await isDone())) {
    if (performance.now() > end) {
      faults.push(`after a minute: ${what}`);
      return;
    }
    await delay(500);
  }
}

await until('Prometheus scrapes nothing', async () => (await ask('up{job="catchword"}')) === 1);
const targets = ['/api/pages/index', '/api/search?q=welcome', '/missing', '/version.json'];
const url = `http://127.0.0.1:${server.port}`;
let sent = 0;
async function load(): Promise<void> {
  while (sent < requests) {
    const target = targets[sent++ % targets.length]!;
    await (await fetch(url + target)).arrayBuffer();
  }
}
const loads = Array.from({ length: 8 }, load);
await delay(500);
writeFileSync(join(content, 'more.md'), '# More\n\nMore.\n');
server.child.kill('SIGHUP');
await Promise.all(loads);

const total = 'sum(catchword_http_requests_total)';
await until(
  `Prometheus has counted ${await ask(total)} of ${requests} requests`,
  async () => (await ask(total)) === requests,
);
const swapped = 'sum(catchword_build_reloads_total{outcome="swapped"})';
// The new build may be served only after the last request.
await until('Prometheus has counted no swap', async () => (await ask(swapped)) === 1);
const expected: readonly (readonly [string, number])[] = [
  ['sum(catchword_http_requests_total{resource="page",method="GET",status="200"})', requests / 4],
  ['sum(catchword_http_requests_total{resource="search",status="200"})', requests / 4],
  ['sum(catchword_http_refusals_total{slug="no-such-resource"})', requests / 4],
  ['sum(catchword_http_request_duration_seconds_count)', requests],
  ['sum(catchword_http_request_duration_seconds_bucket{le="+Inf"})', requests],
  ['count(catchword_build_info)', 1],
  ['resets(process_start_time_seconds[5m])', 0],
  ['max(resets(catchword_http_requests_total[5m]))', 0],
];
for (const [expression, value] of expected) {
  const got = await ask(expression);
  if (got !== value) faults.push(`${expression} is ${got}, and ${value} was sent`);
}
const answer = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/rules`);
const { data } = (await answer.json()) as { data: { groups: { rules: { name: string; health: string }[] }[] } };
const unhealthy = data.groups.flatMap((group) => group.rules).filter(({ health }) => health !== 'ok');
for (const { name } of unhealthy) faults.push(`the alert ${name} cannot be evaluated`);

const ended = once(prometheus, 'exit');
prometheus.kill('SIGTERM');
await ended;
await server.end();
rmSync(folder, { recursive: true });
conclude(`${requests} requests to ${workers} workers, as Prometheus has counted them`, faults);
