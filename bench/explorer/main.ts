/** `npm run bench:explorer -- [artefact or folder ...]`: the explorer of sites of every size in Chromium, against its budgets. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { startServe } from '../../test/faults/serve_process.ts';
import { launchChromium, wholeChromiumPath } from '../../test/fixtures/chromium.ts';
import { progress, readCount, refuseUsage } from '../command_line.ts';
import { median, percentile } from '../measure/statistics.ts';
import { table } from '../report/render_tables.ts';
import { type Drawn, ExplorerVisit } from './explorer_visit.ts';

const USAGE = `Usage: npm run bench:explorer -- [artefact or folder ...] [options]

Opens the explorer of the project's own site and of the sites given in Chromium, with a processor that is slowed down four times,
and prints the first paint, typing and the map beside the budgets. Sites take turns, round by round. Needs Chromium.

  --rounds N   visits of each site, each with an empty cache (default 5)
  --titles N   titles of pages that are typed letter by letter in each round (default 4)
`;

/** Letters of a title that are typed. */
const typedLetters = 12;

interface Site {
  readonly name: string;
  readonly url: string;
  readonly pages: number;
  readonly titles: readonly string[];
  /** Bytes of brotli of the largest result page that was read. */
  readonly document: number;
  readonly opened: Drawn[];
  /** Milliseconds from each letter to its rows. */
  readonly letters: number[];
  readonly longestWhileTyping: number[];
  readonly map: Drawn[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    titles: { type: 'string', default: '4' },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (wholeChromiumPath === undefined)
  refuseUsage('Cannot measure: Chromium is not installed at /usr/bin/chromium', USAGE);
const rounds = readCount('rounds', values.rounds, USAGE);
const titles = readCount('titles', values.titles, USAGE);
const sources = [fileURLToPath(new URL('../../site', import.meta.url)), ...positionals];
const missing = sources.find((source) => !existsSync(source));
if (missing !== undefined) refuseUsage(`Cannot read "${missing}": there is no such file or folder`, USAGE);

const servers = [];
const sites: Site[] = [];
for (const source of sources) {
  progress(`starts a server of ${source}`);
  const server = await startServe([source]);
  servers.push(server);
  sites.push(await readSite(`http://127.0.0.1:${server.port}`));
}
const browser = await launchChromium(wholeChromiumPath);
// The first round is for the compilers of the servers and the browser.
for (let round = 0; round <= rounds; round++) {
  for (const site of sites) {
    const visit = await ExplorerVisit.begin(browser, site.url);
    const opened = await visit.open(`/explore?q=${encodeURIComponent(site.titles[0]!)}`);
    const map = await visit.openMap();
    await visit.open('/explore');
    const letters: number[] = [];
    for (const title of site.titles) letters.push(...(await visit.type([...title].slice(0, typedLetters).join(''))));
    const longest = await visit.longestTask();
    await visit.end();
    if (round === 0) continue;
    site.opened.push(opened);
    site.map.push(map);
    site.letters.push(...letters);
    site.longestWhileTyping.push(longest);
    progress(`round ${round} of ${rounds}: ${site.name}`);
  }
}
await browser.close();
for (const server of servers) await server.end();
process.stdout.write(`${render()}\n`);

async function readSite(url: string): Promise<Site> {
  const list = async (parameters: string) => {
    const response = await fetch(`${url}/api/search?sections=0&${parameters}`);
    return (await response.json()) as { total: number; items: { title: string }[] };
  };
  const { total } = await list('limit=1');
  const drawn: string[] = [];
  for (let at = 0; at < titles; at++) {
    const { items } = await list(`limit=1&offset=${Math.floor(((at + 0.5) / titles) * total)}`);
    drawn.push(items[0]!.title);
  }
  const sizes: number[] = [];
  for (const query of ['', ...drawn, 'a', 'the use']) {
    const page = await (await fetch(`${url}/explore?q=${encodeURIComponent(query)}`)).arrayBuffer();
    sizes.push(brotliCompressSync(page).length);
  }
  return {
    name: `${total.toLocaleString('en')} pages`,
    url,
    pages: total,
    titles: drawn,
    document: Math.max(...sizes),
    opened: [],
    letters: [],
    longestWhileTyping: [],
    map: [],
  };
}

function render(): string {
  const medianOf = (name: keyof Drawn, drawn: readonly Drawn[]): string =>
    median(drawn.map((each) => each[name])).toFixed(0);
  const rows: [string, string, (site: Site) => string][] = [
    ['largest page of results, kB (Brotli)', '12', ({ document }) => (document / 1000).toFixed(1)],
    ['requests to the first paint', '4', ({ opened }) => medianOf('requests', opened)],
    ['first paint, ms', '-', ({ opened }) => medianOf('painted', opened)],
    ['longest task on load, ms', '50', ({ opened }) => medianOf('longestTask', opened)],
    ['letter typed to results shown, ms, p50', '-', ({ letters }) => median(letters).toFixed(0)],
    ['letter typed to results shown, ms, p95', '400', ({ letters }) => percentile(letters, 0.95).toFixed(0)],
    ['longest task while typing, ms', '-', ({ longestWhileTyping }) => median(longestWhileTyping).toFixed(0)],
    ['map, kB sent', '-', ({ map }) => (median(map.map(({ bytes }) => bytes)) / 1000).toFixed(0)],
    ['map drawn, ms', '-', ({ map }) => medianOf('painted', map)],
    ['longest task while drawing the map, ms', '-', ({ map }) => medianOf('longestTask', map)],
  ];
  return table(
    ['medians, processor slowed down four times', 'budget', ...sites.map(({ name }) => name)],
    rows.map(([name, budget, cellOf]) => [name, budget, ...sites.map(cellOf)]),
  );
}
