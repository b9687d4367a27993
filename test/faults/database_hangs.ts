/**
 * Lets PostgreSQL hang under a node instead of ending it: connections are forgotten in the middle of a query, and around
 * COMMIT, without a word to either side; a backend that is recording submissions stands still (SIGSTOP); then the whole
 * server does. Store requests must be answered within two seconds and pages always 200. Every client must have a submission
 * confirmed again within five seconds of a loss or of the end of a stop; those who use no key of the stopped backend are
 * not refused at all. Owner commands must end with a reason. Nothing confirmed may be lost or recorded twice, and
 * connections must stay bounded.
 * database_hangs.ts [--seconds N]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPostgresStore } from '../../src/feedback/stores/postgres.ts';
import { missingPostgres, startPostgres } from '../fixtures/postgres.ts';
import { startTcpProxy } from '../fixtures/tcp_proxy.ts';
import { compareRows } from './acknowledged.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { startLoad } from './load.ts';
import { catchword, messagesOf, startServe } from './serve_process.ts';
import { post, startSubmitters } from './submitters.ts';
import { conclude, option, skipWhere } from './verdict.ts';

/** How long processes stand still. */
const seconds = option('seconds', 3);
const answerTime = 2_000;
/** Milliseconds by which an answer is late on a busy machine. */
const slack = 100;
const recovery = 5_000;
const mostConnections = 8;
/** An owner command may open its store and try once, each for as long as a server may take, and end its connections. */
const commandTime = 10_000;

const INSERT = 'insert into catchword_submission';
/** The message of the protocol, as queries for reads end in "commit" too. */
const COMMIT = 'Q\0\0\0\u000bcommit\0';

skipWhere(await missingPostgres());
const server = await startPostgres();
const direct = await server.createDatabase();
const proxy = await startTcpProxy(server.port);
const address = proxy.through(direct);
const artefact = bakeSite(temporaryFolder(), 'abc123');
const faults: string[] = [];
const told: string[] = [];
const acknowledged = new Map<string, string>();
const node = await startServe([artefact, '--feedback', address, '--rollup-every', '0']);
const admin = new pg.Client({ connectionString: direct });
admin.on('error', () => {});
await admin.connect();
let pages = 0;
const load = startLoad({
  port: node.port,
  kept: 3,
  fresh: 1,
  paths: ['/api/pages/index', '/api/pages?q=cache', '/api/tags'],
  pause: 10,
  onAnswer({ status }, path) {
    pages++;
    if (status !== 200) faults.push(`${path} was answered ${status}`);
  },
});
const submitters = Array.from({ length: 6 }, (_, own) =>
  startSubmitters({ port: node.port, clients: 1, name: `client${own}`, pause: 5 }),
);
let reads = 0;
let slowest = 0;
let isOver = false;
const readers = ['list', 'aggregate'].map(async (what) => {
  while (!isOver) {
    const { socket, ask } = await openConnection(node.port);
    const asked = performance.now();
    const { status, head } = await ask(
      what === 'list' ? get('/api/feedback') : post('/api/feedback', '{}', 'x-http-method-override: QUERY\r\n'),
    );
    socket.destroy();
    const took = performance.now() - asked;
    slowest = Math.max(slowest, took);
    reads++;
    if (took > answerTime + slack) faults.push(`${what} was answered after ${Math.round(took)} ms`);
    if (status !== 200 && (status !== 500 || !/^retry-after: 5$/im.test(head))) faults.push(`${what} got ${head}`);
    await sleep(20);
  }
});

await sleep(500);
await forget(INSERT, false);
await forget(INSERT, true);
await forget(COMMIT, false);
await forget(COMMIT, true);
await stopBackend();
await stopServer();

isOver = true;
await Promise.all([...readers, ...submitters.map((each) => each.stop())]);
await load.stop();
faults.push(...load.lost);
const { code } = await node.end();
if (code !== 143) faults.push(`the node ended with ${code}`);
for (const message of new Set(messagesOf(node.errors()))) {
  if (!/^Cannot use the feedback store: (it is unreachable|it did not answer in time)\.$/.test(message))
    faults.push(message);
}
const refused = submitters.flatMap((each) => each.refused);
for (const { answer } of refused) {
  if (answer === null) faults.push('a submission was not answered');
  else if (answer.status !== 500 || !/^retry-after: 5$/im.test(answer.head)) faults.push(`refused by ${answer.head}`);
}
for (const each of submitters) for (const [key, id] of each.acknowledged) acknowledged.set(key, id);
const store = await openPostgresStore(direct);
const { rows, lost, duplicated, damaged } = await compareRows(store, acknowledged);
await store.close();
await admin.end();
await proxy.stop();
await server.stop();
faults.push(...lost.map((key) => `${key} was confirmed and is not there`), ...duplicated.map((key) => `${key} twice`));
if (damaged > 0) faults.push(`${damaged} damages`);
conclude(
  `${told.join('; ')}; ${acknowledged.size} confirmed of ${rows} rows, ${lost.length} lost, ` +
    `${duplicated.length} twice, ${refused.length} refused, ${reads} reads within ${Math.round(slowest)} ms, ${pages} pages`,
  faults,
);

