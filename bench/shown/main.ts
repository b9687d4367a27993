/** `npm run bench:shown -- FOLDER...`: asks sites for their headings, and looks at the sections and excerpts of the rows. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { progress, readArguments, readCount, refuseUsage, scratchFolder } from '../command_line.ts';
import { bakeSite } from '../pages/site_documents.ts';
import { table } from '../report/render_tables.ts';
import { writeResults } from '../report/write_results.ts';
import { EXCERPT_FAULTS, measureShown } from './measure_shown.ts';

const USAGE = `Usage: npm run bench:shown -- FOLDER... [options]

Bakes sites and asks each for 300 headings that their page has once. Prints how often the row of that page shows the section of the heading;
how often the page is first, and among the first three, if no other page has the heading; and how many of all excerpts begin or end inside a
word, say no more than the heading or title beside them, or have lost a word.

  --seed N   draws other headings (default 1)
`;

const { values, positionals } = readArguments({ seed: { type: 'string', default: '1' } }, USAGE);
if (positionals.length === 0) refuseUsage('Cannot ask: name the folder of a site', USAGE);
const folders = positionals.map((folder) => resolve(folder));
for (const folder of folders) {
  if (!existsSync(folder)) refuseUsage(`Cannot read "${folder}": it does not exist`, USAGE);
}
const seed = readCount('seed', values.seed, USAGE);
const scratch = scratchFolder();
const results = [];
for (const [i, folder] of folders.entries()) {
  progress(`baking ${folder}`);
  const artefact = join(scratch, `${i}.catchword`);
  await bakeSite(folder, artefact, 'en');
  progress('asking for headings');
  results.push({ site: basename(folder), shown: await measureShown(loadArtefact(artefact), seed) });
}
const rows = results.flatMap(({ site, shown }) =>
  shown.map(({ address, rows, sections, alone, first, amongThree, excerpts, faults }) => [
    ...[site, address, String(rows), (sections / rows).toFixed(3)],
    ...[String(alone), (first / alone).toFixed(3), (amongThree / alone).toFixed(3), String(excerpts)],
    ...EXCERPT_FAULTS.map((fault) => (faults[fault] / excerpts).toFixed(4)),
  ]),
);
const ofPlaces = ['on one page', 'first', 'among three'];
const heads = ['site', 'address', 'rows', 'right section', ...ofPlaces, 'excerpts', ...EXCERPT_FAULTS];
const tables = table(heads, rows);
writeResults({ name: 'shown', tables: `${tables}\n`, results, plot: null });
