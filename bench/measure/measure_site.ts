import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createQueryAnalyser } from '../../src/corpus/analysis/analyse_query.ts';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import type { EngineName } from '../engine.ts';
import { ARTEFACT } from '../engines/catchword.ts';
import { readSitePages, writeTokenPages } from '../pages/site_pages.ts';
import { EngineClient } from '../process/engine_client.ts';
import type { Part } from '../process/engine_process.ts';
import { drawQueries } from '../queries/draw_queries.ts';
import { QUERY_CLASSES, type QueryClass } from '../queries/query_classes.ts';
import type { Latency, SiteMeasures, SiteResult } from './results.ts';
import { median, medianByPlace, percentile } from './statistics.ts';

export interface SiteOptions {
  /** A folder of Markdown. */
  readonly content: string;
  readonly engines: readonly EngineName[];
  readonly queriesAClass: number;
  readonly rounds: number;
  readonly seed: number;
  /** An empty folder for artefacts. */
  readonly scratch: string;
  /** The core that timed processes are pinned to. */
  readonly core: number;
  readonly progress: (line: string) => void;
  readonly leaveOut: (name: EngineName, reason: string) => void;
}

type Totals = Partial<Record<QueryClass, (number | null)[]>>;
type Built = Pick<SiteMeasures, 'buildSeconds' | 'artefactBytes'>;
type Opened = Pick<SiteMeasures, 'openMilliseconds' | 'loadedBytes' | 'bareBytes'> & { readonly client: EngineClient };

const OPENINGS = 3;
const WARM_UP_MILLISECONDS = 2000;

/** Builds, opens and queries a site with every engine; the engines take turns, round by round. */
export async function measureSite(options: SiteOptions): Promise<SiteResult> {
  const { engines, rounds, scratch, progress, leaveOut } = options;
  const built = new Map<EngineName, Built>();
  built.set('catchword', await build('catchword', null, options));

  const { pages, queryCounts } = writeInputs(options);
  const filled = QUERY_CLASSES.filter((name) => queryCounts[name]! > 0);
  for (const name of engines.filter((engine) => engine !== 'catchword')) {
    try {
      built.set(name, await build(name, join(scratch, 'pages.jsonl'), options));
    } catch (error) {
      leaveOut(name, (error as Error).message);
    }
  }

  const opened = new Map<EngineName, Opened>();
  try {
    for (const name of engines.filter((engine) => built.has(engine))) {
      progress(`opening ${name}`);
      opened.set(name, await open(name, options));
    }
    const times = await timeRounds(opened, filled, rounds, progress);
    const totals = await askTotals(opened, filled);
    const measures = [...opened].map(([name, { client, ...opening }]) => [
      name,
      {
        ...built.get(name)!,
        ...opening,
        latency: summarise(times.get(name)!.run),
        finding: summarise(times.get(name)!.find),
        whole: name === 'catchword' ? summarise(times.get(name)!.run) : summarise(times.get(name)!.whole),
        agreement: Object.fromEntries(
          filled.map((queryClass) => [
            queryClass,
            agreement(totals.get(name)?.[queryClass], totals.get('catchword')?.[queryClass]),
          ]),
        ),
      } satisfies SiteMeasures,
    ]);
    return { folder: options.content, pages, queries: queryCounts, rounds, measures: Object.fromEntries(measures) };
  } finally {
    for (const { client } of opened.values()) client.stop();
  }
}

async function build(
  name: EngineName,
  pages: string | null,
  { content, scratch, progress }: SiteOptions,
): Promise<Built> {
  progress(`building ${name}`);
  const folder = join(scratch, name);
  mkdirSync(folder);
  const client = new EngineClient(name, null);
  try {
    const { seconds } = await client.call('build', { content, pages, folder });
    return { buildSeconds: seconds, artefactBytes: folderBytes(folder) };
  } finally {
    client.stop();
  }
}

