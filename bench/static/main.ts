/** `npm run bench:static -- FOLDER...`: search from static files in Chromium, beside Pagefind, in one run. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LoadedCorpus, loadWholeArtefact } from '../../src/corpus/load_artefact.ts';
import { launchChromium, wholeChromiumPath } from '../../test/fixtures/chromium.ts';
import { writeFiles } from '../../test/static_search/open_static_site.ts';
import { installPeers, progress, readArguments, readCount, refuseUsage, scratchFolder } from '../command_line.ts';
import { median, percentile } from '../measure/statistics.ts';
import { bakeSite } from '../pages/site_documents.ts';
import { describeMachine } from '../report/machine.ts';
import { megabytes, table } from '../report/render_tables.ts';
import { writeResults } from '../report/write_results.ts';
import { openFileHost } from './file_host.ts';
import { type Cost, SEARCHES, StaticReader } from './static_reader.ts';

const USAGE = `Usage: npm run bench:static -- FOLDER... [options]

Builds the search of each site as static files and, from the same texts, the index of Pagefind. In Chromium, with a processor that is slowed
down four times and a line of 1.6 Mbit/s with 150 ms a round trip, readers with an empty cache search for titles of pages: the first one
whole, the others letter by letter. Prints bytes, requests and times. Needs Chromium.

  --readers N  readers of each site, in turns (default 3)
  --titles N   titles that each reader types (default 4)
`;

/** Letters of a title that are typed. */
const TYPED = 14;

interface Measured {
  readonly files: number;
  readonly fileBytes: number;
  readonly first: Cost[];
  readonly letters: Cost[];
}

const { values, positionals } = readArguments(
  { readers: { type: 'string', default: '3' }, titles: { type: 'string', default: '4' } },
  USAGE,
);
if (positionals.length === 0) refuseUsage('Cannot measure: name the folder of a site', USAGE);
if (wholeChromiumPath === undefined)
  refuseUsage('Cannot measure: Chromium is not installed at /usr/bin/chromium', USAGE);
const folders = positionals.map((folder) => resolve(folder));
for (const folder of folders) {
  if (!existsSync(folder)) refuseUsage(`Cannot read "${folder}": there is no such folder`, USAGE);
}
const readers = readCount('readers', values.readers, USAGE);
const titles = readCount('titles', values.titles, USAGE);

await installPeers();
const scratch = scratchFolder();
const browser = await launchChromium(wholeChromiumPath);
const machine = describeMachine(false);
const sites: Awaited<ReturnType<typeof measureSite>>[] = [];
for (const [number, folder] of folders.entries()) sites.push(await measureSite(folder, join(scratch, String(number))));
await browser.close();
writeResults({ name: 'static', tables: render(), results: { machine, sites }, plot: null });

async function measureSite(folder: string, out: string) {
  progress(`builds ${folder}`);
  mkdirSync(out);
  const artefact = join(out, 'site.catchword');
  await bakeSite(folder, artefact, 'en');
  const corpus = loadWholeArtefact(artefact);
  const { build } = await writeFiles(corpus, join(out, 'catchword'), 2 ** 30);
  const texts = join(out, 'texts.jsonl');
  attempt('texts', artefact, texts);
  attempt('pagefind', texts, join(out, 'pagefind'));
  const host = await openFileHost(out);
  const opens = { catchword: SEARCHES.catchword(build), pagefind: SEARCHES.pagefind() };
  const measured = {
    catchword: { ...sizeOf(join(out, 'catchword', build)), first: [], letters: [] } as Measured,
    pagefind: { ...sizeOf(join(out, 'pagefind')), first: [], letters: [] } as Measured,
  };
  for (let reader = 0; reader < readers; reader++) {
    for (const [name, open] of Object.entries(opens)) {
      const typed = titlesOf(corpus, reader);
      const visit = await StaticReader.begin(browser, host, open);
      const of = measured[name as keyof typeof measured];
      of.first.push(await visit.search(typed[0]!));
      for (const title of typed.slice(1)) {
        const letters = [...title].slice(0, TYPED);
        for (let end = 2; end <= letters.length; end++)
          of.letters.push(await visit.search(letters.slice(0, end).join('')));
      }
      await visit.end();
      progress(`reader ${reader + 1} of ${readers}: ${name}`);
    }
  }
  await host.close();
  return { name: basename(folder), pages: corpus.pages.count, measured };
}

/** Titles of pages from all over the site, others for each reader. */
function titlesOf({ pages }: LoadedCorpus, reader: number): string[] {
  const count = titles + 1;
  return Array.from({ length: count }, (_, at) =>
    pages.title(Math.floor(((at + (reader + 0.5) / readers) / count) * pages.count)),
  );
}

function attempt(...args: string[]): void {
  const program = fileURLToPath(new URL('../bake/attempt.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ['--max-old-space-size=8192', program, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Cannot build "${args.join(' ')}": ${stderr}`);
}

function sizeOf(folder: string): Pick<Measured, 'files' | 'fileBytes'> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return { files: files.length, fileBytes: bytes.reduce((sum, each) => sum + each, 0) };
}

function render(): string {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  const of = (costs: readonly Cost[], fact: keyof Cost) => costs.map((cost) => cost[fact]);
  const rows: [string, (measured: Measured) => string][] = [
    ['files', ({ files }) => String(files)],
    ['size of all files, MB', ({ fileBytes }) => megabytes(fileBytes)],
    ['first search, kB', ({ first }) => kilobytes(median(of(first, 'bytes')))],
    ['first search, requests', ({ first }) => String(median(of(first, 'requests')))],
    ['first search, ms', ({ first }) => median(of(first, 'milliseconds')).toFixed(0)],
    ['letter, kB, p50', ({ letters }) => kilobytes(median(of(letters, 'bytes')))],
    [
      'letter, kB, mean',
      ({ letters }) => kilobytes(of(letters, 'bytes').reduce((sum, each) => sum + each, 0) / letters.length),
    ],
    ['letter, kB, p95', ({ letters }) => kilobytes(percentile(of(letters, 'bytes'), 0.95))],
    ['letter, ms, p50', ({ letters }) => median(of(letters, 'milliseconds')).toFixed(0)],
    ['letter, ms, p95', ({ letters }) => percentile(of(letters, 'milliseconds'), 0.95).toFixed(0)],
    [
      'letter that loads nothing, ms, p50',
      ({ letters }) => {
        const free = letters.filter(({ requests }) => requests === 0);
        return free.length === 0 ? '-' : median(of(free, 'milliseconds')).toFixed(1);
      },
    ],
  ];
  const tables = sites.flatMap(({ name, pages, measured }) => [
    `${name}, ${pages} pages; ${readers} readers, ${measured.catchword.letters.length} letters.`,
    table(
      ['', 'Catchword', 'Pagefind'],
      rows.map(([row, cell]) => [row, cell(measured.catchword), cell(measured.pagefind)]),
    ),
  ]);
  return `${[machine, ...tables].join('\n\n')}\n`;
}
