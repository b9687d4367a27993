import type { ListedRows, ListQuery } from '../feedback_store.ts';
import { PUBLIC_COLUMNS, publicRow, type StoredRow } from './stored_row.ts';

/** Asks for the rows of a list and their total at once, so that both are of one moment. @param sign of its parameters */
export function listStatement(sign: '$' | '?'): string {
  return `select counted, listed.* from
    (select count(*) as counted from (select 1 from catchword_submission where hidden = 0 limit ${sign}3) as shown) as total
    left join (select ${PUBLIC_COLUMNS} from catchword_submission where hidden = 0 and sequence < ${sign}1
      order by sequence desc limit ${sign}2) as listed on true
    order by sequence desc`;
}

/** A row more than is listed tells whether there are any, and a row more than is counted whether counting stopped. */
export function listValues({ before, limit, countBudget }: ListQuery): [number, number, number] {
  return [before, limit + 1, countBudget + 1];
}

/** Reads what the statement gives: a row of nulls beside the total where none is listed. */
export function listedRows(given: readonly StoredRow[], { limit, countBudget }: ListQuery): ListedRows {
  const counted = Number(given[0]!.counted);
  const rows = given.filter(({ sequence }) => sequence !== null).map(publicRow);
  return {
    rows: rows.slice(0, limit),
    more: rows.length > limit,
    total: Math.min(counted, countBudget),
    partial: counted > countBudget,
  };
}
