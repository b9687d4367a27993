/** `npm run bench -- [corpus folder]`: compares Catchword with other search libraries, in one run on one machine. */
import { existsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  installPeers,
  progress,
  readArguments,
  readCount,
  readNames,
  refuseUsage,
  scratchFolder,
} from './command_line.ts';
import { ENGINE_NAMES, type EngineName } from './engine.ts';
import { type KnownItemOptions, measureKnownItems } from './known_item/measure_known_items.ts';
import { measureCollections } from './measure/measure_collections.ts';
import { measureSite, type SiteOptions } from './measure/measure_site.ts';
import type { EngineDescription } from './measure/results.ts';
import { canPin, EngineClient } from './process/engine_client.ts';
import { measureRebake, renderRebake } from './rebake/measure_rebake.ts';
import { describeMachine } from './report/machine.ts';
import { renderPlot } from './report/render_plot.ts';
import { renderTables } from './report/render_tables.ts';
import { nameOfCorpus, writeResults } from './report/write_results.ts';
import { measureTyping } from './typing/measure_typing.ts';
import { renderTyping } from './typing/render_typing.ts';
import { TYPING_PEERS } from './typing/typing_engine.ts';

const USAGE = `Usage: npm run bench -- [corpus folder] [options]

Compares speed and size on a folder of Markdown (default: the project's own site), ranking quality on the retrieval
collections and finding pages by name on the sites that are at hand; prints tables and writes them to bench/results/
as JSON and SVG. With --only known-item the corpus folder is the one site that is searched.

  --collections FOLDER  where the retrieval collections and the sites are (default: $CATCHWORD_CORPORA, else corpora
                        in the system's temporary folder)
  --engines A,B         of ${ENGINE_NAMES.join(', ')};
                        with --only typing of ${TYPING_PEERS.join(', ')}
  --queries N           different queries a class (default 200)
  --rounds N            timed rounds (default 7)
  --seed N              draws other queries (default 1)
  --language TAG        of the site and its titles, with --only known-item (default en)
  --only PART           speed, ranking, known-item, rebake (Catchword alone: baking again after one edit) or typing (search as people type);
                        the last two are measured only when asked for
  --titles N            titles typed into each engine (default 200)
  --typos FILE          misspellings, a CSV file (default: typing/typos-words.csv beside the collections)
`;

const { values, positionals } = readArguments(
  {
    collections: { type: 'string', default: process.env.CATCHWORD_CORPORA ?? join(tmpdir(), 'corpora') },
    engines: { type: 'string' },
    queries: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '7' },
    seed: { type: 'string', default: '1' },
    language: { type: 'string', default: 'en' },
    only: { type: 'string' },
    titles: { type: 'string', default: '200' },
    typos: { type: 'string' },
  },
  USAGE,
);
const content = resolve(positionals[0] ?? fileURLToPath(new URL('../site', import.meta.url)));
if (!existsSync(content)) refuse(`Cannot read "${content}": there is no such folder`);
const [queriesAClass, rounds, seed] = (['queries', 'rounds', 'seed'] as const).map((option) =>
  readCount(option, values[option], USAGE),
) as [number, number, number];
const PARTS = ['speed', 'ranking', 'known-item', 'rebake', 'typing'];
const measures = (part: string): boolean => values.only === undefined || values.only === part;
if (!PARTS.some(measures)) refuse(`Cannot measure "${values.only}": ${PARTS.join(', ')}`);
if (values.only === 'rebake') {
  const results = await measureRebake({ content, rounds, scratch: scratchFolder(), progress });
  const tables = `${describeMachine(false)}\n\n${renderRebake(results)}`;
  writeResults({ name: `${nameOfCorpus(content)}-rebake`, tables, results: results, plot: null });
  process.exit(0);
}

await installPeers();
const leftOut: { name: EngineName; reason: string }[] = [];
const leaveOut = (name: EngineName, reason: string): void => {
  progress(`${name} is left out: ${reason}`);
  leftOut.push({ name, reason });
};

if (values.only === 'typing') {
  await writeTyping();
  process.exit();
}
const descriptions = await describeEngines(namesOf(ENGINE_NAMES));
const engines = descriptions.map(({ name }) => name);
const scratch = scratchFolder();
const site = measures('speed') ? await measureSite(siteOptions()) : null;
const retrieval = measures('ranking')
  ? await measureCollections({ folder: values.collections, engines, progress })
  : [];
const knownItems = measures('known-item') ? await measureKnownItems(knownItemOptions()) : [];
const results = { machine: describeMachine(canPin()), engines: descriptions, site, retrieval, knownItems, leftOut };
writeResults({
  name: site === null ? values.only! : nameOfCorpus(content),
  tables: renderTables(results),
  results,
  plot: renderPlot(results),
});

async function writeTyping(): Promise<void> {
  const folder = values.collections;
  const result = await measureTyping({
    ...{ content, folder, seed, progress },
    engines: namesOf(TYPING_PEERS),
    typos: values.typos ?? join(folder, 'typing', 'typos-words.csv'),
    titles: readCount('titles', values.titles, USAGE),
    scratch: scratchFolder(),
  });
  const results = { machine: describeMachine(false), ...result };
  writeResults({ name: `typing-${nameOfCorpus(content)}`, tables: renderTyping(result), results, plot: null });
}

/** The engines that are asked for, by default all. */
function namesOf<Name extends string>(known: readonly Name[]): Name[] {
  return values.engines === undefined ? [...known] : readNames(values.engines, known, 'engines', USAGE);
}

function siteOptions(): SiteOptions {
  const core = availableParallelism() - 1;
  return { content, engines, queriesAClass, rounds, seed, scratch, core, progress, leaveOut };
}

function knownItemOptions(): KnownItemOptions {
  const one = values.only === 'known-item' && positionals.length > 0 ? content : null;
  return { content: one, corpora: values.collections, engines, seed, language: values.language, scratch, progress };
}

function refuse(message: string): never {
  return refuseUsage(message, USAGE);
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
