/** `npm run bench:questions -- FOLDER...`: asks sites questions as people ask them, and looks where the pages that answer them are. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { installPeers, progress, readArguments, readNames, refuseUsage, scratchFolder } from '../command_line.ts';
import { writeResults } from '../report/write_results.ts';
import { measureQuestions, QUESTION_PEERS, type QuestionResult } from './measure_questions.ts';
import { questionSites } from './read_questions.ts';
import { renderQuestions } from './render_questions.ts';

const USAGE = `Usage: npm run bench:questions -- FOLDER... [options]

Bakes sites, asks each the questions that bench/questions/sites/ has for the name of its folder, and prints where the first
right page is: at the addresses of the service, and in ${QUESTION_PEERS.join(', ')} over the same pages.
There are questions about ${questionSites().join(', ')}.

  --artefact FILE   a baked site, for one FOLDER; then only the folder's name counts
  --peers A,B       of ${QUESTION_PEERS.join(', ')}, or none
  --show            each question with the place of its first right page
`;

const { values, positionals } = readArguments(
  {
    artefact: { type: 'string' },
    peers: { type: 'string', default: QUESTION_PEERS.join(',') },
    show: { type: 'boolean', default: false },
  },
  USAGE,
);
const { artefact = null } = values;
if (positionals.length === 0) refuse('Cannot ask: name the folder of a site');
if (artefact !== null && positionals.length > 1) refuse('Cannot ask several sites of one artefact: name one folder');
const folders = positionals.map((folder) => resolve(folder));
for (const folder of folders) {
  const known = questionSites();
  if (!known.includes(basename(folder))) {
    refuse(`Cannot ask "${basename(folder)}": there are questions about ${known.join(', ')}`);
  }
  const source = artefact ?? folder;
  if (!existsSync(source)) refuse(`Cannot read "${source}": it does not exist`);
}
const peers = values.peers === 'none' ? [] : readNames(values.peers, QUESTION_PEERS, 'engines', USAGE);
if (peers.length > 0) await installPeers();
const scratch = scratchFolder();
const results: QuestionResult[] = [];
for (const folder of folders) {
  results.push(await measureQuestions({ site: basename(folder), folder, artefact, peers, scratch, progress }));
}
writeResults({ name: 'questions', tables: renderQuestions(results, values.show), results, plot: null });

function refuse(message: string): never {
  return refuseUsage(message, USAGE);
}
