/**
 * Opens each artefact whose path comes on a line of its input, sends it every kind of request over a socket, and says what comes next
 * on lines, then what came of it on a line that begins with `=`. Run by `crafted_artefacts.ts`, which ends it when it does not go on.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { ArtefactError } from '../../src/corpus/artefact/artefact_format.ts';
import { loadArtefact, readAhead } from '../../src/corpus/load_artefact.ts';
import { createNodeServer } from '../../src/http/node/node_server.ts';
import { createService, type Service } from '../../src/http/service.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { type AskedRequest, askedRequests } from './asked_requests.ts';

/** What came of an artefact. */
export interface Asked {
  readonly refusal: string | null;
  readonly answered: number;
  readonly failed: number;
  /** Answers that a whole artefact does not give. */
  readonly missed: number;
  readonly faults: readonly string[];
}

const [, , page, text, field] = process.argv;
const requests = askedRequests(page!, text!, field!);
/** Most CPU time of a request in milliseconds, and most memory of the process in bytes. */
const mostTime = 1_000;
const mostMemory = 512 * 1024 * 1024;
let service: Pick<Service, 'answer'>;
let logged = 0;
const node = createNodeServer(() => service);
await once(node.server.listen(0, '127.0.0.1'), 'listening');
const { port } = node.server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

for await (const file of createInterface({ input: process.stdin })) {
  const asked = await ask(file);
  globalThis.gc?.();
  process.stdout.write(`=${JSON.stringify(asked)}\n`);
}
process.exit(0);

async function ask(file: string): Promise<Asked> {
  const faults: string[] = [];
  const outcome = { answered: 0, failed: 0, missed: 0 };
  try {
    const corpus = await timed('opening', faults, () => loadArtefact(file));
    service = createService({
      corpus,
      mcp: { open: openMcp() },
      observe({ kind }) {
        if (kind === 'request-failed') logged++;
      },
    });
    for (const each of requests) await timed(describe(each), faults, () => judge(each, faults, outcome));
    await timed('reading all', faults, () => readAll(corpus.shared, faults));
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error);
    if (!(error instanceof ArtefactError)) faults.push(`opening: ${(error as Error).stack ?? refusal}`);
    else if (!refusal.startsWith(`Cannot open "${file}": `) || /[\p{Cc}]/u.test(refusal)) faults.push(refusal);
    return { refusal, ...outcome, faults };
  }
  return { refusal: null, ...outcome, faults };
}

function readAll(memory: Parameters<typeof readAhead>[0], faults: string[]): void {
  try {
    for (const _ of readAhead(memory));
  } catch (error) {
    if (!(error instanceof ArtefactError)) faults.push(`reading all: ${(error as Error).stack}`);
  }
}

async function timed<Value>(name: string, faults: string[], work: () => Value | Promise<Value>): Promise<Value> {
  process.stdout.write(`${name.replaceAll('\n', ' ')}\n`);
  const start = process.cpuUsage();
  const before = process.memoryUsage.rss();
  try {
    return await work();
  } finally {
    const { user, system } = process.cpuUsage(start);
    const milliseconds = (user + system) / 1_000;
    if (milliseconds > mostTime) faults.push(`${name} took ${milliseconds.toFixed(0)} ms`);
    const memory = process.memoryUsage.rss();
    if (memory > mostMemory && memory > before) faults.push(`${name} took the process to ${memory >> 20} MiB`);
  }
}

function describe({ method, path, body = '' }: AskedRequest): string {
  return `${method} ${path} ${body}`.slice(0, 120);
}

type Outcome = { -readonly [Count in 'answered' | 'failed' | 'missed']: number };

async function judge(asked: AskedRequest, faults: string[], outcome: Outcome) {
  const before = logged;
  const status = await send(asked);
  const isFailure = status === 500;
  if (isFailure) outcome.failed++;
  else outcome.answered++;
  if (status !== (asked.status ?? 200)) outcome.missed++;
  if (![200, 204, 404, 406, 422, 500].includes(status)) faults.push(`${describe(asked)} got ${status}`);
  if (isFailure !== logged > before) faults.push(`${describe(asked)} got ${status} and ${logged - before} log lines`);
}

function send({ method, path, headers = {}, body }: AskedRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode!));
      response.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
