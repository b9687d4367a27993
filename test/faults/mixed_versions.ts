/**
 * Runs nodes of this program and of a next version with a newer schema on one PostgreSQL database. The next version is a
 * copy of this one with one more migration. It must change the schema under load without a failed request. Cursors and
 * keys of either version must work on the other, in either order. This version must keep working after the next one has
 * stopped, and must refuse to start on the unknown schema.
 * mixed_versions.ts [--clients N] [--milliseconds N] [--keys N]
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SCHEMA_VERSION } from '../../src/feedback/stores/migrations.ts';
import type { openPostgresStore } from '../../src/feedback/stores/postgres.ts';
import { missingPostgres, startPostgres } from '../fixtures/postgres.ts';
import { compareRows } from './acknowledged.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { gatherCrowd } from './crowd.ts';
import { get, openConnection, type ReadAnswer } from './http_client.ts';
import { type ServeProcess, startServe } from './serve_process.ts';
import { startSubmitters, submissionOf } from './submitters.ts';
import { conclude, option, skipWhere } from './verdict.ts';

const clients = option('clients', 4);
const milliseconds = option('milliseconds', 800);
const keys = option('keys', 50);

/** Walks over pages until no submission is written meanwhile. */
const MOST_TRIES = 20;

skipWhere(await missingPostgres());
const folder = temporaryFolder();
const artefact = bakeSite(folder, 'abc123');
const copy = copyOfNext();
const server = await startPostgres();
const address = await server.createDatabase();
const args = [artefact, '--feedback', address, '--rollup-every', '0'];
const faults: string[] = [];

const nodes = { one: await startServe(args), other: await startServe(args) };
const submitters = [submit('one', nodes.one), submit('other', nodes.other)];
await sleep(milliseconds);
const next = await startServe(args, [], join(copy, 'bin', 'catchword'));
submitters.push(submit('next', next));
await sleep(milliseconds);
const pages = (await crossCursors([nodes.one, next])) + (await crossCursors([next, nodes.other]));
await crossKeys();
expectRefusalAtStart(await start());
await submitters[2]!.stop();
await endNode(next);
// The older nodes keep running, and one of the next version starts again.
await sleep(milliseconds);
const again = await startServe(args, [], join(copy, 'bin', 'catchword'));
submitters.push(submit('again', again));
await sleep(milliseconds);
await Promise.all(submitters.map((each) => each.stop()));
for (const node of [nodes.one, nodes.other, again]) await endNode(node);

const { openPostgresStore: open } = (await import(
  pathToFileURL(join(copy, 'src/feedback/stores/postgres.ts')).href
)) as { readonly openPostgresStore: typeof openPostgresStore };
const acknowledged = new Map(submitters.flatMap((each) => [...each.acknowledged]));
const store = await open(address);
const { rows, lost, duplicated, damaged } = await compareRows(store, acknowledged);
await store.close();
await server.stop();
for (const { answer } of submitters.flatMap(({ refused }) => refused)) {
  faults.push(`a submission was answered ${answer?.head.split('\r\n', 1)[0] ?? 'by the end of its connection'}`);
}
for (const [at, { acknowledged: own }] of submitters.entries())
  if (own.size === 0) faults.push(`node ${at} confirmed nothing`);
faults.push(...lost.map((key) => `${key} was confirmed and is not there`), ...duplicated.map((key) => `${key} twice`));
if (damaged > 0) faults.push(`${damaged} damages`);
if (rows !== acknowledged.size + 2 * keys) faults.push(`${rows} rows`);
conclude(
  `schema ${SCHEMA_VERSION} and ${SCHEMA_VERSION + 1}: ${acknowledged.size} confirmed of ${rows} rows, ` +
    `${pages} pages with cursors of the other version, ${2 * keys} keys on both`,
  faults,
);

