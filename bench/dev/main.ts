/** `npm run bench:dev -- [corpus folder]`: how soon `catchword dev` answers at start and after an edit. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { progress, readArguments, readCount, refuseUsage, scratchFolder } from '../command_line.ts';
import { median, percentile } from '../measure/statistics.ts';
import { describeMachine } from '../report/machine.ts';
import { significant, table } from '../report/render_tables.ts';
import { nameOfCorpus, writeResults } from '../report/write_results.ts';
import { type BuildEvent, followBuilds } from './follow_builds.ts';

const USAGE = `Usage: npm run bench:dev -- [corpus folder] [options]

Starts "catchword dev" on copies of a folder's pages (default: the project's own site), edits pages, and measures the time
until they are answered; prints a table and writes it to bench/results/ as JSON. A folder with fewer pages is copied several
times.

  --pages LIST   numbers of pages (default 600,10000)
  --edits N      edits of each kind (default 9)
  --load N       connections that search all the time in the second half of the run (default 4)
`;

/** Pause between two edits in milliseconds: the content is checked in it. */
const pause = 1_500;
const program = fileURLToPath(new URL('../../bin/catchword', import.meta.url));

/** Milliseconds until an answer, and the processor time of all threads of the program in them; NaN where it cannot be read. */
interface Taken {
  readonly elapsed: number;
  readonly processor: number;
}

interface Measured {
  readonly pages: number;
  /** From the start of the command to the first answer, without and with the cache of an earlier build. */
  readonly first: Taken;
  readonly cached: Taken;
  /** From the save to the answer, for each kind of edit. */
  readonly edits: Readonly<Record<string, readonly Taken[]>>;
  /** The same while other connections search. */
  readonly loadedEdits: readonly Taken[];
  /** Times of the searches without edits, and with an edit every moment. */
  readonly searches: { readonly quiet: readonly number[]; readonly edited: readonly number[] };
}

const { values, positionals } = readArguments(
  {
    pages: { type: 'string', default: '600,10000' },
    edits: { type: 'string', default: '9' },
    load: { type: 'string', default: '4' },
  },
  USAGE,
);
const corpus = resolve(positionals[0] ?? fileURLToPath(new URL('../../site', import.meta.url)));
if (!existsSync(corpus)) refuseUsage(`Cannot read "${corpus}": there is no such folder`, USAGE);
const edits = readCount('edits', values.edits, USAGE);
const connections = readCount('load', values.load, USAGE);
const sizes = values.pages.split(',').map((size) => readCount('pages', size, USAGE));
const scratch = scratchFolder();
const measured: Measured[] = [];
for (const size of sizes) measured.push(await measure(size));
const machine = describeMachine(false);
writeResults({
  name: `dev-${nameOfCorpus(corpus)}`,
  tables: render(),
  results: { machine, corpus, measured },
  plot: null,
});

async function measure(size: number): Promise<Measured> {
  const content = join(scratch, String(size));
  const files = copyPages(content, size);
  progress(`${size} pages: first start`);
  const cold = await start(content);
  await cold.end();
  progress(`${size} pages: second start`);
  const server = await start(content);
  await sleep(2 * pause);
  progress(`${size} pages: edits`);
  let edited = 0;
  const file = () => files[(edited++ * 7919) % files.length]!;
  const times: Record<string, Taken[]> = { 'the same words': [], 'a new word': [], 'a new page': [] };
  for (let round = 0; round < edits; round++) {
    times['the same words']!.push(await server.edit(() => appendFileSync(file(), '\nThe page is edited.\n')));
    times['a new word']!.push(await server.edit(() => appendFileSync(file(), `\nEdited with word${round}w.\n`)));
    const added = join(content, `added-${round}.md`);
    times['a new page']!.push(await server.edit(() => writeFileSync(added, '# An added page\n\nIts text.\n')));
  }
  progress(`${size} pages: edits under load`);
  const load = startLoad(server.url);
  await sleep(2 * pause);
  const quiet = load.take();
  const loadedEdits: Taken[] = [];
  for (let round = 0; round < edits; round++)
    loadedEdits.push(await server.edit(() => appendFileSync(file(), '\nThe page is edited again.\n')));
  const during = load.take();
  await load.stop();
  await server.end();
  return {
    ...{ pages: files.length, first: cold.first, cached: server.first },
    ...{ edits: times, loadedEdits, searches: { quiet, edited: during } },
  };
}