function folderBytes(folder: string): number {
  return readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

/** Writes the pages of the peers and the queries next to the artefacts. */
function writeInputs({ scratch, queriesAClass, seed }: SiteOptions): {
  pages: number;
  queryCounts: Record<QueryClass, number>;
} {
  const corpus = loadArtefact(join(scratch, 'catchword', ARTEFACT));
  const pages = readSitePages(corpus);
  writeTokenPages(pages, join(scratch, 'pages.jsonl'));
  const analyser = createQueryAnalyser(corpus.analyser.algorithms, corpus.settings.language);
  const queries = drawQueries(pages, analyser, queriesAClass, seed);
  writeFileSync(join(scratch, 'queries.json'), JSON.stringify(queries));
  const queryCounts = Object.fromEntries(QUERY_CLASSES.map((name) => [name, queries[name].length]));
  return { pages: pages.length, queryCounts: queryCounts as Record<QueryClass, number> };
}

/** Opens an index in several new processes, takes medians, and keeps the last process for the queries. */
async function open(name: EngineName, { scratch, core }: SiteOptions): Promise<Opened> {
  const folder = join(scratch, name);
  const openings: { milliseconds: number; bareBytes: number; loadedBytes: number }[] = [];
  for (;;) {
    const client = new EngineClient(name, core);
    openings.push(await client.call('open', { folder }));
    if (openings.length < OPENINGS) {
      client.stop();
      continue;
    }
    await client.call('prepare', {
      queries: join(scratch, 'queries.json'),
      pages: join(scratch, 'pages.jsonl'),
      folder,
    });
    return {
      client,
      openMilliseconds: median(openings.map(({ milliseconds }) => milliseconds)),
      bareBytes: median(openings.map(({ bareBytes }) => bareBytes)),
      loadedBytes: median(openings.map(({ loadedBytes }) => loadedBytes)),
    };
  }
}

/** Milliseconds by class, round and query. */
type Times = Map<QueryClass, number[][]>;

async function timeRounds(
  opened: ReadonlyMap<EngineName, Opened>,
  classes: readonly QueryClass[],
  rounds: number,
  progress: (line: string) => void,
): Promise<Map<EngineName, Record<Part, Times>>> {
  const times = new Map<EngineName, Record<Part, Times>>(
    [...opened.keys()].map((name) => [name, { run: new Map(), find: new Map(), whole: new Map() }]),
  );
  progress('warming up');
  for (const { client } of opened.values()) await client.call('warmUp', { milliseconds: WARM_UP_MILLISECONDS });
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds}`);
    for (const queryClass of classes) {
      for (const [name, { client }] of opened) {
        for (const part of ['run', 'find', 'whole'] as const) {
          const measured = await client.call('round', { queryClass, part });
          const known: Times = times.get(name)![part];
          if (measured !== null) known.set(queryClass, [...(known.get(queryClass) ?? []), measured]);
        }
      }
    }
  }
  return times;
}

function summarise(times: Times): Partial<Record<QueryClass, Latency>> {
  return Object.fromEntries(
    [...times].map(([queryClass, rounds]) => {
      const byQuery = medianByPlace(rounds);
      return [queryClass, { p50: percentile(byQuery, 0.5), p99: percentile(byQuery, 0.99) }];
    }),
  );
}

async function askTotals(
  opened: ReadonlyMap<EngineName, Opened>,
  classes: readonly QueryClass[],
): Promise<Map<EngineName, Totals>> {
  const all = new Map<EngineName, Totals>();
  for (const [name, { client }] of opened) {
    const totals: Totals = {};
    for (const queryClass of classes) totals[queryClass] = await client.call('totals', { queryClass });
    all.set(name, totals);
  }
  return all;
}

function agreement(
  totals: readonly (number | null)[] | undefined,
  expected: readonly (number | null)[] | undefined,
): { equal: number; of: number } | null {
  if (totals === undefined || expected === undefined || totals.every((total) => total === null)) return null;
  return { equal: totals.filter((total, query) => total === expected[query]).length, of: totals.length };
}