/** Writes a copy of this program with one more migration. @returns its folder */
function copyOfNext(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const to = join(folder, 'next');
  for (const part of ['bin', 'src', 'package.json']) cpSync(join(root, part), join(to, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
  const file = join(to, 'src/feedback/stores/migrations.ts');
  const text = readFileSync(file, 'utf8');
  const listEnd = '\n];\n\nexport const SCHEMA_VERSION';
  if (text.split(listEnd).length !== 2) throw new Error('Cannot find the end of the list of migrations.');
  const added = `
  ({ integer, tableEnd }) => [
    'alter table catchword_submission add column weight integer not null default 1',
    'create index catchword_submission_weight on catchword_submission (weight)',
    \`create table catchword_reading (sequence \${integer} not null)\${tableEnd}\`,
  ],`;
  writeFileSync(file, text.replace(listEnd, added + listEnd));
  return to;
}

function submit(name: string, { port }: ServeProcess) {
  return startSubmitters({ port, clients, name, pause: 2 });
}

/** Follows the list from one node to the other and back, and on the first alone. @returns how many pages were followed */
async function crossCursors([first, second]: readonly [ServeProcess, ServeProcess]): Promise<number> {
  const begin = await ask(first, '/api/feedback?limit=7');
  for (let tries = 0; ; tries++) {
    const [alone, crossed, again] = [
      await follow(begin, [first]),
      await follow(begin, [second, first]),
      await follow(begin, [first]),
    ];
    const [before, between, after] = [alone, crossed, again].map((each) => JSON.stringify(each));
    // A submission that was under way may have been written meanwhile, among older ones.
    if (before !== after && tries < MOST_TRIES) continue;
    if (alone.length < 5 || before !== between) faults.push(`pages by cursors differ: ${before} and ${between}`);
    return crossed.length;
  }
}

/** The items of up to twenty pages after one, requested from the nodes in turn. */
async function follow(begin: ReadAnswer, asked: readonly ServeProcess[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let answer = begin; found.length < 20; ) {
    const target = /^link: <([^>]+)>; rel="next"/im.exec(answer.head)?.[1];
    if (target === undefined) break;
    answer = await ask(asked[found.length % asked.length]!, target);
    found.push((JSON.parse(answer.body) as { readonly items: unknown }).items);
  }
  return found;
}

async function ask({ port }: ServeProcess, target: string): Promise<ReadAnswer> {
  const { socket, ask: send } = await openConnection(port);
  const answer = await send(get(target));
  socket.destroy();
  if (answer.status !== 200) faults.push(`${target} was answered ${answer.status}`);
  return answer;
}

/** Sends each key to both versions, either first, then to both at once. */
async function crossKeys(): Promise<void> {
  const orders = [
    [nodes.one, next],
    [next, nodes.other],
  ] as const;
  for (const [order, asked] of orders.entries()) {
    const crowd = await gatherCrowd(
      asked.map(({ port }) => port),
      2,
    );
    for (let number = 0; number < keys; number++) {
      const request = submissionOf(`both${order}.${number}`, `both${order}.${number}`);
      const answers = number % 2 === 0 ? await crowd.ask(() => request) : [];
      for (const { port } of asked) {
        const { socket, ask: send } = await openConnection(port);
        answers.push(await send(request));
        socket.destroy();
      }
      const bodies = new Set(answers.map(({ status, body }) => `${status} ${body}`));
      if (bodies.size !== 1 || answers[0]!.status !== 201)
        faults.push(`one key was answered ${[...bodies].join(' and ')}`);
    }
    crowd.leave();
  }
}

function start(): Promise<string> {
  return startServe(args).then(
    ({ port }) => `listening on ${port}`,
    (error: Error) => error.message,
  );
}

function expectRefusalAtStart(said: string): void {
  const refusal = `Cannot open the feedback store: the database has schema version ${SCHEMA_VERSION + 1}, but this program supports only up to version ${SCHEMA_VERSION}.`;
  if (said !== `serve ended with 1: ${refusal}\n`) faults.push(`on the next schema it said: ${said}`);
}

async function endNode(node: ServeProcess): Promise<void> {
  const { code } = await node.end();
  if (code !== 143 || node.errors() !== '') faults.push(`a node ended with ${code}, said ${node.errors()}`);
}
