import { openBudget } from '../../cache/cache_budget.ts';
import type { SearchRow } from '../../client/api_types.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { readParameters } from '../../query/ask/read_parameters.ts';
import { readSearch } from '../../query/ask/read_search.ts';
import { openQuestions } from '../../questions/open_questions.ts';
import { misused } from '../command_error.ts';
import { openAndNote, openSource } from '../open_source.ts';
import type { EvalFlags } from '../options.ts';
import { paintErr, type Terminal } from '../terminal.ts';
import { compareOutcomes, DEPTH, fallsBeyond, measureQuery, subtractTotals, sumUp } from './measure_queries.ts';
import { type JudgedQuery, openQueries, readQueries } from './read_queries.ts';
import { type Answers, type Comparison, renderJson, renderTable } from './render_evaluation.ts';

const CACHE_BYTES = 16 * 1024 * 1024;

/**
 * `catchword eval`: asks a site the queries of a file and measures where their right pages are. Exit code 0; with `--against` 1 when MRR or
 * nDCG is lower than the other site's by more than is allowed.
 */
export async function evaluate(file: string, source: string, flags: EvalFlags, terminal: Terminal): Promise<number> {
  const allowed = readAllowed(flags);
  const written = openQueries(file);
  const corpus = await openAndNote(source, flags, terminal);
  const queries = readQueries(written, corpus.pages);
  const site = await answersOf(source, corpus, queries, flags);
  const against = flags.against === undefined ? null : await compare(site, queries, allowed, flags, terminal);
  const evaluation = { file, address: flags.address, queries, site, against };
  terminal.out(flags.json === true ? renderJson(evaluation) : renderTable(evaluation, flags.show === true));
  if (against === null || against.falls.length === 0) return 0;
  const falls = against.falls.map(([measure, fall]) => `${measure} fell by ${fall}`).join(', ');
  const worse = `Search is worse than with "${against.source}": ${falls}. --allow permits a fall of at most ${allowed}.`;
  terminal.err(`${paintErr(terminal)('error', worse)}\n`);
  return 1;
}

/** Asks the other site, too. Its notes are those of an earlier build, and are not repeated. */
async function compare(
  site: Answers,
  queries: readonly JudgedQuery[],
  allowed: number,
  { config: _, curation: _curation, ...flags }: EvalFlags,
  terminal: Terminal,
): Promise<Comparison> {
  const source = flags.against!;
  const corpus = await openSource(source, flags, terminal, () => {});
  const right = new Set(queries.flatMap((query) => [...query.right.keys()]));
  const lacking = [...right].filter((path) => corpus.pages.find(path) < 0).length;
  if (lacking > 0) {
    const them = lacking === 1 ? 'it' : 'them';
    const note = `Warning: "${source}" does not contain ${lacking} of the right pages, so queries cannot find ${them} there.`;
    terminal.err(`${paintErr(terminal)('warning', note)}\n`);
  }
  const answers = await answersOf(source, corpus, queries, flags);
  const differences = subtractTotals(site.totals, answers.totals);
  const signs = site.outcomes.map((outcome, at) => compareOutcomes(outcome, answers.outcomes[at]!));
  return { ...answers, differences, signs, allowed, falls: fallsBeyond(allowed, differences) };
}

/** Asks a site each query as a reader who has finished typing does. */
async function answersOf(
  source: string,
  corpus: Corpus,
  queries: readonly JudgedQuery[],
  { address }: EvalFlags,
): Promise<Answers> {
  const questions = openQuestions(corpus, openBudget(CACHE_BYTES));
  const caller = { signal: new AbortController().signal };
  const ask = (text: string) => {
    const q = `q=${encodeURIComponent(text.toWellFormed())}&limit=${DEPTH}`;
    return address === 'search'
      ? questions.search(() => readSearch(`${q}&prefix=none&sections=0`, questions.grammar), caller)
      : questions.ask(() => readParameters(q, questions.grammar), caller);
  };
  const outcomes = [];
  for (const query of queries) {
    const reply = await ask(query.text);
    const rows = isRefusal(reply) ? null : rowsIn(reply.body);
    const found = rows?.map(({ path, rules }) => ({ path: rightCopy(corpus, query, path), rules })) ?? null;
    const rules = new Map((found ?? []).flatMap((row) => (row.rules === undefined ? [] : [[row.path, row.rules]])));
    outcomes.push(measureQuery(query, found?.map(({ path }) => path) ?? null, rules));
  }
  return { source, totals: sumUp(outcomes), outcomes };
}

function rowsIn(body: Uint8Array): readonly Pick<SearchRow, 'path' | 'rules'>[] {
  return (JSON.parse(Buffer.from(body).toString()) as { readonly items: readonly SearchRow[] }).items;
}

/** The path of a row; where the row stands for a right page as its copy in the same language, the path of that page. */
function rightCopy({ copies, pages }: Corpus, { right }: JudgedQuery, path: string): string {
  const page = pages.find(path);
  const group = copies.group[page] ?? 0;
  if (group === 0 || right.has(path)) return path;
  const others = [...copies.members(group - 1)].filter((copy) => pages.language[copy] === pages.language[page]);
  return others.map((copy) => pages.path(copy)).find((copy) => right.has(copy)) ?? path;
}

/** How far a measure may fall. @throws CommandError (exit 2) */
function readAllowed({ allow, against }: EvalFlags): number {
  if (allow === undefined) return 0;
  if (against === undefined) {
    throw misused(
      `Cannot allow a fall of "${allow}": there is nothing to compare with. Specify an artefact or a folder with --against.`,
    );
  }
  if (/^(?:0(?:\.\d+)?|\.\d+|1(?:\.0+)?)$/.test(allow)) return Number(allow);
  throw misused(`Cannot allow a fall of "${allow}": expected a number from 0 to 1, such as 0.01.`);
}
