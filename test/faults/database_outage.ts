/**
 * Takes PostgreSQL away from a node under load in three ways: stopped, behind a connection that swallows everything, and
 * behind a port that drops connection attempts. During the outage, pages must be answered 200 and no slower, and
 * everything that needs the store 500 with Retry-After within two seconds. Within five seconds of its end, the store must
 * work again, also for a node that was started during it. No connection or descriptor may leak, and a node must be able
 * to stop during the outage.
 * database_outage.ts [--seconds N]
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { deafenPort } from '../fixtures/deaf_port.ts';
import { missingPostgres, startPostgres } from '../fixtures/postgres.ts';
import { startTcpProxy } from '../fixtures/tcp_proxy.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection, type ReadAnswer } from './http_client.ts';
import { startLoad } from './load.ts';
import { messagesOf, type ServeProcess, startServe } from './serve_process.ts';
import { post, submissionOf } from './submitters.ts';
import { conclude, option, skipWhere } from './verdict.ts';

const seconds = option('seconds', 2);
/** Seconds before and after an outage. */
const around = Math.min(seconds, 30);
const answerTime = 2_000;
const recovery = 5_000;
/** Milliseconds by which the p99 of a few hundred responses varies on a busy machine. */
const slack = 20;
const mostConnections = 8;
/** Variation in the number of descriptors, from client connections. */
const descriptorSlack = 8;

skipWhere(await missingPostgres());
const server = await startPostgres();
const proxy = await startTcpProxy(server.port);
const address = proxy.through(await server.createDatabase());
const artefact = bakeSite(temporaryFolder(), 'abc123');
const faults: string[] = [];
const told: string[] = [];
const node = await startServe([artefact, '--feedback', address]);

let reads: number[] = [];
const load = startLoad({
  port: node.port,
  kept: 6,
  fresh: 2,
  paths: ['/api/pages/index', '/api/pages?q=cache', '/api/tags', '/index.md'],
  pause: 10,
  onAnswer({ status }, path, milliseconds) {
    reads.push(milliseconds);
    if (status !== 200) faults.push(`${path} was answered ${status}`);
  },
});

/** Requests that need the store. A refused submission is sent again with the same key. */
let submissions = 0;
const questions = {
  submission: { ask: () => submissionOf(`key${submissions}`, `key${submissions}`), usual: 201 },
  list: { ask: () => get('/api/feedback'), usual: 200 },
  aggregate: { ask: () => post('/api/feedback', '{}', 'x-http-method-override: QUERY\r\n'), usual: 200 },
} as const;

type OnAnswer = (what: keyof typeof questions, answer: ReadAnswer, milliseconds: number) => void;

const outages: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  async stopped() {
    await server.halt();
    return () => server.start();
  },
  async silent() {
    proxy.fallSilent();
    return async () => proxy.recover();
  },
  async 'dropping connections'() {
    await proxy.stopListening();
    const deaf = await deafenPort(proxy.port);
    return async () => {
      await deaf.release();
      await proxy.listenAgain();
    };
  },
};

