/**
 * Bakes and shows pages that repeat the tokens of Markdown, MDX, HTML, templates and front matter, alone, in pairs and nested. No page
 * may take more than 2 s of processor time to bake or 250 ms to show, and each must be answered. Then a server shows many of them, one after
 * the other, and other requests must have their answers within 50 ms (p99).
 * hostile_pages.ts [--sample N] [--sizes 40000,400000] [--pairs N] [--seed N] [--bake MS] [--render MS] [--processes N] [--match TEXT]
 * [--others MS]
 * With --sample only one page in N is made, beside those that are named in named_pages.ts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { type HostilePage, hostilePages } from './hostile_markdown.ts';
import type { PageCost } from './hostile_pages_process.ts';
import { get, openConnection } from './http_client.ts';
import { namedPages } from './named_pages.ts';
import { startServe } from './serve_process.ts';
import { conclude, option, textOption } from './verdict.ts';

const sample = option('sample', 1);
const sizes = textOption('sizes', '40000,400000').split(',').map(Number);
const most = { bake: option('bake', 2_000), render: option('render', 250) };
const mostWait = option('others', 50);
const match = textOption('match', '');
/** A page that is not done by then counts as hanging, and its process is ended. In milliseconds. */
const patience = option('patience', 20_000);
const faults: string[] = [];
let tried = 0;
const longest: Record<'bake' | 'render' | 'read', readonly [milliseconds: number, name: string]> = {
  bake: [0, ''],
  render: [0, ''],
  read: [0, ''],
};

const pages = choosePages();
await Promise.all(Array.from({ length: option('processes', 1) }, work));
await askMeanwhile();
const told = Object.entries(longest).map(
  ([what, [milliseconds, name]]) => `${what} ${milliseconds.toFixed(0)} ms (${name})`,
);
conclude(`${tried} pages, the longest ${told.join(', ')}`, faults);

function* choosePages(): Generator<HostilePage> {
  for (const page of namedPages()) if (page.name.includes(match)) yield page;
  let made = 0;
  for (const page of hostilePages(sizes, option('pairs', 200), option('seed', 1))) {
    if (made++ % sample === 0 && page.name.includes(match)) yield page;
  }
}

async function work(): Promise<void> {
  let child = await start();
  for (const page of pages) {
    tried++;
    const cost = await leastCost(child, page);
    if (cost === null) {
      fault(`${page.name}: no answer in ${patience} ms`);
      child.kill('SIGKILL');
      child = await start();
    } else judge(page, cost);
  }
  child.kill();
}

/** The least of up to three tries: a page that is too costly always is, one that another program disturbs is not. */
async function leastCost(child: ChildProcess, page: HostilePage): Promise<PageCost | null> {
  let least: PageCost = { bake: Infinity, render: Infinity, read: Infinity, faults: [] };
  for (let tries = 0; tries < 3; tries++) {
    const cost = await costOf(child, page);
    if (cost === null) return null;
    least = {
      bake: Math.min(cost.bake, least.bake),
      render: Math.min(cost.render, least.render),
      read: Math.min(cost.read, least.read),
      faults: cost.faults,
    };
    if (least.bake <= most.bake && least.render <= most.render && least.read <= most.render) break;
  }
  return least;
}

/** Shows pages that are costly to show, and asks for something else meanwhile. */
async function askMeanwhile(): Promise<void> {
  const folder = temporaryFolder();
  const content = join(folder, 'content');
  mkdirSync(content);
  const costly = [
    '# h%\n\n[[#h%]]\n\n',
    '*a* `b` ',
    '|a|b|\n|-|-|\n|c|d|\n\n',
    '- a\n',
    '<b>c</b> ',
    '>',
    '<div>',
    '_a',
  ];
  const shown = 64;
  for (let at = 0; at < shown; at++) {
    const token = costly[at % costly.length]!;
    const times = Math.ceil(200_000 / token.length);
    const text = Array.from({ length: times }, (_, place) => token.replaceAll('%', String(place))).join('');
    writeFileSync(join(content, `p${at}.md`), `# P${at}\n\n${text}\n`);
  }
  const server = await startServe([bakeSite(folder, 'abc123', content)]);
  const [reader, other] = [await openConnection(server.port), await openConnection(server.port)];
  for (let at = 0; at < 200; at++) await other.ask(get('/api/tags'));
  const waits: number[] = [];
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      const begun = performance.now();
      const { status } = await other.ask(get(`/api/search?q=p${waits.length % shown}`));
      waits.push(performance.now() - begun);
      if (status !== 200) fault(`a search meanwhile answers ${status}`);
    }
  })();
  for (let at = 0; at < shown; at++) {
    const { status } = await reader.ask(get(`/explore/page/p${at}`));
    if (status !== 200) fault(`/explore/page/p${at} answers ${status}`);
  }
  isDone = true;
  await asking;
  reader.socket.destroy();
  other.socket.destroy();
  await server.end();
  const p99 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)]!;
  process.stdout.write(`${waits.length} searches while ${shown} pages are shown: p99 ${p99.toFixed(1)} ms\n`);
  if (p99 > mostWait) fault(`other requests wait ${p99.toFixed(1)} ms (p99)`);
}

function judge({ name }: HostilePage, cost: PageCost): void {
  for (const what of ['bake', 'render', 'read'] as const) {
    if (cost[what] > longest[what][0]) longest[what] = [cost[what], name];
  }
  if (cost.bake > most.bake) fault(`${name}: ${cost.bake.toFixed(0)} ms to bake`);
  if (cost.render > most.render) fault(`${name}: ${cost.render.toFixed(0)} ms to show`);
  if (cost.read > most.render) fault(`${name}: ${cost.read.toFixed(0)} ms to read`);
  for (const each of cost.faults) fault(`${name}: ${each}`);
}

function fault(text: string): void {
  faults.push(text);
  process.stdout.write(`${text}\n`);
}

async function start(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./hostile_pages_process.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** @returns null when the process did not answer in time, or ended */
function costOf(child: ChildProcess, page: HostilePage): Promise<PageCost | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), patience);
    const done = (cost: PageCost | null): void => {
      clearTimeout(late);
      child.off('exit', ended);
      child.off('message', done);
      resolve(cost);
    };
    const ended = (): void => done(null);
    child.once('exit', ended);
    child.once('message', done);
    child.send(page);
  });
}
