/**
 * Servers that answer from a cluster of three nodes, under load, while
 *
 *     kill      a node is killed: every request is answered with 200
 *     hang      a node hangs (SIGSTOP): every request ends in time, and all with 200 once the cluster has dropped the node
 *     red       a node is killed that has the only copy of some pages: no partial answer, and pages read before are still answered
 *     swap      builds are published and swapped: no answer mixes two builds, none fails, and a build in use is not removed
 *     altered   a page of a build is lost, altered, replaced or doubled in the cluster: publishing notices each, and repairs what it can
 *     rolling   two servers on one cluster and one PostgreSQL are restarted in turn: nothing confirmed is lost or counted twice, and
 *               at most one connection is reset as a port closes
 *
 * Two of three requests ask a question that was never asked before, so no cache has the answer. A request that the cluster does not
 * answer is tried once by another route. When that fails too, a 500 with Retry-After is allowed, but only here:
 *
 *     hang      from the signal until the cluster has dropped the node, which it must do within a minute; and answers that began before
 *     red       while the node is gone, and only for questions that need the missing pages
 *
 * Anywhere else a 500 is a fault.
 *
 * cluster_failures.ts [--cases kill,hang,...] [--swaps N] [--restarts N] [--prove]
 *
 * With `--prove` each case runs on a broken build too, and holds when it notices.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { missingForCluster } from '../../scripts/cluster/fetch_server.ts';
import { type ClusterNode, startCluster } from '../../scripts/cluster/start_cluster.ts';
import { openPostgresStore } from '../../src/feedback/stores/postgres.ts';
import { missingPostgres, startPostgres } from '../fixtures/postgres.ts';
import { compareRows } from './acknowledged.ts';
import { alterPages } from './alter_pages.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { nextPath, PAGES, WARM_UP } from './cluster_questions.ts';
import { get, openConnection, type ReadAnswer } from './http_client.ts';
import { startLoad } from './load.ts';
import { type Break, breaking, catchword, type ServeProcess, startServe } from './serve_process.ts';
import { startSubmitters } from './submitters.ts';
import { conclude, option, skipWhere, textOption } from './verdict.ts';

/** An answer asks the cluster several times, for at most 8 s together; and time for the rest on a busy machine. */
const SLOWEST = 9_000;
/** Checks by the other nodes, and an election when the node was the manager, on a busy machine. */
const DROPPED_WITHIN = 60_000;
/** A node that has just started compiles everything again, on a busy machine. */
const RECOVERS_WITHIN = 30_000;
/** Answers without a failure after which a cluster counts as warm. */
const WARM_ANSWERS = 20;
/**
 * Shorter than the quiet time that a server waits for before it closes its port. So clients wait for an answer when the port closes. On
 * this busy machine one may be late: the kernel resets a connection that is opened in that moment. `drain.ts` runs on a quiet machine.
 */
const SHORT_PAUSE = 5;

interface Case {
  /** @returns what did not hold */
  run(broken: Break): Promise<string[]>;
  /** A build in which the case must not hold. */
  readonly broken: Break;
}

skipWhere(missingForCluster() ?? (await missingPostgres()));
const folder = temporaryFolder();
const builds = { aaa111: bakeBuild('aaa111'), bbb222: bakeBuild('bbb222'), ccc333: bakeBuild('ccc333') };
type Build = keyof typeof builds;
const cluster = await startCluster();
const hosts = cluster.addresses.map((address) => new URL(address).host).join(',');

const CASES: Readonly<Record<string, Case>> = {
  kill: {
    run: killNode,
    broken: [['client/cluster_client.ts', '!isRepeated(request, answer)', 'true']],
  },
  hang: {
    run: hangNode,
    broken: [['client/cluster_client.ts', 'export const DEADLINE = 2_000', 'export const DEADLINE = 20_000']],
  },
  red: {
    run: redIndex,
    broken: [
      ['cluster/ask_build.ts', 'allow_partial_search_results: false', 'allow_partial_search_results: true'],
      ['cluster/ask_build.ts', 'shards.successful !== shards.total', 'false'],
    ],
  },
  swap: {
    run: swapBuilds,
    // Searches ask the alias, not the build.
    broken: [
      [
        'cluster/cluster_engine.ts',
        'createBuildAsker(client, index,',
        'createBuildAsker(client, index.split("-")[0]!,',
      ],
    ],
  },
  altered: {
    run: (broken) =>
      alterPages(cluster.addresses[0]!, {
        first: (more, isBroken) => publish('altered', 'aaa111', more, isBroken ? broken : []),
        second: () => publish('altered', 'bbb222'),
      }),
    // What is there counts as whole.
    broken: [['publish/verify_pages.ts', '=== _source.digest', "!== ''"]],
  },
  rolling: {
    run: restartInTurn,
    // Each server has a store of its own.
    broken: [['feedback/open_store.ts', '', '']],
  },
};

