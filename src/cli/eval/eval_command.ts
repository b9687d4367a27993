import type { Corpus } from '../../corpus/corpus.ts';
import { countOf } from '../../text/count_of.ts';
import type { BakeFlags } from '../build/bake_content.ts';
import { misused } from '../command_error.ts';
import { openAndNote, openSource } from '../open_source.ts';
import { paintErr } from '../paint.ts';
import type { Terminal } from '../terminal.ts';
import { type AddressName, askQueries } from './ask_queries.ts';
import { compareOutcomes, fallsBeyond, subtractTotals } from './compare_outcomes.ts';
import type { Answers, Comparison } from './evaluation.ts';
import type { JudgedQuery } from './judged_query.ts';
import { measureQuery, sumUp } from './measure_queries.ts';
import { openQueries, readQueries } from './read_queries.ts';
import { renderJson } from './render_json.ts';
import { renderTable } from './render_table.ts';

export interface EvalFlags extends BakeFlags {
  readonly against?: string;
  readonly allow?: string;
  readonly address: AddressName;
  readonly show?: boolean;
  readonly json?: boolean;
}

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
  const against =
    flags.against === undefined ? null : await compare(flags.against, site, queries, allowed, flags, terminal);
  const evaluation = { file, address: flags.address, queries, site, against };
  terminal.out(flags.json === true ? renderJson(evaluation) : renderTable(evaluation, flags.show === true));
  if (against === null || against.falls.length === 0) return 0;
  const falls = against.falls.map(([measure, fall]) => `${measure} fell by ${fall}`).join(', ');
  terminal.err(
    `${paintErr(terminal)('error', `Search is worse than in "${against.source}": ${falls}. Allowed: ${allowed}.`)}\n`,
  );
  return 1;
}

/** Asks the other site, too. Its notes are those of an earlier build, and are not repeated. */
async function compare(
  source: string,
  site: Answers,
  queries: readonly JudgedQuery[],
  allowed: number,
  { config: _, ...flags }: EvalFlags,
  terminal: Terminal,
): Promise<Comparison> {
  const corpus = await openSource(source, flags, terminal, () => {});
  const lacking = new Set(
    queries.flatMap(({ right }) => [...right.keys()].filter((path) => corpus.pages.find(path) < 0)),
  );
  if (lacking.size > 0) {
    const note = `Warning: "${source}" lacks ${countOf(lacking.size, 'right page')}, which no query can find there.`;
    terminal.err(`${paintErr(terminal)('warning', note)}\n`);
  }
  const answers = await answersOf(source, corpus, queries, flags);
  const differences = subtractTotals(site.totals, answers.totals);
  const signs = site.outcomes.map((outcome, at) => compareOutcomes(outcome, answers.outcomes[at]!));
  return { ...answers, differences, signs, allowed, falls: fallsBeyond(allowed, differences) };
}

async function answersOf(
  source: string,
  corpus: Corpus,
  queries: readonly JudgedQuery[],
  { address }: EvalFlags,
): Promise<Answers> {
  const found = await askQueries(corpus, queries, address);
  const outcomes = queries.map((query, at) => measureQuery(query, found[at]!));
  return { source, totals: sumUp(outcomes), outcomes };
}

/** How far a measure may fall. @throws CommandError (exit 2) */
function readAllowed({ allow, against }: EvalFlags): number {
  if (allow === undefined) return 0;
  if (against === undefined) {
    throw misused(
      `Cannot allow a fall of "${allow}": there is nothing to compare with. Name a build with --against ARTEFACT.`,
    );
  }
  if (/^(?:0(?:\.\d+)?|\.\d+|1(?:\.0+)?)$/.test(allow)) return Number(allow);
  throw misused(`Cannot allow a fall of "${allow}": a number from 0 to 1, such as 0.01, is expected.`);
}