/** Forgets the next connection that sends a text, and expects that the others go on. */
async function forget(text: string, passes: boolean): Promise<void> {
  await forgetNext(text, passes);
  await expectRecovery(`forgotten ${passes ? 'after' : 'before'} ${/insert|commit/.exec(text)}`);
}

async function forgetNext(text: string, passes: boolean): Promise<void> {
  const before = proxy.forgotten();
  proxy.forgetAt(text, passes);
  while (proxy.forgotten() === before) await sleep(1);
  proxy.forgetAt(null);
}

/**
 * Stops a backend that holds the keys of submissions, whose clients go on to send them. Only they may be refused: those who
 * come now must have everything confirmed.
 */
async function stopBackend(): Promise<void> {
  await forgetNext(INSERT, true);
  await sleep(200);
  const [pid] = await backends("and state = 'idle in transaction' and state_change < now() - interval '100 ms'");
  if (pid === undefined) return void faults.push('no backend is in the middle of a transaction');
  signal([pid], 'SIGSTOP');
  await sleep(answerTime);
  const newcomers = startSubmitters({ port: node.port, clients: 4, name: 'newcomer', pause: 5 });
  await sleep(seconds * 1_000);
  await newcomers.stop();
  if (newcomers.refused.length > 0) faults.push(`backend stopped: ${newcomers.refused.length} newcomers were refused`);
  told.push(`backend stopped: ${newcomers.acknowledged.size} newcomers confirmed`);
  for (const [key, id] of newcomers.acknowledged) acknowledged.set(key, id);
  if (submitters.every(({ lastConfirmed }) => lastConfirmed > performance.now() - 1_000))
    faults.push('backend stopped: it held no key that a client goes on to send');
  signal([pid], 'SIGCONT');
  await expectRecovery('backend resumed');
  expectBounded('a resumed backend', (await backends()).length);
}

/** Stops the postmaster and every process that serves the node, as a machine that hangs does. */
async function stopServer(): Promise<void> {
  const pids = [server.processId(), ...(await backends())];
  signal(pids, 'SIGSTOP');
  const commands = [['feedback', 'list'], ['feedback', 'purge', '01890000-0000-7000-8000-000000000000'], ['misses']];
  await Promise.all([sleep(seconds * 1_000), ...commands.map(expectRefusal)]);
  expectBounded('a stopped server', proxy.open());
  signal(pids, 'SIGCONT');
  await expectRecovery('server resumed');
  expectBounded('a resumed server', (await backends()).length);
}

/** Waits until every client has a submission confirmed. */
async function expectRecovery(after: string): Promise<void> {
  const began = performance.now();
  const isRefused = () => submitters.some(({ lastConfirmed }) => lastConfirmed < began);
  while (isRefused() && performance.now() < began + 2 * recovery) await sleep(5);
  const took = performance.now() - began;
  told.push(`${after}: ${Math.round(took)} ms`);
  if (took > recovery) faults.push(`${after}: a client had nothing confirmed for ${Math.round(took)} ms`);
}

/** An owner command on a server that does not answer says so and ends with 1. */
async function expectRefusal(command: readonly string[]): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, [catchword, ...command, '--feedback', address]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  const took = performance.now() - began;
  if (took > commandTime) faults.push(`"${command.join(' ')}" took ${Math.round(took)} ms`);
  if (code !== 1 || !/^Cannot use the feedback store: it (is unreachable|did not answer in time)\.\n$/.test(said))
    faults.push(`"${command.join(' ')}" ended with ${code} and said ${said}`);
}

function expectBounded(when: string, connections: number): void {
  told.push(`${when}: ${connections} connections`);
  if (connections > mostConnections) faults.push(`${when}: ${connections} connections`);
}

/** @param such a condition in SQL */
async function backends(such = ''): Promise<number[]> {
  const text = `select pid from pg_stat_activity where application_name = 'catchword' ${such}`;
  const { rows } = await admin.query(text);
  return rows.map(({ pid }) => pid as number);
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, name);
}
