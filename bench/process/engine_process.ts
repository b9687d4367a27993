/** Program of a child process: runs one engine on calls of its parent, so that engines do not share a heap. */
import { readFile } from 'node:fs/promises';
import type {
  BenchQuery,
  Engine,
  EngineName,
  OpenedIndex,
  PreparedQuery,
  RetrievalDocument,
  TokenPage,
} from '../engine.ts';
import type { QueryClass } from '../queries/query_classes.ts';
import { readCollection } from '../retrieval/collection.ts';
import { measureRetrieval, type Quality, type RetrievalForm } from '../retrieval/measure_retrieval.ts';
import { readLines } from './read_lines.ts';

const name = process.argv[2] as EngineName;
let opened: OpenedIndex | null = null;
/** Each query, and the same with a whole answer for engines whose `run` gives less. */
type Prepared = PreparedQuery & { readonly whole: { run(): unknown } | undefined };
let prepared: Partial<Record<QueryClass, readonly Prepared[]>> = {};
/** `whole`: the answer of equal work. */
export type Part = 'run' | 'find' | 'whole';
const WAKING_QUERIES = 5;
/** Holds the last answer, so that the compiler cannot optimise a run away. */
const last: { answer: unknown } = { answer: null };

const calls = {
  async describe(): Promise<{ title: string; settings: string; version: string }> {
    const { title, settings, version } = await loadEngine();
    return { title, settings, version: version() };
  },

  /** @param input.pages a file with a TokenPage in JSON per line; reading it is not timed */
  async build(input: { content: string; pages: string | null; folder: string }): Promise<{ seconds: number }> {
    const engine = await loadEngine();
    const pages = input.pages === null ? [] : await readItems<TokenPage>(input.pages);
    const start = performance.now();
    await engine.build({ content: input.content, pages }, input.folder);
    return { seconds: (performance.now() - start) / 1000 };
  },

  /** Resident memory of the process before the engine was loaded, and after its index was opened. */
  async open(input: { folder: string }): Promise<{ milliseconds: number; bareBytes: number; loadedBytes: number }> {
    const bareBytes = residentBytes();
    const engine = await loadEngine();
    const start = performance.now();
    opened = await engine.open(input.folder);
    const milliseconds = performance.now() - start;
    return { milliseconds, bareBytes, loadedBytes: residentBytes() };
  },

  /**
   * @param input.queries a file with the queries by class in JSON; @param input.pages as for `build`; @param input.folder of the index
   */
  async prepare(input: { queries: string; pages: string; folder: string }): Promise<null> {
    const index = opened!;
    const whole = await index.openWhole?.(await readItems<TokenPage>(input.pages), input.folder);
    const queries = JSON.parse(await readFile(input.queries, 'utf8')) as Record<QueryClass, BenchQuery[]>;
    prepared = Object.fromEntries(
      Object.entries(queries).map(([queryClass, list]) => [
        queryClass,
        list.map((query) => ({ ...index.prepare(query), whole: whole?.prepare(query) })),
      ]),
    );
    return null;
  },

  /** Runs all queries at least once, until the time is over, so that the code is compiled and the index is in memory. */
  warmUp(input: { milliseconds: number }): null {
    const end = performance.now() + input.milliseconds;
    do {
      for (const query of Object.values(prepared).flat())
        last.answer = [query.run(), query.find?.(), query.whole?.run()];
    } while (performance.now() < end);
    return null;
  },

  /** Runs every query of a class once. @returns milliseconds by query, or null if the engine cannot find pages alone */
  round(input: { queryClass: QueryClass; part: Part }): number[] | null {
    const times: number[] = [];
    const queries = prepared[input.queryClass]!.flatMap(
      (query) => (input.part === 'whole' ? query.whole?.run : query[input.part]?.bind(query)) ?? [],
    );
    if (queries.length === 0) return null;
    // The process was idle while others ran. Run some queries untimed, so that waking up does not count.
    for (const ask of queries.slice(-WAKING_QUERIES)) last.answer = ask();
    for (const ask of queries) {
      const start = performance.now();
      last.answer = ask();
      times.push(performance.now() - start);
    }
    return times;
  },

  /** @returns the totals in the answers of a class */
  totals(input: { queryClass: QueryClass }): (number | null)[] {
    return prepared[input.queryClass]!.map((query) => query.total(query.run()));
  },

  /** @returns the quality by form; null for an address of a service, of an engine that has none */
  async retrieve(input: { collection: string; forms: readonly RetrievalForm[] }): Promise<(Quality | null)[]> {
    const collection = readCollection(input.collection);
    const retriever = await (await loadEngine()).createRetriever(collection.documents);
    const measured: (Quality | null)[] = [];
    for (const form of input.forms) measured.push(await measureRetrieval(collection, retriever, form));
    return measured;
  },

  /**
   * @param input.documents a file with a document in JSON per line; @param input.texts a file with the texts to look for in JSON;
   * @param input.folder where the baked site is, for an engine that searches it; null: all engines search the documents
   * @returns by text the ids of the first ten documents, best first
   */
  async find(input: { documents: string; texts: string; folder: string | null }): Promise<(readonly string[])[]> {
    const engine = await loadEngine();
    const texts = JSON.parse(await readFile(input.texts, 'utf8')) as string[];
    const retriever =
      (input.folder === null ? undefined : engine.openRetriever?.(input.folder)) ??
      (await engine.createRetriever(await readItems<RetrievalDocument>(input.documents)));
    return texts.map((text) => retriever.any(text, 10));
  },
};

export type EngineCalls = typeof calls;

async function loadEngine(): Promise<Engine> {
  return ((await import(`../engines/${name}.ts`)) as { engine: Engine }).engine;
}

async function readItems<Item>(file: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const line of readLines(file)) items.push(JSON.parse(line) as Item);
  return items;
}

function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

process.on('message', async ({ call, input }: { call: keyof EngineCalls; input: never }) => {
  try {
    process.send!({ result: await calls[call](input) });
  } catch (error) {
    process.send!({ error: error instanceof Error ? error.message : String(error) });
  }
});
