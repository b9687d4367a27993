/**
 * Floods a node with reads of its feedback, on SQLite and on PostgreSQL: two clients pipeline 20,000 lists each, 62
 * pipeline 100, and 560 send one, which is more than the read queue of the store holds. All leave after a while,
 * repeatedly. Submissions sent during the flood must each be confirmed within two seconds. Within a second of the end of
 * the flood, reads must be answered as before. The flood must cause only a few log lines.
 * feedback_reads.ts [--seconds N] [--program PATH]: seconds of each flood; the program to start, by default this one
 */
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openStore } from '../../src/feedback/open_store.ts';
import { attemptOf } from '../fixtures/feedback.ts';
import { missingPostgres, startPostgres } from '../fixtures/postgres.ts';
import { compareRows } from './acknowledged.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { messagesOf, startServe } from './serve_process.ts';
import { submissionOf } from './submitters.ts';
import { conclude, option } from './verdict.ts';

const seconds = option('seconds', 6);
const programAt = process.argv.indexOf('--program');
const program = programAt === -1 ? undefined : process.argv[programAt + 1];
/** Pipelined reads of each client of the flood. */
const depths = [20_000, 20_000, ...Array<number>(62).fill(100), ...Array<number>(560).fill(1)];
/** Longest stay of a flood client, in milliseconds. Clients connect and leave at different times, not in waves. */
const stay = 1_500;
const submitters = 4;
const confirmTime = 2_000;
const endTime = 1_000;
/** Log lines a second: a few reasons, each logged once. */
const linesASecond = 4;
const archive = 5_000;

const folder = temporaryFolder();
const artefact = bakeSite(folder, 'abc123');
const faults: string[] = [];
const told: string[] = [];
const file = `sqlite:${join(folder, 'feedback.db')}`;
await fill(file);
await tryStore('SQLite', file);
const missing = await missingPostgres();
if (missing === null) {
  const server = await startPostgres();
  const address = await server.createDatabase();
  await fill(address);
  await analyse(address);
  await tryStore('PostgreSQL', address);
  await server.stop();
} else process.stdout.write(`skipped on PostgreSQL: ${missing}\n`);
conclude(`${seconds} s each; ${told.join('; ')}`, faults);

async function tryStore(name: string, address: string): Promise<void> {
  const args = [artefact, '--feedback', address, '--rollup-every', '0'];
  const node = await (program === undefined ? startServe(args) : startServe(args, [], join(program, 'bin/catchword')));
  const fault = (what: string) => faults.push(`${name}: ${what}`);
  const until = performance.now() + seconds * 1_000;
  const acknowledged = new Map<string, string>();
  let slowest = 0;

  async function submit(own: number): Promise<void> {
    const { socket, ask } = await openConnection(node.port);
    for (let number = 0; performance.now() < until; number++) {
      const key = `${own}.${number}`;
      const asked = performance.now();
      const { status, body } = await ask(submissionOf(key, key));
      const took = performance.now() - asked;
      slowest = Math.max(slowest, took);
      if (took > confirmTime) fault(`a submission was answered after ${Math.round(took)} ms`);
      if (status === 201) acknowledged.set(key, (JSON.parse(body) as { readonly id: string }).id);
      else fault(`a submission was answered ${status}`);
      await sleep(20);
    }
    socket.destroy();
  }

  const flooding = depths.map(async (depth, client) => {
    const own = stay * (0.6 + (0.4 * (client % 20)) / 20);
    while (performance.now() < until) await flood(node.port, depth, Math.min(own, until - performance.now()));
  });
  const submitting = Array.from({ length: submitters }, (_, own) => submit(own).catch((error) => fault(String(error))));
  await Promise.all(flooding);
  const over = await untilListed(node.port);
  if (over > endTime) fault(`a read was first answered ${Math.round(over)} ms after the flood`);
  await Promise.all(submitting);
  await node.end();
  const store = await openStore(address);
  const { rows, lost, duplicated } = await compareRows(store, acknowledged);
  await store.close();
  if (lost.length + duplicated.length > 0)
    fault(`${lost.length} submissions are lost, ${duplicated.length} twice there`);
  if (rows !== archive + acknowledged.size) fault(`${rows} rows, of which ${acknowledged.size} were confirmed`);
  const lines = messagesOf(node.errors());
  if (lines.length > linesASecond * (seconds + 2)) fault(`${lines.length} lines of log, such as ${lines.at(-1)}`);
  told.push(
    `${name}: ${acknowledged.size} submissions confirmed within ${Math.round(slowest)} ms, reads again after ` +
      `${Math.round(over)} ms, ${lines.length} lines of log`,
  );
}

async function fill(address: string): Promise<void> {
  const store = await openStore(address, { create: true });
  for (let from = 0; from < archive; from += 1_000) {
    const keys = Array.from({ length: 1_000 }, (_, index) => `archive.${from + index}`);
    await Promise.all(keys.map((key) => store.submit(attemptOf(key, { message: key }))));
  }
  await store.close();
}

/** What PostgreSQL itself does within a minute (autovacuum). Before it, the planner sorts the whole table for each list. */
async function analyse(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** Sends `depth` reads on one connection, reads the responses, and disconnects. */
async function flood(port: number, depth: number, milliseconds: number): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => socket.write(get('/api/feedback?limit=25').repeat(depth)));
  socket.on('error', () => {}).resume();
  await sleep(milliseconds);
  socket.destroy();
}

/** Milliseconds until a list request is answered 200. */
async function untilListed(port: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { socket, ask } = await openConnection(port);
    const answer = await ask(get('/api/feedback')).catch(() => null);
    socket.destroy();
    if (answer?.status === 200 || performance.now() > began + 60_000) return performance.now() - began;
    await sleep(10);
  }
}
