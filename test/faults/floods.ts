/**
 * Clients that pipeline very many requests and leave: another caller is answered about as fast as before, without errors, the server
 * takes no more memory for it, and all is over soon after they left.
 * floods.ts [--kind NAME] [--senders N] [--milliseconds N] [--bound N] [--program FILE] [--artefact FILE]
 *
 * A kind is run from one connection and from many. The caller asks a question that nobody asked before every few milliseconds. All
 * connections are served in turn, and those that pipeline by turns with the caller: its 99th percentile has the bound `--bound`, in
 * milliseconds; on a slow machine four times that without the flood.
 * The time in which server or caller could have run and the kernel ran others does not count.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { catchword, messagesOf, type ServeProcess, startServe } from './serve_process.ts';
import { startSubmitters } from './submitters.ts';
import { conclude, option, textOption } from './verdict.ts';

/** What the thread of the senders is given. */
export interface Flood {
  readonly port: number;
  /** What each sender sends. */
  readonly bytes: readonly Uint8Array[];
}

interface Kind {
  /** Requests of a sender that is alone, and of one among many, each of which gets a small part of the server's time. */
  readonly alone: number;
  readonly amongMany: number;
  request(number: number): string;
  /** Makes the site that is asked; default the shipped one. */
  readonly site?: (folder: string) => string;
  /** Whether feedback is kept, and there is some. */
  readonly feedback?: boolean;
}

/** Milliseconds for the 99th percentile of the caller, on a site of a few thousand pages. */
const bound = option('bound', 10);
/** What a server may say: that it made the store, and that a given artefact has no commit. */
const EXPECTED = /^(Created a feedback store|Responses have no ETag)/;
const QUIET = 2_000;
const PAUSE = 2;
/** How many times as long the caller may wait beside a flood, where that is more than the bound. */
const SLOWER = 4;
const PATIENCE = 3_000;
const OVER_WITHIN = 1_000;
const AFTER = 1_000;
/** Share of a processor that the caller may take beyond what it took before the flood. */
const MORE_BUSY = 0.25;
const MOST_GROWTH = 64 * 1024 * 1024;
const SAME_SLUG = 20_000;
const kinds: Readonly<Record<string, Kind>> = {
  searches: { alone: 20_000, amongMany: 2_000, request: (number) => get(`/api/pages?q=cache+${word(number)}`) },
  queries: {
    alone: 20_000,
    amongMany: 2_000,
    request: (number) => query({ match: { text: `cache ${word(number)}`, in: 'all' } }),
  },
  cached: { alone: 60_000, amongMany: 10_000, request: () => get('/api/pages?q=cache') },
  feedback: { alone: 20_000, amongMany: 2_000, request: () => get('/api/feedback?limit=25'), feedback: true },
  slugs: {
    alone: 2_000,
    amongMany: 200,
    request: (number) => query({ batch: slugQueries(number) }),
    site: writeSameSlugs,
  },
};

const program = textOption('program', catchword);
const named = textOption('kind', '');
const givenArtefact = textOption('artefact', '');
const folder = temporaryFolder();
const faults: string[] = [];
let asked = 0;
let flooded = 0;
const figures: string[] = [];
const counts = [1, option('senders', 64)];
for (const [name, kind] of Object.entries(kinds)) if (named === '' || named === name) await tryKind(name, kind);
conclude(figures.join('; '), faults);

async function tryKind(name: string, kind: Kind): Promise<void> {
  const artefact =
    givenArtefact !== '' && kind.site === undefined
      ? givenArtefact
      : bakeSite(folder, `abc${name}`, kind.site?.(folder), name, program);
  const store = kind.feedback === true ? ['--feedback', `sqlite:${join(folder, `${name}.db`)}`] : [];
  const server = await startServe([artefact, ...store], [], program);
  if (kind.feedback === true) await startSubmitters({ port: server.port, clients: 4, name, each: 100 }).done;
  // The first flood brings the heap to its working size and has the runtime compile what answers.
  await flood(server, requestsOf(kind, Math.max(...counts)), 5_000);
  await sleep(OVER_WITHIN);
  const faultsBefore = faults.length;
  for (const senders of counts) {
    const fail = (what: string) => faults.push(`${name} from ${senders}: ${what}`);
    const before = residentBytes(server);
    const idle = processorMilliseconds(server);
    const quiet = await measure(server, QUIET);
    const usual = (processorMilliseconds(server) - idle) / QUIET;
    const meanwhile = await flood(server, requestsOf(kind, senders), option('milliseconds', 3_000));
    await sleep(OVER_WITHIN);
    const processor = processorMilliseconds(server);
    const after = await measure(server, AFTER);
    const busy = (processorMilliseconds(server) - processor) / AFTER;
    const growth = meanwhile.mostBytes - before;
    if (meanwhile.p99 > Math.max(bound, SLOWER * quiet.p99))
      fail(`99 % within ${milliseconds(meanwhile.p99)}, before ${milliseconds(quiet.p99)}`);
    if (busy > usual + MORE_BUSY) fail(`still busy a second later: ${percent(busy)}, before ${percent(usual)}`);
    if (growth > MOST_GROWTH) fail(`memory grew by ${Math.round(growth / 1024 / 1024)} MiB`);
    const errors = [...quiet.errors, ...meanwhile.errors, ...after.errors];
    if (errors.length > 0) fail(`${errors.length} errors, such as ${errors[0]}`);
    figures.push(
      `${name} from ${senders}: ${milliseconds(quiet.p99)} before, ${milliseconds(meanwhile.p99)} meanwhile, ${milliseconds(after.p99)} after, ${Math.round(growth / 1024 / 1024)} MiB`,
    );
    process.stdout.write(`  ${figures.at(-1)}\n`);
    // What follows would only measure what this one left behind.
    if (faults.length > faultsBefore) break;
  }
  // One that is held up would take as long to end as its questions take.
  const broke = faults.length > faultsBefore;
  const { code } = await server.end(broke ? 'SIGKILL' : 'SIGTERM');
  const said = messagesOf(server.errors()).filter((message) => !EXPECTED.test(message));
  if (!broke && (code !== 143 || said.length > 0)) {
    faults.push(`${name}: ended with ${code}, said ${said.slice(0, 3)}`);
  }
}

