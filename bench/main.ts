/** `npm run bench -- [corpus folder]`: Catchword beside other search libraries, in one run on one machine. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ENGINE_NAMES, type EngineName } from './engine.ts';
import { measureCollections } from './measure/measure_collections.ts';
import { measureSite, type SiteOptions } from './measure/measure_site.ts';
import type { EngineDescription, Results } from './measure/results.ts';
import { canPin, EngineClient } from './process/engine_client.ts';
import { describeMachine } from './report/machine.ts';
import { renderPlot } from './report/render_plot.ts';
import { renderTables } from './report/render_tables.ts';

const USAGE = `Usage: npm run bench -- [corpus folder] [options]

Compares speed and size on a folder of Markdown (default: the project's own site) and ranking quality on the
retrieval collections that are at hand; prints tables and writes them to bench/results/ as JSON and SVG.

  --collections FOLDER  where the retrieval collections are (default: $CATCHWORD_CORPORA, else corpora in the
                        system's temporary folder)
  --engines A,B         of ${ENGINE_NAMES.join(', ')}
  --queries N           different queries a class (default 200)
  --rounds N            timed rounds (default 7)
  --seed N              draws other queries (default 1)
  --only PART           speed or ranking
`;

const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const folder = fileURLToPath(new URL('.', import.meta.url));
const content = resolve(positionals[0] ?? join(folder, '..', 'site'));
if (!existsSync(content)) refuse(`Cannot read "${content}": there is no such folder`);
const asked = readEngines(values.engines);
const [queriesAClass, rounds, seed] = (['queries', 'rounds', 'seed'] as const).map(readCount) as [
  number,
  number,
  number,
];
if (![undefined, 'speed', 'ranking'].includes(values.only)) refuse(`Cannot measure "${values.only}": speed or ranking`);

await installPeers();
const leftOut: { name: EngineName; reason: string }[] = [];
const progress = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const leaveOut = (name: EngineName, reason: string): void => {
  progress(`${name} is left out: ${reason}`);
  leftOut.push({ name, reason });
};

const descriptions = await describeEngines(asked);
const engines = descriptions.map(({ name }) => name);
const scratch = mkdtempSync(join(tmpdir(), 'catchword-bench-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const site = values.only === 'ranking' ? null : await measureSite(siteOptions());
const retrieval =
  values.only === 'speed' ? [] : await measureCollections({ folder: values.collections, engines, progress });
writeResults({ machine: describeMachine(canPin()), engines: descriptions, site, retrieval, leftOut });

function siteOptions(): SiteOptions {
  const core = availableParallelism() - 1;
  return { content, engines, queriesAClass, rounds, seed, scratch, core, progress, leaveOut };
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        collections: { type: 'string', default: process.env.CATCHWORD_CORPORA ?? join(tmpdir(), 'corpora') },
        engines: { type: 'string', default: ENGINE_NAMES.join(',') },
        queries: { type: 'string', default: '200' },
        rounds: { type: 'string', default: '7' },
        seed: { type: 'string', default: '1' },
        only: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function readEngines(list: string): EngineName[] {
  const chosen = list.split(',');
  const unknown = chosen.find((name) => !ENGINE_NAMES.some((known) => known === name));
  if (unknown !== undefined) refuse(`Cannot compare "${unknown}": the engines are ${ENGINE_NAMES.join(', ')}`);
  return ENGINE_NAMES.filter((name) => chosen.includes(name));
}

function readCount(option: 'queries' | 'rounds' | 'seed'): number {
  const count = Number(values[option]);
  if (!Number.isSafeInteger(count) || count < 1)
    refuse(`Cannot take --${option} ${values[option]}: a whole number from 1`);
  return count;
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n\n${USAGE}`);
  process.exit(2);
}

/** The peers are installed on the first run, so that the product does without them. */
async function installPeers(): Promise<void> {
  const script = new URL('../scripts/install.mjs', import.meta.url).href;
  const { install } = (await import(script)) as { install(folder: string): void };
  install(folder);
}

async function describeEngines(names: readonly EngineName[]): Promise<EngineDescription[]> {
  const found: EngineDescription[] = [];
  for (const name of names) {
    const client = new EngineClient(name, null);
    try {
      found.push({ name, ...(await client.call('describe', undefined)) });
    } catch (error) {
      leaveOut(name, (error as Error).message.split('\n')[0]!);
    } finally {
      client.stop();
    }
  }
  return found;
}

function writeResults(results: Results): void {
  process.stdout.write(renderTables(results));
  const out = join(folder, 'results');
  mkdirSync(out, { recursive: true });
  const base = join(out, results.site === null ? 'ranking' : nameOf(content));
  writeFileSync(`${base}.json`, `${JSON.stringify(results, null, 2)}\n`);
  const plot = renderPlot(results);
  if (plot !== null) writeFileSync(`${base}.svg`, plot);
  progress(`wrote ${base}.json${plot === null ? '' : ` and ${base}.svg`}`);
}

/** A corpus often lies in a folder named "content" or "src": the folder above says more. */
function nameOf(path: string): string {
  return path
    .split(sep)
    .filter((part) => part !== '')
    .slice(-2)
    .join('-');
}
