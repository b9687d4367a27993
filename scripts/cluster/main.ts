/**
 * Starts an OpenSearch cluster of three nodes on this machine, for trying and for tests:
 *
 *     npm run cluster                      an empty cluster
 *     npm run cluster -- FOLDER            the same with a site, published as "site"
 *     npm run cluster -- --check FOLDER    publishes the site, asks both engines 200 rounds of random requests, and stops
 *     npm run cluster -- --tests           runs the tests that need a cluster, and stops; skips them where it cannot start one
 *     npm run cluster -- --measure FOLDER  publishes the site, prints what it takes and how long answers take, and stops
 *     npm run cluster -- --kept ARTEFACT   prints what a front end keeps in memory of a build, without a cluster
 *
 * Ctrl+C stops the nodes and removes their data. `--heap MB` and `--nodes N` set other sizes; `--queries N` and `--seed N` others
 * of a check or a measurement. `--at URL` uses a cluster that runs, as `--search` names it, and stops nothing. The server is kept in
 * /var/cache or the user's cache folder, or below `CATCHWORD_CLUSTER_CACHE`.
 *
 * A round of a check is a query of `/api/pages`, a search of `/api/search` and another address: a page, its Markdown, a list, a file. Some
 * are asked again with HEAD or `If-None-Match`. Status, fields and body must be equal.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { main as catchword } from '../../src/cli/main.ts';
import { type SearchSettings, searchSettings } from '../../src/cli/settings/search_settings.ts';
import { processTerminal, type Terminal } from '../../src/cli/terminal.ts';
import { createClusterClient } from '../../src/cluster/client/cluster_client.ts';
import { publicationOf } from '../../src/cluster/index/publication.ts';
import { openSite } from '../../src/cluster/index/site_parts.ts';
import type { PublishReport } from '../../src/cluster/publish/publish.ts';
import { loadArtefact, loadWholeArtefact } from '../../src/corpus/load_artefact.ts';
import { compareEngines } from './compare_engines.ts';
import { missingForCluster } from './fetch_server.ts';
import { keptMemory } from './kept_memory.ts';
import { measureEngines } from './measure_engines.ts';
import { type Cluster, startCluster } from './start_cluster.ts';

const ALIAS = 'site';
const ARTEFACT = 'site.catchword';
/** Answers have an ETag whether or not the folder is a checkout. */
const COMMIT = 'cluster';
/** How long the tests may take. */
const TESTS_MILLISECONDS = 480_000;
/** Different answers that are printed. */
const SHOWN = 5;
/** Rounds of a check between two lines about its progress. */
const ROUNDS_A_LINE = 250;