interface Measured {
  /** In milliseconds. */
  readonly p99: number;
  readonly errors: readonly string[];
}

/** What each of so many senders sends: nothing that was sent before, where the kind asks different questions. */
function requestsOf({ alone, amongMany, request }: Kind, senders: number): Uint8Array[] {
  const length = senders === 1 ? alone : amongMany;
  return Array.from({ length: senders }, () => Buffer.from(Array.from({ length }, () => request(flooded++)).join('')));
}

async function flood(
  server: ServeProcess,
  bytes: readonly Uint8Array[],
  time: number,
): Promise<Measured & { mostBytes: number }> {
  const workerData: Flood = { port: server.port, bytes };
  const senders = new Worker(new URL('flood_senders.ts', import.meta.url), { workerData });
  let mostBytes = 0;
  const sampling = setInterval(() => {
    mostBytes = Math.max(mostBytes, residentBytes(server));
  }, 50);
  const measured = await measure(server, time);
  const gone = new Promise((resolve) => senders.once('message', resolve));
  senders.postMessage('leave');
  await gone;
  await senders.terminate();
  clearInterval(sampling);
  return { ...measured, mostBytes };
}

/** Asks for so long, or until something goes wrong. */
async function measure(server: ServeProcess, time: number): Promise<Measured> {
  const times: number[] = [];
  const errors: string[] = [];
  const { socket, ask } = await openConnection(server.port);
  for (const end = performance.now() + time; performance.now() < end; await sleep(PAUSE)) {
    const held = heldUp(server);
    const start = performance.now();
    try {
      const answer = await Promise.race([ask(get(`/api/pages?q=${word(asked++)}+page`)), sleep(PATIENCE, null)]);
      if (answer?.status !== 200)
        errors.push(answer === null ? `no answer in ${PATIENCE} ms` : `status ${answer.status}`);
    } catch (error) {
      errors.push(String(error));
    }
    times.push(Math.max(0, performance.now() - start - (heldUp(server) - held)));
    if (errors.length > 0) break;
  }
  socket.destroy();
  times.sort((a, b) => a - b);
  return { p99: times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY, errors };
}

function query(question: unknown): string {
  const body = JSON.stringify(question);
  const fields = `Content-Type: application/json\r\nx-http-method-override: QUERY\r\nContent-Length: ${body.length}`;
  return `POST /api/pages HTTP/1.1\r\nHost: a.example\r\n${fields}\r\n\r\n${body}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} % of a processor`;
}

/** Another word for each number. */
function word(number: number): string {
  return `w${number.toString(36)}`;
}

/** The last of them makes the batch one that nobody asked before. */
function slugQueries(number: number) {
  const dear = Array.from({ length: 9 }, (_, at) => ({ slug: 'same', tag: `tag-${(number + at) % 10}` }));
  return [...dear, { slug: word(number) }];
}

/** A site of very many pages that share one slug. */
function writeSameSlugs(parent: string): string {
  const content = join(parent, 'same-slugs');
  for (let number = 0; number < SAME_SLUG; number++) {
    const place = join(content, `p${number}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'same.md'), `---\ntags: [tag-${number % 10}]\n---\n\n# Page ${number}\n\nA page.\n`);
  }
  return content;
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function residentBytes({ child }: ServeProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'latin1');
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}

/** Milliseconds in which the main thread of the server or of this process was ready to run and another ran. */
function heldUp({ child }: ServeProcess): number {
  let nanoseconds = 0;
  for (const id of [child.pid, process.pid]) {
    const [, waited] = readFileSync(`/proc/${id}/task/${id}/schedstat`, 'latin1').split(' ');
    nanoseconds += Number(waited);
  }
  return nanoseconds / 1e6;
}

/** User and system time of the process so far; the kernel counts a hundredth of a second at a time. */
function processorMilliseconds({ child }: ServeProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
