/** `npm run bench:bake -- [corpus folder]`: bakes and opens a site, beside Pagefind, in one run on one machine. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { installPeers, progress, readArguments, readCount, refuseUsage, scratchFolder } from '../command_line.ts';
import { median } from '../measure/statistics.ts';
import { describeMachine } from '../report/machine.ts';
import { megabytes, significant, table } from '../report/render_tables.ts';
import { nameOfCorpus, writeResults } from '../report/write_results.ts';
import type { Baked, Opened } from './attempt.ts';

const USAGE = `Usage: npm run bench:bake -- [corpus folder] [options]

Measures a full bake on all cores and the opening of its artefact (default folder: the project's own site), beside
Pagefind, which indexes the texts that Catchword has read from the Markdown; prints tables and writes them to
bench/results/ as JSON.

  --rounds N    bakes of each, in turns (default 3)
  --openings N  openings, each in a new process (default 9)
`;

const { values, positionals } = readArguments(
  {
    rounds: { type: 'string', default: '3' },
    openings: { type: 'string', default: '9' },
  },
  USAGE,
);
const content = resolve(positionals[0] ?? fileURLToPath(new URL('../../site', import.meta.url)));
if (!existsSync(content)) refuseUsage(`Cannot read "${content}": there is no such folder`, USAGE);
const rounds = readCount('rounds', values.rounds, USAGE);
const openings = readCount('openings', values.openings, USAGE);

await installPeers();
const scratch = scratchFolder();
const artefact = join(scratch, 'site.catchword');
const texts = join(scratch, 'texts.jsonl');
const baked: { catchword: Baked[]; pagefind: Baked[] } = { catchword: [], pagefind: [] };
for (let round = 0; round < rounds; round++) {
  progress(`bake ${round + 1} of ${rounds}`);
  baked.catchword.push(attempt('catchword', content, artefact));
  if (round === 0) attempt('texts', artefact, texts);
  baked.pagefind.push(attempt('pagefind', texts, join(scratch, `pagefind-${round}`)));
}
const words = commonWords(2);
const opened: { read: Opened[]; open: Opened[] } = { read: [], open: [] };
for (let opening = 0; opening < openings; opening++) {
  opened.read.push(attempt('read', artefact));
  opened.open.push(attempt('open', artefact, ...words));
}
const machine = describeMachine(false);
writeResults({
  name: `bake-${nameOfCorpus(content)}`,
  tables: render(),
  results: { machine, content, baked, opened },
  plot: null,
});

function attempt<Result>(...args: string[]): Result {
  const program = fileURLToPath(new URL('./attempt.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--max-old-space-size=8192', program, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`Cannot measure "${args.join(' ')}": ${stderr}`);
  return JSON.parse(stdout) as Result;
}

/** Words that many pages have, so that their answers have ten rows with excerpts. */
function commonWords(count: number): string[] {
  const { all, vocabulary } = loadArtefact(artefact).text;
  const pagesWith = (term: number) => all.starts[term + 1]! - all.starts[term]!;
  return Array.from({ length: vocabulary.count }, (_, term) => term)
    .filter((term) => /^[a-z]{4,}$/.test(vocabulary.term(term)))
    .sort((a, b) => pagesWith(b) - pagesWith(a) || a - b)
    .slice(0, count)
    .map((term) => vocabulary.term(term));
}

function render(): string {
  const { catchword, pagefind } = baked;
  const { pages } = catchword[0]!;
  const seconds = (of: readonly Baked[]) => median(of.map((each) => each.seconds));
  const row = (name: string, cell: (of: readonly Baked[]) => string) => [name, cell(catchword), cell(pagefind)];
  const milliseconds = (name: string, time: (of: Opened) => number, of = opened.open) => [
    name,
    significant(median(of.map(time))),
  ];
  return `${[
    machine,
    `${pages} pages of ${content}; medians of ${rounds} builds and ${openings} openings.`,
    table(
      ['', 'Catchword', 'Pagefind'],
      [
        row('full build, s', (of) => significant(seconds(of))),
        row('10,000 pages at that speed, s', (of) => significant((seconds(of) * 10_000) / pages)),
        row('peak memory, MB', ([first]) => (first!.peakBytes === null ? '-' : megabytes(first!.peakBytes))),
        row('served files, MB', ([first]) => megabytes(first!.bytes)),
      ],
    ),
    table(
      ['opening', 'ms'],
      [
        milliseconds('open the artefact', (of) => of.openMilliseconds),
        milliseconds('first search', (of) => of.answerMilliseconds[0]!),
        milliseconds('second search, of another word', (of) => of.answerMilliseconds[1]!),
        milliseconds('for comparison: read the whole file', (of) => of.openMilliseconds, opened.read),
      ],
    ),
    `Memory after two searches: ${megabytes(median(opened.open.map(({ bytes }) => bytes)))} MB more than before.`,
  ].join('\n\n')}\n`;
}
