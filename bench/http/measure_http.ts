import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { median } from '../measure/statistics.ts';
import { freePort } from './free_port.ts';
import type { ServerFigures, WorkloadResult } from './http_results.ts';
import { readAnswers, recordAnswers } from './record_answers.ts';
import { type LoadResult, runLoad } from './run_load.ts';
import { ServerProcess } from './server_process.ts';
import { SERVERS, type ServerName } from './servers.ts';
import { answerKey, type RecordedAnswer, type Workload, type WorkloadRequest } from './workload.ts';
import { QUERY_FIELDS, rawRequest } from './write_requests.ts';

export interface HttpOptions {
  readonly corpus: Corpus;
  readonly artefact: string;
  /** The pages of the site, for the engines that search. */
  readonly pages: string;
  readonly servers: readonly ServerName[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Cores of the machine. The load runs on the first, a server on the last. */
  readonly cores: number;
  readonly scratch: string;
  readonly progress: (line: string) => void;
}

interface Running {
  readonly name: ServerName;
  readonly process: ServerProcess;
  /** File with the requests to send. */
  readonly requests: string;
}

/** Number of answers to compare before measuring. */
const COMPARED = 20;
/** Requests after which a server is warm. With fewer, most of the time is that of code that the runtime has not compiled yet. */
const WARM_UP = 40_000;
/** Most rounds of warming up, on a machine that is busy. */
const MOST_WARM_UPS = 20;
/** A large prime, so that each round begins at another request. */
const STRIDE = 7919;

/** Measures all servers under one workload in turns, each in its own process. */
export async function measureWorkload(workload: Workload, options: HttpOptions): Promise<WorkloadResult> {
  const { scratch, servers, rounds, progress } = options;
  const folder = join(scratch, workload.name.replaceAll(/[^A-Za-z0-9]+/g, '-'));
  mkdirSync(folder);
  const recording = join(folder, 'answers.jsonl');
  await recordAnswers(options.corpus, workload.requests, recording);
  const sizes: number[] = [];
  for await (const { body } of readAnswers(recording)) sizes.push(Buffer.byteLength(body));
  const running: Running[] = [];
  try {
    for (const name of servers) {
      if (!SERVERS[name].takes(workload.treatment, workload.name)) continue;
      running.push(await start(name, workload, recording, join(folder, name), options));
    }
    const samples = new Map<ServerName, ServerFigures[]>(running.map(({ name }) => [name, []]));
    const failed: Partial<Record<ServerName, string>> = {};
    const each = async (work: (server: Running) => Promise<void>): Promise<void> => {
      for (const server of running) {
        if (failed[server.name] !== undefined) continue;
        try {
          await work(server);
        } catch (error) {
          failed[server.name] = (error as Error).message;
          samples.delete(server.name);
          progress(`${workload.name}: ${server.name} failed: ${failed[server.name]}`);
        }
      }
    };
    await each((server) => warmUp(server, options));
    progress(`${workload.name}: warmed up`);
    for (let round = 1; round <= rounds; round++) {
      await each(async (server) => void samples.get(server.name)!.push(await measureRound(server, round, options)));
      progress(`${workload.name}: round ${round} of ${rounds}`);
    }
    return {
      name: workload.name,
      requests: workload.requests.length,
      answerBytes: median(sizes),
      figures: Object.fromEntries([...samples].map(([name, figures]) => [name, medians(figures)])),
      failed,
    };
  } finally {
    for (const { process } of running) await process.stop();
  }
}

async function start(
  name: ServerName,
  workload: Workload,
  recording: string,
  folder: string,
  { corpus, artefact, cores, pages }: HttpOptions,
): Promise<Running> {
  mkdirSync(folder);
  const { command, threads, replays } = SERVERS[name];
  const port = await freePort();
  const collections = corpus.settings.collections.map((collection) => collection.name);
  const inputs = { artefact, collections, treatment: workload.treatment, recording, port, folder, pages };
  // Several threads do not fit on the last core.
  const kept = threads === 1 ? String(cores - 1) : null;
  const process = new ServerProcess(await command(inputs), port, kept, { PORT: String(port) });
  try {
    await process.ready();
    await compareAnswers(port, workload, recording, replays);
    const requests = join(folder, 'requests');
    writeFileSync(requests, await rawRequests(port, workload));
    return { name, process, requests };
  } catch (error) {
    await process.stop();
    throw new Error(`Cannot measure ${name}: ${(error as Error).message}`);
  }
}

async function warmUp(server: Running, options: HttpOptions): Promise<void> {
  let asked = 0;
  for (let i = 0; i < MOST_WARM_UPS && asked < WARM_UP; i++) asked += (await load(server, asked, options)).requests;
}

/** @param start number of the first request */
function load({ process, requests }: Running, start: number, options: HttpOptions): Promise<LoadResult> {
  const { seconds, connections, cores } = options;
  return runLoad({ port: process.port, requests, start, seconds, connections, core: cores > 1 ? 0 : null });
}

async function measureRound(server: Running, round: number, options: HttpOptions): Promise<ServerFigures> {
  const { process } = server;
  const before = process.cpuTime();
  const result = await load(server, round * STRIDE, options);
  const after = process.cpuTime();
  return {
    cpuPerRequest: (after.all - before.all) / result.requests,
    busiestPerRequest: (after.busiest - before.busiest) / result.requests,
    requestsPerSecond: (result.requests / result.microseconds) * 1e6,
    p50: result.p50 / 1000,
    p99: result.p99 / 1000,
    residentBytes: process.residentBytes(),
  };
}

function medians(samples: readonly ServerFigures[]): ServerFigures {
  const of = (figure: keyof ServerFigures): number => median(samples.map((sample) => sample[figure]));
  return {
    cpuPerRequest: of('cpuPerRequest'),
    busiestPerRequest: of('busiestPerRequest'),
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    residentBytes: of('residentBytes'),
  };
}

/** Whether an engine's answer has as many rows as Catchword's, and the same total where it says one. */
function findsAsMuch(content: string, expected: string): boolean {
  const [found, wanted] = [content, expected].map(
    (body) => JSON.parse(body) as { readonly items: readonly unknown[]; readonly total: number | null },
  );
  return found!.items.length === wanted!.items.length && (found!.total ?? wanted!.total) === wanted!.total;
}

/** @throws Error if a server does not answer what was recorded: its figures would be for different work */
async function compareAnswers(
  port: number,
  { requests }: Workload,
  recording: string,
  replays: boolean,
): Promise<void> {
  const recorded = new Map<string, RecordedAnswer>();
  for await (const answer of readAnswers(recording)) {
    recorded.set(answer.key, answer);
    if (recorded.size === COMPARED) break;
  }
  for (const request of requests.slice(0, COMPARED)) {
    const response = await ask(port, request);
    const content = await response.text();
    const expected = recorded.get(answerKey(request))!.body;
    const isSame = replays ? content === expected : findsAsMuch(content, expected);
    if (response.status !== 200 || !isSame)
      throw new Error(`it answers ${answerKey(request)} with ${response.status} and something else`);
  }
}

function ask(port: number, { method, target, body }: WorkloadRequest): Promise<Response> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', ...(body === '' ? {} : QUERY_FIELDS) };
  return fetch(`http://127.0.0.1:${port}${target}`, { method, headers, ...(body === '' ? {} : { body }) });
}

/** The requests, each after its length. Conditional requests have the validators of this server. */
async function rawRequests(port: number, { requests, treatment }: Workload): Promise<string> {
  const parts: string[] = [];
  for (const request of requests) {
    const lines: string[] = [];
    if (treatment === 'conditional') {
      const response = await ask(port, request);
      await response.arrayBuffer();
      lines.push(`If-None-Match: ${response.headers.get('etag')}`);
    }
    parts.push(rawRequest(port, request, lines));
  }
  return parts.join('');
}
