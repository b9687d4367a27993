import type { KnownItemResult } from '../known_item/measure_known_items.ts';
import type { EngineDescription, Latency, Results, RetrievalResult, SiteResult } from '../measure/results.ts';
import { QUERY_CLASSES } from '../queries/query_classes.ts';

const ABSENT = '-';

/** The whole report as Markdown tables, for a terminal or a document. */
export function renderTables(results: Results): string {
  const { engines, site, retrieval, knownItems, leftOut, machine } = results;
  const parts = [
    machine,
    engines.map(({ title, version }) => `${title} ${version}`).join(', '),
    ...leftOut.map(({ name, reason }) => `Left out: ${name}: ${reason}`),
  ];
  if (site !== null) parts.push(...siteParts(site, engines));
  if (retrieval.length > 0) parts.push('## Ranking quality: nDCG@10 / Recall@100', qualityTable(retrieval, engines));
  if (knownItems.length > 0) {
    parts.push('## Pages searched for by name: share of first places / MRR@10', knownItemTable(knownItems, engines));
  }
  parts.push('## What was asked of whom', engines.map(({ title, settings }) => `- ${title}: ${settings}`).join('\n'));
  return `${parts.join('\n\n')}\n`;
}

function siteParts(site: SiteResult, engines: readonly EngineDescription[]): string[] {
  const cell = (row: (measures: NonNullable<SiteResult['measures']['catchword']>) => string) =>
    engines.map(({ name }) => {
      const measures = site.measures[name];
      return measures === undefined ? ABSENT : row(measures);
    });
  const titles = engines.map(({ title }) => title);
  const multiples = (part: 'latency' | 'whole'): string =>
    table(
      ['query class', ...titles],
      filled.map((queryClass) => [
        queryClass,
        ...cell(({ [part]: measured }) => {
          const own = site.measures[first]?.[part][queryClass];
          const times = measured[queryClass];
          if (own === undefined || times === undefined) return ABSENT;
          return `${significant(times.p50 / own.p50)} / ${significant(times.p99 / own.p99)}`;
        }),
      ]),
    );
  const filled = QUERY_CLASSES.filter((name) => (site.queries[name] ?? 0) > 0);
  const first = engines[0]!.name;
  return [
    `## ${site.pages} pages of ${site.folder}`,
    table(
      ['', ...titles],
      [
        ['build, s', ...cell(({ buildSeconds }) => significant(buildSeconds))],
        ['open the index, ms', ...cell(({ openMilliseconds }) => significant(openMilliseconds))],
        ['memory after load, MB', ...cell(({ loadedBytes }) => megabytes(loadedBytes))],
        ['of which bare runtime, MB', ...cell(({ bareBytes }) => megabytes(bareBytes))],
        ['artefact, MB', ...cell(({ artefactBytes }) => megabytes(artefactBytes))],
      ],
    ),
    `## Milliseconds per query, p50 / p99`,
    `Top 10 with exact total, one thread; different queries in each class, each one's median of ${site.rounds} rounds in which the engines took turns.`,
    table(
      ['query class', 'queries', ...titles],
      filled.map((queryClass) => [
        queryClass,
        String(site.queries[queryClass]),
        ...cell(({ latency }) => milliseconds(latency[queryClass])),
      ]),
    ),
    ...findingParts(site, engines),
    `## The same as multiples of ${titles[0]}'s, p50 / p99`,
    multiples('latency'),
    '## Equal work: milliseconds per response of ten results with highlighted excerpts as JSON, p50 / p99',
    `The total and the facets too, as far as an engine says them. Excerpts of FTS5 are by its \`snippet()\`, of tantivy by its snippet generator, of the others by a plain highlighter.`,
    table(
      ['query class', ...titles],
      filled.map((queryClass) => [queryClass, ...cell(({ whole }) => milliseconds(whole[queryClass]))]),
    ),
    `## Equal work as multiples of ${titles[0]}'s, p50 / p99`,
    multiples('whole'),
    '## Queries whose total is Catchword’s',
    table(
      ['query class', ...titles],
      filled
        .filter((queryClass) => !queryClass.startsWith('like'))
        .map((queryClass) => [
          queryClass,
          ...cell(({ agreement }) => {
            const found = agreement[queryClass];
            return found ? `${found.equal} of ${found.of}` : 'not said';
          }),
        ]),
    ),
  ];
}

/** For engines whose answers hold more than pages and total: the time for those alone, which is all that the others do. */
function findingParts(site: SiteResult, engines: readonly EngineDescription[]): string[] {
  return engines.flatMap(({ name, title }) => {
    const { finding = {}, latency = {} } = site.measures[name] ?? {};
    const classes = QUERY_CLASSES.filter((queryClass) => finding[queryClass] !== undefined);
    if (classes.length === 0) return [];
    return [
      `## Time that ${title} takes to find the pages and their number, and to make the whole response, p50 / p99`,
      table(
        ['query class', 'found', 'whole response'],
        classes.map((queryClass) => [queryClass, milliseconds(finding[queryClass]), milliseconds(latency[queryClass])]),
      ),
    ];
  });
}

function milliseconds(times: Latency | undefined): string {
  return times === undefined ? ABSENT : `${significant(times.p50)} / ${significant(times.p99)}`;
}

function qualityTable(retrieval: readonly RetrievalResult[], engines: readonly EngineDescription[]): string {
  return table(
    ['', 'form', ...engines.map(({ title }) => title)],
    retrieval.map(({ collection, form, quality }) => [
      collection,
      form,
      ...engines.map(({ name }) => {
        const found = quality[name];
        if (found === undefined) return ABSENT;
        const refused = found.refused === 0 ? '' : `, ${found.refused} refused`;
        return `${found.ndcg.toFixed(3)} / ${found.recall.toFixed(3)}${refused}`;
      }),
    ]),
  );
}

function knownItemTable(results: readonly KnownItemResult[], engines: readonly EngineDescription[]): string {
  return table(
    ['', 'searched by', 'queries', ...engines.map(({ title }) => title)],
    results.map(({ site, kind, queries, quality }) => [
      site,
      kind,
      String(queries),
      ...engines.map(({ name }) => {
        const found = quality[name];
        return found === undefined ? ABSENT : `${found.first.toFixed(3)} / ${found.reciprocalRank.toFixed(3)}`;
      }),
    ]),
  );
}

/** A Markdown table with aligned columns, readable in a terminal too. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(headings), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Two significant digits, without exponents. */
export function significant(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return String(Number(value.toPrecision(2)));
}

export function megabytes(bytes: number): string {
  return significant(bytes / 1e6);
}