await sleep(1_000);
await expectUsual('the start', node, performance.now());
const before = descriptors();
for (const [name, begin] of Object.entries(outages)) {
  const usual = await readTimes(() => watch(node, around * 1_000, expectAnswer(`before ${name}`)));
  const end = await begin();
  let refused = 0;
  let slowest = 0;
  const expectRefusal: OnAnswer = (what, { status, head }, milliseconds) => {
    slowest = Math.max(slowest, milliseconds);
    refused++;
    if (milliseconds > answerTime) faults.push(`${name}: ${what} was answered after ${Math.round(milliseconds)} ms`);
    if (status === 500 && /^retry-after: 5$/im.test(head)) return;
    faults.push(`${name}: ${what} was answered ${head.split('\r\n', 1)[0]}`);
  };
  const newcomer = await startServe([artefact, '--feedback', address]);
  await watch(newcomer, 0, expectRefusal);
  const during = await readTimes(() => watch(node, seconds * 1_000, expectRefusal));
  await end();
  const ended = performance.now();
  const took = await Promise.all([expectUsual(name, node, ended), expectUsual(name, newcomer, ended)]);
  await endNode(newcomer, `${name}: the node that was started in it`);
  // Other programs may slow pages down, so compare with both before and after the outage.
  const again = await readTimes(() => watch(node, around * 1_000, expectAnswer(`after ${name}`)));
  const [was, is] = [Math.max(quantile(usual, 0.99), quantile(again, 0.99)), quantile(during, 0.99)];
  if (is > 1.1 * was + slack) faults.push(`${name}: p99 of pages went from ${was.toFixed(1)} to ${is.toFixed(1)} ms`);
  if (proxy.open() > mostConnections) faults.push(`after ${name}: ${proxy.open()} connections to the database`);
  const more = descriptors() - before;
  if (more > descriptorSlack) faults.push(`after ${name}: ${more} descriptors more than before`);
  told.push(
    `${name}: ${refused} refused within ${Math.round(slowest)} ms, p99 of ${during.length} pages ` +
      `${is.toFixed(1)} ms, else ${was.toFixed(1)} ms, ` +
      `recovered in ${Math.round(Math.max(...took))} ms`,
  );
}
await load.stop();
faults.push(...load.lost);
proxy.fallSilent();
await watch(node, 0, () => {});
await endNode(node, 'in silence a node');
await proxy.stop();
await server.stop();
conclude(`${seconds} s each; ${told.join('; ')}`, faults);

/** Sends each request repeatedly for a while, at least once. */
async function watch({ port }: ServeProcess, milliseconds: number, onAnswer: OnAnswer): Promise<void> {
  const until = performance.now() + milliseconds;
  await Promise.all(
    Object.keys(questions).map(async (name) => {
      const what = name as keyof typeof questions;
      do {
        const asked = performance.now();
        const answer = await askOnce(port, what);
        onAnswer(what, answer, performance.now() - asked);
        await sleep(50);
      } while (performance.now() < until);
    }),
  );
}

async function askOnce(port: number, what: keyof typeof questions): Promise<ReadAnswer> {
  const { socket, ask } = await openConnection(port);
  const answer = await ask(questions[what].ask());
  socket.destroy();
  if (what === 'submission' && answer.status === 201) submissions++;
  return answer;
}

/** @returns milliseconds from then until every request was answered as before the outage */
async function expectUsual(after: string, { port }: ServeProcess, since: number): Promise<number> {
  for (const [name, { usual }] of Object.entries(questions)) {
    const what = name as keyof typeof questions;
    while ((await askOnce(port, what)).status !== usual && performance.now() < since + 2 * recovery) await sleep(20);
  }
  const took = performance.now() - since;
  if (took > recovery) faults.push(`after ${after}: recovery took ${Math.round(took)} ms`);
  return took;
}

/** Response times of the pages that were answered while the work ran. */
async function readTimes(work: () => Promise<void>): Promise<readonly number[]> {
  reads = [];
  await work();
  return reads;
}

function expectAnswer(when: string): OnAnswer {
  return (what, { status }) => {
    if (status !== questions[what].usual) faults.push(`${when}: ${what} was answered ${status}`);
  };
}

async function endNode(process: ServeProcess, name: string): Promise<void> {
  const { code, milliseconds } = await process.end();
  if (code !== 143 || milliseconds > 10_000)
    faults.push(`${name} ended with ${code} in ${Math.round(milliseconds)} ms`);
  for (const message of new Set(messagesOf(process.errors()))) {
    if (
      !/^(Cannot roll up the feedback: )?Cannot use the feedback store: (it is unreachable|it did not answer in time)\.$/.test(
        message,
      )
    )
      faults.push(`${name}: ${message}`);
  }
}

function quantile(samples: readonly number[], share: number): number {
  return samples.toSorted((left, right) => left - right)[Math.floor(samples.length * share)] ?? Number.NaN;
}

function descriptors(): number {
  return readdirSync(`/proc/${node.child.pid}/fd`).length;
}