/** Copies pages into a folder, in their folders. @returns the copies */
function copyPages(content: string, size: number): string[] {
  const pages = globSync('**/*.md', { cwd: corpus, exclude: ['**/node_modules', '.git'] }).sort();
  if (pages.length === 0) refuseUsage(`Cannot measure "${corpus}": it has no Markdown file`, USAGE);
  return Array.from({ length: size }, (_, at) => {
    const round = Math.floor(at / pages.length);
    const page = pages[at % pages.length]!;
    const copy = join(content, round === 0 ? page : join(`copy-${round}`, page));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(corpus, page), copy);
    return copy;
  });
}

/** Starts the command, and waits for its first answer and until it watches. */
async function start(content: string) {
  const environment = { ...process.env, CATCHWORD_CACHE: join(scratch, 'cache') };
  const began = performance.now();
  const child = spawn(process.execPath, [program, 'dev', content, '--port', '0'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const watching = new Promise<void>((done) => {
    child.stderr.on('data', (text) => {
      said += text;
      if (said.includes('Watching')) done();
    });
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => Promise.reject(new Error(`Cannot measure: ${said}`))),
  ]);
  const { url } = JSON.parse(line as string) as { readonly url: string };
  await (await fetch(`${url}/api/site-pages`)).text();
  const first = { elapsed: performance.now() - began, processor: processorTime(child.pid!) };
  await watching;
  const builds = await followBuilds(`${url}/dev/events`);
  return {
    url,
    first,
    /** @returns the time from the edit to the answer with it */
    async edit(change: () => void): Promise<Taken> {
      const before = processorTime(child.pid!);
      const saved = performance.now();
      const next = builds.next();
      change();
      await readChanged(url, await next);
      const taken = { elapsed: performance.now() - saved, processor: processorTime(child.pid!) - before };
      await sleep(pause);
      return taken;
    },
    async end(): Promise<void> {
      builds.stop();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Milliseconds of processor time that a process has used, in steps of 10 ms, on Linux. */
function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

async function readChanged(url: string, { added, changed }: BuildEvent): Promise<void> {
  const path = [...added, ...changed][0];
  if (path === undefined) throw new Error('Cannot measure: the edit changed no page');
  const response = await fetch(`${url}/api/pages/${path.split('/').map(encodeURIComponent).join('/')}`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`Cannot measure: the edited page is answered by ${response.status}`);
}

/** Searches on several connections without a pause. */
function startLoad(url: string) {
  let times: number[] = [];
  let stopped = false;
  const words = ['page', 'text', 'value', 'query', 'build', 'type', 'file', 'example'];
  const search = async (connection: number): Promise<void> => {
    for (let at = connection; !stopped; at++) {
      const asked = performance.now();
      const word = `${words[at % words.length]} ${words[(at * 3 + 1) % words.length]}`;
      await (await fetch(`${url}/api/pages?q=${encodeURIComponent(word)}&limit=${1 + (at % 40)}`)).arrayBuffer();
      times.push(performance.now() - asked);
      await sleep(2);
    }
  };
  const running = Array.from({ length: connections }, (_, connection) => search(connection));
  return {
    take(): number[] {
      const taken = times;
      times = [];
      return taken;
    },
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(running);
    },
  };
}

function render(): string {
  const row = (name: string, cell: (of: Measured) => number) => [name, ...measured.map((of) => significant(cell(of)))];
  const both = (name: string, of: (each: Measured) => readonly Taken[]) => [
    name,
    ...measured.map((each) => {
      const taken = of(each);
      const [elapsed, processor] = (['elapsed', 'processor'] as const).map((kind) =>
        median(taken.map((one) => one[kind])),
      );
      return `${significant(elapsed!)} / ${significant(processor!)}`;
    }),
  ];
  const kinds = Object.keys(measured[0]!.edits);
  return `${[
    machine,
    `Pages of ${corpus}; medians of ${edits} edits of each kind, in milliseconds elapsed / of processor time of all threads; ${connections} connections search under load.`,
    table(
      ['', ...measured.map(({ pages }) => `${pages} pages`)],
      [
        both('first response, nothing cached', (of) => [of.first]),
        both('first response, pages cached', (of) => [of.cached]),
        ...kinds.map((kind) => both(`response after an edit: ${kind}`, (of) => of.edits[kind]!)),
        both('response after an edit, under load', (of) => of.loadedEdits),
        row('search under load, p99', (of) => percentile(of.searches.quiet, 0.99)),
        row('search under load and edits, p99', (of) => percentile(of.searches.edited, 0.99)),
        row('search under load and edits, slowest', (of) => Math.max(...of.searches.edited)),
      ],
    ),
  ].join('\n\n')}\n`;
}
