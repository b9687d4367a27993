import { countOf } from '../../text/count_of.ts';
import { visible, visibleJson } from '../../text/visible.ts';
import { alignColumns } from '../terminal.ts';
import type { Differences, Outcome, Totals } from './measure_queries.ts';
import type { JudgedQuery } from './read_queries.ts';

/** The addresses that answer what people type, by the names that `--address` takes. */
const ADDRESSES = { search: '/api/search', pages: '/api/pages' } as const;

/** How a site answered the queries of a file. */
export interface Answers {
  readonly source: string;
  readonly totals: Totals;
  readonly outcomes: readonly Outcome[];
}

interface Evaluation {
  readonly file: string;
  readonly address: keyof typeof ADDRESSES;
  readonly queries: readonly JudgedQuery[];
  readonly site: Answers;
  readonly against: Comparison | null;
}

/** The other site, and how this one differs. */
export interface Comparison extends Answers {
  readonly differences: Differences;
  /** One for each query: positive when this site answers it better, negative when worse, else 0. */
  readonly signs: readonly number[];
  readonly allowed: number;
  /** Measures that fell by more than is allowed, with how far. */
  readonly falls: readonly (readonly [string, number])[];
}

/** The whole evaluation as one JSON document: totals, differences, and every query in the file's order. */
export function renderJson({ file, address, queries, site, against }: Evaluation): string {
  const view = ({ right }: JudgedQuery, { rank, ndcg, refused, found, rules }: Outcome) => {
    const pages = [...right].map(([path, grade]) => ({ path, grade, rank: found.indexOf(path) + 1 || null }));
    const moved = [...(rules ?? [])].map(([path, ofPage]) => ({ path, rules: ofPage }));
    return { rank, ndcg, refused, pages, found, ...(moved.length > 0 && { moved }) };
  };
  return `${visibleJson({
    file,
    address: ADDRESSES[address],
    source: site.source,
    totals: site.totals,
    against: against && {
      source: against.source,
      totals: against.totals,
      differences: against.differences,
      better: against.signs.filter((sign) => sign > 0).length,
      worse: against.signs.filter((sign) => sign < 0).length,
      allowed: against.allowed,
      isWorse: against.falls.length > 0,
    },
    queries: queries.map((query, at) => ({
      query: query.text,
      line: query.line,
      ...view(query, site.outcomes[at]!),
      against: against && view(query, against.outcomes[at]!),
    })),
  })}\n`;
}

/**
 * The evaluation for people: totals, and beside another site the queries whose rank changed, worse ones first.
 * @param show whether to list every query, in the file's order
 */
export function renderTable(evaluation: Evaluation, show: boolean): string {
  const { queries, against } = evaluation;
  const all = [...queries.keys()];
  const signs = against?.signs ?? [];
  const worse = all.filter((at) => signs[at]! < 0);
  const better = all.filter((at) => signs[at]! > 0);
  const listed = show ? all : [...worse, ...better];
  const same = countOf(all.length - worse.length - better.length, 'query', 'queries');
  const changes = `compared: ${worse.length} worse, ${better.length} better, ${same} unchanged`;
  return [
    ...renderTotals(evaluation),
    ...(against === null ? [] : ['', changes]),
    ...(listed.length === 0 ? [] : ['', ...renderQueries(evaluation, listed)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

const TITLES = {
  queries: 'queries',
  first: 'first',
  amongThree: 'among 3',
  amongTen: 'among 10',
  mrr: 'MRR@10',
  ndcg: 'nDCG@10',
  refused: 'refused',
} as const satisfies Record<keyof Totals, string>;

function renderTotals({ site, against }: Evaluation): string[] {
  const rows = (Object.keys(TITLES) as (keyof Totals)[]).map((name) => {
    const spell = (value: number) => (name === 'mrr' || name === 'ndcg' ? value.toFixed(3) : String(value));
    const own = [TITLES[name], spell(site.totals[name])];
    if (against === null) return own;
    const change = name === 'queries' ? '' : signed(spell(against.differences[name]), against.differences[name]);
    return [...own, spell(against.totals[name]), change];
  });
  return alignColumns(against === null ? rows : [['', 'site', 'against', 'change'], ...rows], [0]);
}

/** With its sign; a change that is too small for the figures is shown in full. */
function signed(text: string, value: number): string {
  if (value === 0) return '0';
  const shown = Number(text) === 0 ? value.toFixed(6) : text;
  return value > 0 ? `+${shown}` : shown;
}

/** The owner's rules that moved the first right page, or the first page where none was found. */
function movedBy({ rank, found, rules }: Outcome): string {
  const moving = rules?.get(found[(rank ?? 1) - 1] ?? '') ?? [];
  return moving.length === 0 ? '' : `  (${moving.map(({ rule, line }) => `${rule}, line ${line}`).join('; ')})`;
}

function renderQueries({ queries, site, against }: Evaluation, listed: readonly number[]): string[] {
  const figures = ({ rank, refused, ndcg }: Outcome) => [
    refused ? 'refused' : rank === null ? '-' : String(rank),
    ndcg.toFixed(3),
  ];
  const rows = listed.map((at) => {
    const own = site.outcomes[at]!;
    const first = own.rank === 1 || own.found.length === 0 ? '' : visible(`  (first: ${own.found[0]})`);
    const others = against === null ? [] : figures(against.outcomes[at]!);
    return [...figures(own), ...others, visible(queries[at]!.text) + first + movedBy(own)];
  });
  const header = ['rank', 'nDCG', ...(against === null ? [] : ['against', 'nDCG']), 'query'];
  return alignColumns([header, ...rows], [header.length - 1]);
}
