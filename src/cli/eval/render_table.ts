import { countOf } from '../../text/count_of.ts';
import { visible } from '../../text/visible.ts';
import type { Evaluation } from './evaluation.ts';
import type { Outcome, Totals } from './measure_queries.ts';

const TITLES = {
  queries: 'queries',
  first: 'first',
  amongThree: 'among 3',
  amongTen: 'among 10',
  mrr: 'MRR@10',
  ndcg: 'nDCG@10',
  refused: 'refused',
} as const satisfies Record<keyof Totals, string>;

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
  const changes = `changed: ${worse.length} worse, ${better.length} better, ${same} as before`;
  return [
    ...renderTotals(evaluation),
    ...(against === null ? [] : ['', changes]),
    ...(listed.length === 0 ? [] : ['', ...renderQueries(evaluation, listed)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function renderTotals({ site, against }: Evaluation): string[] {
  const rows = (Object.keys(TITLES) as (keyof Totals)[]).map((name) => {
    const own = spell(name, site.totals[name]);
    if (against === null) return [TITLES[name], own];
    const change = name === 'queries' ? '' : signed(name, against.differences[name]);
    return [TITLES[name], own, spell(name, against.totals[name]), change];
  });
  return align(against === null ? rows : [['', 'site', 'against', 'change'], ...rows], 'left');
}

/** @param listed the numbers of the queries to list */
function renderQueries({ queries, site, against }: Evaluation, listed: readonly number[]): string[] {
  const rows = listed.map((at) => {
    const own = site.outcomes[at]!;
    const other = against?.outcomes[at];
    const first = own.rank === 1 || own.found.length === 0 ? '' : visible(`  (first: ${own.found[0]})`);
    const figures = [own, ...(other === undefined ? [] : [other])].flatMap((each) => [
      rankOf(each),
      each.ndcg.toFixed(3),
    ]);
    return [...figures, visible(queries[at]!.text) + first];
  });
  const other = against === null ? [] : ['against', 'nDCG'];
  return align([['rank', 'nDCG', ...other, 'query'], ...rows], 'right');
}

function rankOf({ rank, refused }: Outcome): string {
  return refused ? 'refused' : rank === null ? '-' : String(rank);
}

function spell(name: keyof Totals, value: number): string {
  return name === 'mrr' || name === 'ndcg' ? value.toFixed(3) : String(value);
}

/** With its sign; a change that is too small for the figures is shown in full. */
function signed(name: keyof Totals, value: number): string {
  const text = spell(name, value);
  const shown = value !== 0 && Number(text) === 0 ? value.toFixed(6) : text;
  return value > 0 ? `+${shown}` : value === 0 ? '0' : shown;
}

/** Columns with two spaces between them, figures at the right. @param texts which column has texts, the first or the last */
function align(rows: readonly (readonly string[])[], texts: 'left' | 'right'): string[] {
  const last = rows[0]!.length - 1;
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        if (texts === 'right' && column === last) return cell;
        return texts === 'left' && column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
      })
      .join('  ')
      .trimEnd(),
  );
}