const names = textOption('cases', Object.keys(CASES).join(',')).split(',');
const proves = process.argv.includes('--prove');
const faults: string[] = [];
const held: string[] = [];
for (const name of names) {
  const { run, broken } = CASES[name]!;
  const started = performance.now();
  const found = await run([]);
  faults.push(...found.map((fault) => `${name}: ${fault}`));
  process.stdout.write(
    `${name}: ${found.length} faults${found
      .slice(0, 3)
      .map((each) => `, ${each}`)
      .join('')}\n`,
  );
  if (proves && broken.length > 0) {
    const noticed = await run(broken);
    process.stdout.write(`${name}, broken: ${noticed.length} faults, such as ${noticed[0]}\n`);
    if (noticed.length === 0) faults.push(`${name}: the broken build was not noticed`);
  }
  held.push(`${name} ${Math.round((performance.now() - started) / 1000)} s`);
}
await cluster.stop();
conclude(held.join(', '), faults);

async function killNode(broken: Break): Promise<string[]> {
  const found: string[] = [];
  await publish('kill', 'aaa111');
  const server = await serve('kill', broken);
  const load = loadOn(server, checkAnswer(found, SLOWEST, []));
  await sleep(1_000);
  const node = cluster.nodes[1]!;
  await node.kill();
  await sleep(8_000);
  node.start();
  await cluster.waitUntilGreen();
  await sleep(1_000);
  await load.stop();
  found.push(...load.lost, ...said(server, load.answered));
  await server.end();
  return found;
}

async function hangNode(broken: Break): Promise<string[]> {
  const found: string[] = [];
  await publish('hang', 'aaa111');
  const server = await serve('hang', broken);
  const node = cluster.nodes[2]!;
  let [failed, mayFail, stopped] = [0, false, Number.NaN];
  const load = loadOn(server, (answer, path, milliseconds) => {
    if (answer.status === 500) failed++;
    const seconds = Math.round((performance.now() - stopped) / 1000);
    checkAnswer(found, SLOWEST, mayFail ? [500] : [])(answer, `${path}, ${seconds} s after the signal`, milliseconds);
  });
  await sleep(1_000);
  mayFail = true;
  stopped = performance.now();
  node.signal('SIGSTOP');
  try {
    const hasDropped = await until(DROPPED_WITHIN, () => hasNodes(cluster.nodes.length - 1));
    if (!hasDropped) found.push(`the cluster did not drop the node within ${DROPPED_WITHIN / 1000} s`);
    process.stdout.write(
      `hang: the cluster dropped the node ${Math.round((performance.now() - stopped) / 1000)} s after the signal\n`,
    );
    await sleep(SLOWEST);
    mayFail = false;
    await sleep(3_000);
  } finally {
    node.signal('SIGCONT');
  }
  await cluster.waitUntilGreen();
  await load.stop();
  process.stdout.write(`hang: ${failed} of ${load.answered} requests were answered with 500\n`);
  found.push(...load.lost, ...said(server, load.answered));
  await server.end();
  return found;
}