type Published = PublishReport & { readonly seconds: number };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{
      check: { type: 'string' },
      measure: { type: 'string' },
      kept: { type: 'string' },
      tests: { type: 'boolean' },
      queries: { type: 'string' },
      seed: { type: 'string' },
    },
    ...{ heap: { type: 'string' }, nodes: { type: 'string' }, at: { type: 'string' } },
  },
});
const folder = values.check ?? values.measure ?? positionals[0] ?? null;
const scratch = mkdtempSync(join(tmpdir(), 'catchword-cluster-run-'));
let cluster: Cluster | null = null;
let published: Published | null = null;
let stopping: Promise<void> | null = null;

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, async () => {
    await stop();
    process.exit(code);
  });
}
process.exitCode = await run().catch(async (error: unknown) => {
  await stop();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

async function run(): Promise<number> {
  if (values.kept !== undefined) {
    const { parts, meta } = publicationOf(loadWholeArtefact(values.kept));
    for (const line of keptMemory(openSite(parts, meta.partsDigest))) say(line);
    return 0;
  }
  const missing = values.at === undefined ? missingForCluster() : null;
  if (missing !== null && values.tests) {
    say(`skipped: ${missing}`);
    return 0;
  }
  if (missing !== null) throw new Error(`Cannot start a cluster: ${missing}.`);
  if (folder !== null && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`Cannot publish "${folder}": there is no such folder.`);
  const search = values.at ?? (await start());
  const settings = searchSettings({ search }, process.env)!;
  if (folder !== null) await publish(folder, search);
  for (const address of settings.nodes) say(`node      ${address}`);
  say(`cluster   ${search}`);
  if (values.tests) return runTests(settings.nodes);
  if (values.check !== undefined) return check(settings);
  if (values.measure !== undefined) return measure(settings);
  if (values.at === undefined) say('Ctrl+C stops it.');
  // The nodes keep this process running.
  return 0;
}

/** @returns the address of the cluster, as `--search` takes it */
async function start(): Promise<string> {
  const { addresses } = await startCluster({
    say,
    ...(values.nodes === undefined ? {} : { nodes: Number(values.nodes) }),
    ...(values.heap === undefined ? {} : { heap: Number(values.heap) }),
    onStarting: (starting) => {
      cluster = starting;
    },
  });
  return `http://${addresses.map((address) => new URL(address).host).join(',')}/${ALIAS}`;
}

async function publish(content: string, search: string): Promise<void> {
  const artefact = join(scratch, ARTEFACT);
  let output = '';
  const terminal: Terminal = {
    ...processTerminal(),
    out(data) {
      output += data.toString();
    },
  };
  for (const command of [
    ['build', content, '--out', artefact, '--commit', COMMIT],
    ['publish', artefact, '--search', search, '--json'],
  ]) {
    const code = await catchword(command, terminal);
    if (code !== 0) throw new Error(`"catchword ${command[0]}" ended with ${code}.`);
  }
  published = JSON.parse(output) as Published;
  say(`Published ${published.pages} pages in ${Math.round(published.seconds)} s.`);
}

/** Asks both engines random requests. The last line says in how many of the rounds all answers were equal. */
async function check(settings: SearchSettings): Promise<number> {
  const count = Number(values.queries ?? 200);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const client = createClusterClient(settings);
  const corpus = loadArtefact(join(scratch, ARTEFACT));
  let shown = 0;
  const { equal, refused, reasons, kinds } = await compareEngines(corpus, client, settings.alias, {
    ...{ count, seed },
    onRound(asked, equalSoFar) {
      if (asked % ROUNDS_A_LINE === 0 && asked < count) say(`${equalSoFar} of ${asked} rounds equal so far`);
    },
    onDifference({ request, embedded, cluster: answer }) {
      if (shown++ >= SHOWN) return;
      const { method, target, body } = request;
      say(`different ${method} ${target} ${body === undefined ? '' : Buffer.from(body)}`);
      say(`  embedded ${excerpt(embedded, answer)}`);
      say(`  cluster  ${excerpt(answer, embedded)}`);
    },
  });
  await client.close();
  await stop();
  for (const [kind, { asked, equal: alike, statuses }] of kinds) {
    const answered = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    say(`${kind.padEnd(13)} ${alike} of ${asked} (${answered.join(', ')})`);
  }
  say(`seed ${seed}`);
  if (refused > 0) say(`${refused} answers of the cluster were 500, and were asked for again`);
  for (const [reason, times] of reasons) say(`  ${times} times: ${reason}`);
  say(`${equal} of ${count} equal`);
  return equal === count ? 0 : 1;
}

/** @returns the exit code of the tests, or 1 when they take too long */
async function runTests(nodes: readonly string[]): Promise<number> {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const child = spawn(process.execPath, [vitest, 'run', 'test/cluster'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, CATCHWORD_TEST_CLUSTER: nodes.join(',') },
    stdio: 'inherit',
    timeout: TESTS_MILLISECONDS,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  await stop();
  if (code === null) say(`The tests took more than ${TESTS_MILLISECONDS / 60_000} minutes.`);
  return code ?? 1;
}

/** Prints how long both engines take to answer. */
async function measure(settings: SearchSettings): Promise<number> {
  const client = createClusterClient(settings);
  const corpus = loadArtefact(join(scratch, ARTEFACT));
  const { pages, bytesSent, bytesStored, replicas, seconds } = published!;
  const share = 10_000 / pages;
  const megabytes = (bytes: number) => Math.round((bytes * share) / 1e6);
  say(
    `For 10,000 pages: ${megabytes(bytesSent)} MB sent, ${megabytes(bytesStored / (1 + replicas))} MB a copy on disk, ${Math.round(seconds * share)} s`,
  );
  for (const line of await measureEngines(corpus, client, settings.alias, Number(values.queries ?? 400))) say(line);
  await client.close();
  await stop();
  return 0;
}

/** The part of a text around the first character that another text does not have. */
function excerpt(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return text.slice(Math.max(0, at - 60), at + 120);
}

/** Ends all nodes, once. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    await cluster?.stop();
    rmSync(scratch, { recursive: true, force: true });
  })();
  return stopping;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
