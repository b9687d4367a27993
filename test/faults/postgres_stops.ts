/**
 * Crashes a PostgreSQL server under load repeatedly, terminates the sessions of the nodes, and kills the pooler. Clients
 * send unconfirmed submissions again with the same key. Nothing confirmed may be lost or duplicated, every node must keep
 * working, and none may start on a server with fsync off.
 * postgres_stops.ts [--stops N] [--terminations N] [--poolers N] [--unsynced]
 *
 * With `--unsynced`, commits do not wait for a sync. Then the program holds when something confirmed is lost, which shows
 * that it would notice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPostgresStore } from '../../src/feedback/stores/postgres.ts';
import { hasPgbouncer, startPgbouncer } from '../fixtures/pgbouncer.ts';
import { missingPostgres, startPostgres } from '../fixtures/postgres.ts';
import { compareRows } from './acknowledged.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { startServe } from './serve_process.ts';
import { startSubmitters } from './submitters.ts';
import { conclude, option, skipWhere } from './verdict.ts';

const stops = option('stops', 5);
const terminations = option('terminations', 20);
const poolers = option('poolers', 3);
const unsynced = process.argv.includes('--unsynced');
/** A submission must be confirmed within this many milliseconds once the server accepts connections again. */
const recovery = 5_000;

skipWhere(await missingPostgres());
const artefact = bakeSite(temporaryFolder(), 'abc123');
const faults: string[] = [];
await refuseLosingServer();

const server = await startPostgres();
const address = await server.createDatabase();
const pooler = hasPgbouncer() ? await startPgbouncer(server.port) : null;
const addresses = [address, address, ...(pooler === null ? [] : [pooler.through(address)])];
const less = `NODE_OPTIONS=--import=${new URL('commit_less.ts', import.meta.url).href}`;
const launcher = unsynced ? ['env', less] : [];
const nodes = await Promise.all(addresses.map((each) => startServe([artefact, '--feedback', each], launcher)));
const submitters = nodes.map(({ port }, node) => startSubmitters({ port, clients: 6, name: `node${node}` }));
let slowest = 0;

for (let stop = 0; stop < stops; stop++) {
  await sleep(100 + ((stop * 137) % 400));
  await server.halt();
  await sleep((stop * 89) % 300);
  await server.start();
  await expectRecovery(`stop ${stop}`);
}
for (let termination = 0; termination < terminations; termination++) {
  await sleep(10 + ((termination * 37) % 90));
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  // The sessions of the pooler have this name too.
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'catchword'");
  await client.end();
}
await expectRecovery('terminations');
for (let kill = 0; pooler !== null && kill < poolers; kill++) {
  await sleep(100 + ((kill * 137) % 400));
  await pooler.restart();
  await expectRecovery(`restart ${kill} of the pooler`);
}

await Promise.all(submitters.map((each) => each.stop()));
for (const [at, node] of nodes.entries()) {
  const { code } = await node.end();
  if (code !== 143) faults.push(`node ${at} ended with ${code}, said ${node.errors()}`);
}
const refused = submitters.flatMap((each) => each.refused);
for (const { answer } of refused) {
  if (answer === null) faults.push('a submission was not answered');
  else if (answer.status !== 500 || !/^retry-after: 5$/im.test(answer.head)) faults.push(`refused by ${answer.head}`);
}
if (refused.length === 0) faults.push('no submission was refused: the stops did not reach the nodes');

const acknowledged = new Map(submitters.flatMap((each) => [...each.acknowledged]));
const store = await openPostgresStore(address);
const { rows, lost, duplicated, damaged } = await compareRows(store, acknowledged);
await store.close();
await pooler?.stop();
await server.stop();
faults.push(...lost.map((key) => `${key} was confirmed and is not there`));
faults.push(...duplicated.map((key) => `${key} twice`));
if (damaged > 0) faults.push(`${damaged} damages`);
const unnoticed = lost.length === 0 ? ['nothing was lost, though commits waited for no sync'] : [];
conclude(
  `${stops} stops, ${terminations} terminations and ${pooler === null ? 'no pooler' : `${poolers} restarts of a pooler`}, ` +
    `${acknowledged.size} confirmed of ${rows} rows, ${lost.length} lost, ${refused.length} refused, recovered within ${Math.round(slowest)} ms`,
  // Without syncs a stop may lose the tables too; further faults then mean nothing.
  unsynced ? unnoticed : faults,
);

/** Waits until every node has confirmed a new submission. */
async function expectRecovery(after: string): Promise<void> {
  const began = performance.now();
  const waiting = () => submitters.filter(({ lastConfirmed }) => lastConfirmed < began);
  while (waiting().length > 0 && performance.now() < began + 2 * recovery) await sleep(5);
  const took = performance.now() - began;
  slowest = Math.max(slowest, took);
  if (took > recovery) faults.push(`after ${after} a node confirmed nothing for ${Math.round(took)} ms`);
}

async function refuseLosingServer(): Promise<void> {
  const losing = await startPostgres(['-c', 'fsync=off']);
  const address = await losing.createDatabase();
  const said = await startServe([artefact, '--feedback', address]).then(
    ({ port }) => `listening on ${port}`,
    (error: Error) => error.message,
  );
  await losing.stop();
  if (!said.includes('ended with 1: Cannot open the feedback store: the database has fsync = off and could lose')) {
    faults.push(`with fsync off it said: ${said}`);
  }
}