async function redIndex(broken: Break): Promise<string[]> {
  const found: string[] = [];
  await publish('red', 'aaa111', ['--shards', '3', '--replicas', '0']);
  const server = await serve('red', broken);
  const cached = '/api/pages/notes/p7';
  await ask(server, cached);
  const node = await nodeWithPages('red');
  await node.kill();
  let refused = 0;
  for (let round = 0; round < 12; round++) {
    // Other questions each time, which no cache has. Each matches all pages.
    for (const path of [`/api/pages?q=page&limit=${round + 2}`, `/api/search?q=page&limit=${round + 2}`]) {
      const started = performance.now();
      const answer = await ask(server, path);
      checkAnswer(found, SLOWEST, [500])(answer, path, performance.now() - started);
      if (answer.status === 500) refused++;
      else if (answer.status === 200 && totalOf(answer) !== PAGES) found.push(`${path}: total ${totalOf(answer)}`);
    }
    const page = await ask(server, cached);
    if (page.status !== 200) found.push(`${cached}: ${page.status} while the index is red`);
  }
  if (refused === 0) found.push('no question was refused: the index was not red');
  node.start();
  await cluster.waitUntilGreen();
  const after = await until(RECOVERS_WITHIN, async () => {
    const answer = await ask(server, `/api/pages?q=page&limit=${Math.ceil(Math.random() * 99)}`);
    return answer.status === 200 && totalOf(answer) === PAGES;
  });
  if (!after) found.push(`it did not recover within ${RECOVERS_WITHIN / 1000} s`);
  await server.end();
  return found;
}

async function swapBuilds(broken: Break): Promise<string[]> {
  const found: string[] = [];
  const order: readonly Build[] = ['aaa111', 'bbb222', 'ccc333'];
  await publish('swap', 'aaa111');
  const server = await serve('swap', broken);
  const load = loadOn(server, checkAnswer(found, SLOWEST, []));
  for (let swap = 1; swap <= option('swaps', 6); swap++) {
    const build = order[swap % order.length]!;
    // With one build to keep, only its use holds the one before.
    await publish('swap', build, ['--keep', swap % 2 === 0 ? '1' : '3']);
    const isServed = await until(30_000, async () => (await ask(server, '/version.json')).body.includes(build));
    if (!isServed) found.push(`${build} was not served within 30 s`);
  }
  await load.stop();
  found.push(...load.lost, ...said(server, load.answered));
  await server.end();
  return found;
}

async function restartInTurn(broken: Break): Promise<string[]> {
  const found: string[] = [];
  await publish('rolling', 'aaa111');
  const database = await startPostgres();
  const address = await database.createDatabase();
  // In the broken build each server has a store of its own.
  const store = broken.length === 0 ? address : 'memory:';
  const start = () => serve('rolling', [], ['--feedback', store]);
  const servers = [await start(), await start()];
  const acknowledged = new Map<string, string>();
  for (let restart = 0; restart < option('restarts', 4); restart++) {
    const loads = servers.map((server) => loadOn(server, checkAnswer(found, SLOWEST, []), SHORT_PAUSE, true));
    const submitters = servers.map(({ port }, at) =>
      startSubmitters({ port, clients: 3, name: `s${restart}.${at}`, pause: 20 }),
    );
    await sleep(2_000);
    const at = restart % 2;
    found.push(...said(servers[at]!, 1));
    await servers[at]!.end();
    for (const submitter of submitters) {
      await submitter.stop();
      for (const [key, id] of submitter.acknowledged) acknowledged.set(key, id);
    }
    for (const load of loads) {
      await load.stop();
      found.push(...load.lost);
      if (load.unaccepted > 1) found.push(`the port closed on ${load.unaccepted} connections`);
    }
    servers[at] = await start();
  }
  const kept = await openPostgresStore(address);
  const { lost, duplicated } = await compareRows(kept, acknowledged);
  await kept.close();
  if (acknowledged.size === 0) found.push('nothing was confirmed');
  if (lost.length > 0) found.push(`${lost.length} of ${acknowledged.size} confirmed submissions are lost`);
  if (duplicated.length > 0) found.push(`${duplicated.length} submissions are there twice`);
  for (const server of servers) await server.end();
  await database.stop();
  return found;
}

/** Starts a server, and asks it everything until the cluster is no longer slow because it is new. */
async function serve(alias: string, broken: Break, more: readonly string[] = []): Promise<ServeProcess> {
  const environment = Object.entries(breaking(broken)).map(([name, value]) => `${name}=${value}`);
  const server = await startServe(
    ['--search', `http://${hosts}/${alias}`, ...more],
    environment.length === 0 ? [] : ['env', ...environment],
  );
  for (const path of WARM_UP) await until(30_000, async () => (await ask(server, path)).status === 200);
  let [asked, answered] = [0, 0];
  await until(60_000, async () => {
    const { status } = await ask(server, `/api/pages?q=page%20see&limit=${++asked}&facets=tags`);
    answered = status === 200 ? answered + 1 : 0;
    return answered === WARM_ANSWERS;
  });
  return server;
}

