import { visibleJson } from '../../text/visible.ts';
import { ADDRESSES } from './ask_queries.ts';
import type { Evaluation } from './evaluation.ts';
import type { JudgedQuery } from './judged_query.ts';
import type { Outcome } from './measure_queries.ts';

/** The whole evaluation as one JSON document: totals, differences, and every query in the file's order. */
export function renderJson({ file, address, queries, site, against }: Evaluation): string {
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
      ...outcomeView(query, site.outcomes[at]!),
      against: against && outcomeView(query, against.outcomes[at]!),
    })),
  })}\n`;
}

function outcomeView({ right }: JudgedQuery, { rank, ndcg, refused, found }: Outcome) {
  const pages = [...right].map(([path, grade]) => ({ path, grade, rank: found.indexOf(path) + 1 || null }));
  return { rank, ndcg, refused, pages, found };
}
