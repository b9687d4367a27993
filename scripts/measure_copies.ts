/**
 * Asks an artefact for titles and headings of its pages, and prints a line of a Markdown table on the copies among the first ten rows:
 *
 *     npm run copies -- ARTEFACT...
 *
 * `repeated`: results with the title and the text of an earlier result; `outdated`: results whose page is not the current version of its group in its
 * language, by the results that have copies. `--show` prints each of them with its search.
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { finish } from '../src/async/steps.ts';
import type { Corpus } from '../src/corpus/corpus.ts';
import { loadArtefact } from '../src/corpus/load_artefact.ts';
import { createGrammar } from '../src/query/ask/grammar.ts';
import { readSearch } from '../src/query/ask/read_search.ts';
import { writeSearch } from '../src/query/show/write_search.ts';
import { engineAndScratch } from '../test/fixtures/answer_of.ts';
import { createDraw } from '../test/naive/random_queries.ts';

const SEARCHES = 500;
const LONGEST = 180;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false } },
});
if (positionals.length === 0) throw new Error('Usage: npm run copies -- ARTEFACT... [--show]');
console.log('| site | pages | versions | groups | pages in groups | results | repeated | with copies | outdated |');
console.log(`|---|${'--:|'.repeat(8)}`);
for (const file of positionals) measure(file);

function measure(file: string): void {
  const corpus = loadArtefact(file);
  const { copies, pages } = corpus;
  const isSameLanguage = (a: number, b: number): boolean => pages.language[a] === pages.language[b];
  const counts = { rows: 0, repeated: 0, grouped: 0, outdated: 0 };
  for (const q of drawTexts(corpus)) {
    const seen = new Set<string>();
    for (const path of pathsOf(corpus, q)) {
      const page = pages.find(path);
      const whole = `${pages.title(page)}\n${Buffer.from(pages.markdown(page)).toString()}`;
      const isRepeated = seen.has(whole);
      seen.add(whole);
      const group = copies.group[page] ?? 0;
      const current = group === 0 ? page : copies.members(group - 1).find((copy) => isSameLanguage(copy, page));
      const isOutdated = current !== page;
      counts.rows++;
      if (isRepeated) counts.repeated++;
      if (group > 0) counts.grouped++;
      if (isOutdated) counts.outdated++;
      if (values.show && (isRepeated || isOutdated))
        console.log(`${isRepeated ? 'repeated' : 'outdated'}\t${q}\t${path}`);
    }
  }
  const inGroups = copies.group.filter((group) => group > 0).length;
  const cells = [
    ...[basename(file, '.catchword'), pages.count, copies.versions.length, copies.count, inGroups],
    ...[counts.rows, counts.repeated, counts.grouped],
    `${counts.outdated} (${((100 * counts.outdated) / Math.max(1, counts.grouped)).toFixed(1)} %)`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

/** Titles and headings in turn, drawn at random. */
function drawTexts({ pages, headings }: Corpus): string[] {
  const draw = createDraw(1);
  return Array.from({ length: SEARCHES }, (_, i) => {
    const page = draw(pages.count);
    const [from, to] = [headings.starts[page]!, headings.starts[page + 1]!];
    const isHeading = i % 2 === 1 && to > from;
    return [...(isHeading ? headings.read(from + draw(to - from)).text : pages.title(page))].slice(0, LONGEST).join('');
  });
}

function pathsOf(corpus: Corpus, q: string): string[] {
  const plan = readSearch(`q=${encodeURIComponent(q)}`, createGrammar([]));
  if (!('sort' in plan)) throw new Error(`Cannot search ${JSON.stringify(q)}`);
  const { engine, scratch } = engineAndScratch(corpus);
  const { body } = finish(writeSearch(engine, scratch, plan));
  const { items } = JSON.parse(Buffer.from(body).toString()) as { items: { path: string }[] };
  return items.map(({ path }) => path);
}