/** @throws an error with what it said */
async function publish(alias: string, build: Build, more: readonly string[] = [], broken: Break = []): Promise<void> {
  const args = ['publish', builds[build], '--search', `http://${hosts}/${alias}`, ...more];
  const env = { ...process.env, ...breaking(broken) };
  await promisify(execFile)(process.execPath, [catchword, ...args], { env });
}

function loadOn(
  { port }: ServeProcess,
  onAnswer: (answer: ReadAnswer, path: string, milliseconds: number) => void,
  pause = 100,
  portCloses = false,
) {
  return startLoad({ port, kept: 2, fresh: 1, paths: nextPath, pause, portCloses, onAnswer });
}

/** An answer is in time, names one build, and is a 200, or one of some other statuses with Retry-After. */
function checkAnswer(found: string[], slowest: number, statuses: readonly number[]) {
  return ({ status, head, body }: ReadAnswer, path: string, milliseconds: number): void => {
    if (milliseconds > slowest) found.push(`${path}: took ${Math.round(milliseconds)} ms`);
    if (statuses.includes(status)) {
      if (!/^retry-after: \d+$/im.test(head) || !body.includes('unexpected-failure'))
        found.push(`${path}: ${status} without Retry-After`);
      return;
    }
    const named = new Set(`${head}${body}`.match(/aaa111|bbb222|ccc333/g));
    if (status !== 200) found.push(`${path}: ${status}`);
    else if (named.size !== 1) found.push(`${path}: names ${[...named].join(' and ') || 'no build'}`);
  };
}

/** Faults in what a server said: no question and no index is in its log. */
function said(server: ServeProcess, answered: number): string[] {
  const found = answered === 0 ? ['nothing was answered'] : [];
  if (/see%20next|see next|pgae|nowhere|_search|-v\d/.test(server.errors()))
    found.push('the log names a question or an index');
  const failure = /"failure":"([^"]*)"/.exec(server.errors());
  if (failure !== null) process.stdout.write(`a server said: ${failure[1]}\n`);
  return found;
}

/** A node that has pages of a site. The others may have none: the cluster spreads the shards of all indexes together. */
async function nodeWithPages(alias: string): Promise<ClusterNode> {
  const answer = await fetch(`${cluster.addresses[0]}/_cat/shards/${alias}?format=json&h=node`);
  const [shard] = (await answer.json()) as readonly { readonly node: string }[];
  return cluster.nodes.find(({ name }) => name === shard!.node)!;
}

/** @returns whether the first node has a manager and sees so many nodes with it, itself included */
async function hasNodes(count: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(1_000);
    const answer = await fetch(`${cluster.addresses[0]}/_cluster/health?cluster_manager_timeout=500ms`, { signal });
    return answer.ok && ((await answer.json()) as { readonly number_of_nodes: number }).number_of_nodes === count;
  } catch {
    return false;
  }
}

function totalOf({ body }: ReadAnswer): number {
  return (JSON.parse(body) as { readonly total: number }).total;
}

async function ask(server: ServeProcess, path: string): Promise<ReadAnswer> {
  const connection = await openConnection(server.port).catch((error: Error) => {
    const { exitCode, signalCode } = server.child;
    throw new Error(`${error.message}; the server ended with ${exitCode ?? signalCode}: ${server.errors()}`);
  });
  const answer = await connection.ask(get(path));
  connection.socket.destroy();
  return answer;
}

async function until(milliseconds: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(100))
    if (await holds()) return true;
  return false;
}

/** A build in which every page names the commit. @returns the path of its artefact */
function bakeBuild(name: string): string {
  const content = join(folder, name);
  mkdirSync(join(content, 'notes'), { recursive: true });
  for (let page = 0; page < PAGES; page++) {
    const next = `[next](p${(page + 1) % PAGES}.md)`;
    writeFileSync(join(content, 'notes', `p${page}.md`), `# Page ${page} of ${name}\n\nSee ${next} in ${name}.\n`);
  }
  return bakeSite(folder, name, content);
}
