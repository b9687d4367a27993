/**
 * Publishes a folder of many pages with `publish --from`: every page must arrive, in order, and the memory of the process must stay
 * below a bound. The pages repeat those of this site, each with words of its own. The cluster is a stand-in that counts.
 * streamed_site.ts [--pages N] [--lines N] [--megabytes N] [--content FOLDER] [--cluster]
 *
 * With `--lines` a page has so many lines at most. With `--content` it publishes that folder instead of made pages. With `--cluster` it
 * publishes to a real cluster of three nodes, which it starts and stops.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingForCluster } from '../../scripts/cluster/fetch_server.ts';
import { startCluster } from '../../scripts/cluster/start_cluster.ts';
import { startFakeCluster } from '../fixtures/fake_cluster.ts';
import { temporaryFolder } from './baked_site.ts';
import { catchword } from './serve_process.ts';
import { conclude, option, skipWhere, textOption } from './verdict.ts';

const pages = option('pages', 20_000);
const megabytes = option('megabytes', 1_000);
const lines = option('lines', Number.POSITIVE_INFINITY);
const PAGES_A_FOLDER = 500;
/** Megabytes of each node of a real cluster. */
const HEAP = 1_024;

const content = textOption('content', '') || makeSite();
const target = await openTarget();
const started = performance.now();
const child = spawn(process.execPath, [catchword, 'publish', '--from', content, '--search', target.address, '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let output = '';
child.stdout.on('data', (text) => {
  output += text;
});
let peak = 0;
const watch = setInterval(() => {
  try {
    // A process that is ending has no such line.
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0;
    peak = Math.max(peak, Math.round(Number(kilobytes) / 1024));
  } catch {
    // It has just ended.
  }
}, 200);
const [code] = await once(child, 'close');
clearInterval(watch);

const faults: string[] = [];
const seconds = Math.round((performance.now() - started) / 1000);
const report = code === 0 ? (JSON.parse(output) as Report) : null;
if (report === null) faults.push(`it ended with ${code}`);
else {
  const arrived = await target.count(report.index);
  if (arrived !== report.pages) faults.push(`${arrived} of ${report.pages} pages arrived`);
  if (textOption('content', '') === '' && report.pages !== pages) faults.push(`${report.pages} of ${pages} pages`);
}
await target.stop();
if (peak === 0) faults.push('its memory was not measured');
if (peak > megabytes) faults.push(`${peak} MB of memory`);
const stored = process.argv.includes('--cluster')
  ? `, ${Math.round((report?.bytesStored ?? 0) / 1e6)} MB in the cluster`
  : '';
conclude(`${report?.pages ?? 0} pages in ${seconds} s with at most ${peak} MB of memory${stored}`, faults);

/** A folder of pages that repeat those of this site. Some of the words of each page have a number of the page. */
function makeSite(): string {
  const folder = temporaryFolder();
  const site = fileURLToPath(new URL('../../site', import.meta.url));
  const samples = globSync('**/*.md', { cwd: site })
    .sort()
    .map((file) => readFileSync(join(site, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
    .map((text) => text.split('\n').slice(0, lines).join('\n'));
  for (let page = 0; page < pages; page++) {
    const part = `part-${Math.floor(page / PAGES_A_FOLDER)}`;
    if (page % PAGES_A_FOLDER === 0) mkdirSync(join(folder, part));
    // A few thousand distinct new words, as a real site has new words more and more rarely.
    const own = `w${page % 5_000}`;
    const text = samples[page % samples.length]!.replaceAll(/\b(the|page|is)\b/g, `$1${own}`);
    const front = `---\ntitle: Page ${page} ${own}\ntags: [tag ${page % 100}]\n---\n`;
    writeFileSync(join(folder, part, `p${page}.md`), `${front}\nSee [next](p${page + 1}.md).\n\n${text}`);
  }
  return folder;
}

interface Report {
  readonly pages: number;
  readonly index: string;
  /** Of all copies. */
  readonly bytesStored: number;
}

interface Target {
  readonly address: string;
  /** Number of pages of an index. */
  count(index: string): Promise<number>;
  stop(): Promise<void>;
}

async function openTarget(): Promise<Target> {
  if (!process.argv.includes('--cluster')) {
    const stand = await startFakeCluster();
    return {
      address: stand.address,
      count: async (index) => stand.documents.get(index)?.size ?? 0,
      stop: () => stand.stop(),
    };
  }
  skipWhere(missingForCluster());
  const cluster = await startCluster({ heap: HEAP });
  const [first] = cluster.addresses as [string];
  return {
    address: `http://${cluster.addresses.map((address) => new URL(address).host).join(',')}/made`,
    async count(index) {
      const answer = await fetch(`${first}/${index}/_count`);
      return ((await answer.json()) as { readonly count: number }).count;
    },
    stop: () => cluster.stop(),
  };
}
