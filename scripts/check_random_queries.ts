/** Compares the answers of an artefact with scans of every page: check_random_queries.ts ARTEFACT [COUNT] [SEED] */

import { openBudget } from '../src/cache/cache_budget.ts';
import { loadArtefact } from '../src/corpus/load_artefact.ts';
import { createEmbeddedAnswerer } from '../src/engine/embedded/embedded_answerer.ts';
import { compareRandomQueries } from '../test/naive/random_queries.ts';

const [file, count = '200', seed = '1'] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: check_random_queries.ts ARTEFACT [COUNT] [SEED]\n');
  process.exit(2);
}
const corpus = loadArtefact(file);
const differences = await compareRandomQueries(
  corpus,
  createEmbeddedAnswerer(corpus, openBudget(1 << 24)),
  Number(count),
  Number(seed),
);
for (const line of differences) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${Number(count) - differences.length} of ${count} random queries were answered like a scan of every page\n`,
);
process.exitCode = differences.length === 0 ? 0 : 1;
