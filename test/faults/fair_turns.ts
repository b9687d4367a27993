/**
 * 32 clients send the costliest queries at once. The event loop must never block for long, so that other requests are
 * handled between them.
 * fair_turns.ts [ARTEFACT] [--seconds N] [--milliseconds N]
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { costlyQuestions } from './costly_questions.ts';
import { get, openConnection } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const CLIENTS = 32;
const seconds = option('seconds', 5);
const most = option('milliseconds', 50);
const named = process.argv[2]?.startsWith('--') ? undefined : process.argv[2];
const artefact = named ?? bakeSite(temporaryFolder(), 'abc123');
const questions = Object.values(costlyQuestions(loadArtefact(artefact)));
const monitor = fileURLToPath(new URL('loop_delay.ts', import.meta.url));
const server = await startServe([artefact], ['env', `NODE_OPTIONS=--import=${monitor}`]);

const faults: string[] = [];
// Warm up: the first run of these queries includes compilation, which is not measured here.
await load(seconds);
await delaySince();
const { asked, slowestHealth } = await load(seconds);
const { p50, p999 } = await delaySince();
await server.end();

if (p999 > most) faults.push(`the event loop was blocked for ${p999} ms (p99.9)`);
conclude(
  `${asked} costly queries from ${CLIENTS} clients at once; event-loop delay p50 ${p50} ms, p99.9 ${p999} ms; the slowest of the health checks between them took ${slowestHealth.toFixed(0)} ms`,
  faults,
);

async function load(duration: number): Promise<{ asked: number; slowestHealth: number }> {
  const end = performance.now() + duration * 1_000;
  let asked = 0;
  let slowestHealth = 0;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const connection = await openConnection(server.port);
    for (let round = client; performance.now() < end; round += CLIENTS) {
      const { status } = await connection.ask(query(questions[(round + client) % questions.length]!(round)));
      if (status !== 200) faults.push(`a query got ${status}`);
      asked++;
    }
    connection.socket.destroy();
  });
  const health = (async () => {
    const connection = await openConnection(server.port);
    while (performance.now() < end) {
      const start = performance.now();
      const { status } = await connection.ask(get('/health/live'));
      if (status !== 200) faults.push(`a health check got ${status}`);
      slowestHealth = Math.max(slowestHealth, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    connection.socket.destroy();
  })();
  await Promise.all([...clients, health]);
  return { asked, slowestHealth };
}

function query(question: unknown): string {
  const body = JSON.stringify(question);
  const fields = `Content-Type: application/json\r\nx-http-method-override: QUERY\r\nContent-Length: ${body.length}`;
  return `POST /api/pages HTTP/1.1\r\nHost: a.example\r\n${fields}\r\n\r\n${body}`;
}

async function delaySince(): Promise<{ p50: number; p999: number }> {
  const before = server.errors().length;
  server.child.kill('SIGUSR2');
  for (;;) {
    const said = /loop delay (\{.*\})\n/.exec(server.errors().slice(before));
    if (said !== null) return JSON.parse(said[1]!) as { p50: number; p999: number };
    await once(server.child.stderr!, 'data');
  }
}
