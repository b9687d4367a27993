import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANARY } from '../../../test/fixtures/feedback.ts';
import { runCommand } from '../../../test/fixtures/run_command.ts';
import { type Served, serveCommand } from '../../../test/fixtures/serve_command.ts';

let folder: string;
let content: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-metrics-'));
  content = join(folder, 'content');
  mkdirSync(content);
  writeFileSync(join(content, 'index.md'), '# Home\n\nWelcome.\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const environment = (name: string) => ({
  CATCHWORD_CACHE: join(folder, 'cache'),
  CATCHWORD_FEEDBACK: `sqlite:${join(folder, name)}.db`,
});

function addressOf({ ready }: Served): string {
  return `http://127.0.0.1:${ready.metricsPort}/metrics`;
}

async function scrape(served: Served): Promise<Map<string, number>> {
  const text = await (await fetch(addressOf(served))).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

/** Each request on a connection of its own, so that all threads get some. */
function send(served: Served, target: string, init: RequestInit = {}): Promise<Response> {
  return fetch(served.ready.url + target, { ...init, headers: { ...init.headers, connection: 'close' } });
}

describe('catchword serve --metrics', () => {
  it.each(['1', '3'])('gives one page that counts what was sent, with %s workers', async (workers) => {
    const args = [content, '--local', '--workers', workers, '--metrics', '127.0.0.1:0'];
    const served = await serveCommand(args, { ...environment(workers), CATCHWORD_COUNT_MISSES: '1' });
    for (let at = 0; at < 20; at++) await (await send(served, `/api/search?q=${CANARY}${at}&final=1`)).arrayBuffer();
    for (let at = 0; at < 7; at++) await (await send(served, `/missing/${CANARY}${at}`)).arrayBuffer();
    for (let at = 0; at < 5; at++) {
      const body = JSON.stringify({ kind: 'other', severity: 'low', message: CANARY });
      const headers = { 'content-type': 'application/json', 'idempotency-key': `k${at % 4}` };
      expect((await send(served, '/api/feedback', { method: 'POST', headers, body })).status).toBe(201);
    }
    const metrics = await scrape(served);
    const expected = {
      'catchword_http_requests_total{resource="search",method="GET",status="200"}': 20,
      'catchword_http_requests_total{resource="none",method="GET",status="404"}': 7,
      'catchword_http_refusals_total{resource="none",method="GET",slug="no-such-resource"}': 7,
      'catchword_http_requests_total{resource="feedback",method="POST",status="201"}': 5,
      'catchword_submissions_total{kind="other",severity="low",outcome="recorded"}': 4,
      'catchword_submissions_total{kind="other",severity="low",outcome="replayed"}': 1,
      'catchword_http_request_duration_seconds_count{resource="search",method="GET"}': 20,
      'catchword_store_call_duration_seconds_count{call="submit",failure="none"}': 5,
      'catchword_store_calls_in_progress{call="submit"}': 0,
      'catchword_build_info{commit="",content=""}': 1,
      catchword_questions_waiting: 0,
    };
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, metrics.get(name)]))).toEqual(expected);
    expect([...metrics.keys()].join()).not.toContain(CANARY);
    const said = await served.end();
    expect(said).not.toContain(CANARY);
  });

  it('answers nothing else, and not on the public address', async () => {
    const served = await serveCommand([content, '--local', '--metrics', '127.0.0.1:0'], environment('other'));
    const answers = await Promise.all([
      fetch(addressOf(served), { method: 'HEAD' }),
      fetch(addressOf(served), { method: 'POST' }),
      fetch(addressOf(served).replace('/metrics', '/')),
      fetch(`${served.ready.url}/metrics`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 405, 404, 404]);
    expect(answers[0]!.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answers[1]!.headers.get('allow')).toBe('GET, HEAD');
    await served.end();
  });

  it('is off unless it is asked for', async () => {
    const served = await serveCommand([content, '--local'], environment('off'));
    expect(served.ready).not.toHaveProperty('metricsPort');
    await served.end();
  });

  it.each(['9464', 'localhost', '127.0.0.1:99999', '::1:80', 'a b:80'])(
    'refuses %j as its address',
    async (address) => {
      expect(await runCommand(['serve', content, '--metrics', address], environment('wrong'))).toEqual({
        code: 2,
        out: '',
        err: `Cannot serve metrics on "${address}": expected HOST:PORT, such as 127.0.0.1:9464 or [::1]:9464.\n`,
      });
    },
  );
});
