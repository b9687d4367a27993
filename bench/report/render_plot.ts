import type { EngineName } from '../engine.ts';
import type { Results } from '../measure/results.ts';
import { QUERY_CLASSES } from '../queries/query_classes.ts';
import { significant } from './render_tables.ts';

/** The palette of Okabe and Ito, which colour-blind readers can distinguish. */
const COLOURS: Readonly<Record<EngineName, string>> = {
  catchword: '#d55e00',
  tantivy: '#0072b2',
  flexsearch: '#009e73',
  minisearch: '#cc79a7',
  fts5: '#56b4e9',
  lunr: '#999999',
};
const WIDTH = 960;
const LEFT = 230;
const RIGHT = 30;
const ROW = 18;
const GAP = 14;
const TOP = 70;

/** Latency by query class as an SVG: a bar from p50 to p99 for each engine, on a logarithmic scale. */
export function renderPlot({ site, engines, machine }: Results): string | null {
  if (site === null) return null;
  const measured = engines.filter(({ name }) => site.measures[name] !== undefined);
  const classes = QUERY_CLASSES.filter((name) => (site.queries[name] ?? 0) > 0);
  const all = measured.flatMap(({ name }) =>
    Object.values(site.measures[name]!.latency).flatMap(({ p50, p99 }) => [p50, p99]),
  );
  const low = Math.floor(Math.log10(Math.min(...all)));
  const high = Math.ceil(Math.log10(Math.max(...all)));
  const x = (milliseconds: number): number =>
    LEFT + ((Math.log10(milliseconds) - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const groupHeight = measured.length * ROW + GAP;
  const bottom = TOP + classes.length * groupHeight;

  const grid = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)).map(
    (value) =>
      `<path d="M${x(value).toFixed(1)} ${TOP - 8}V${bottom}" stroke="#ddd"/>` +
      text(x(value), bottom + 16, `${significant(value)} ms`, 'middle'),
  );
  const legend = measured.map(({ name, title, version }, i) => {
    const at = LEFT + (i % 3) * 240;
    const y = 34 + Math.floor(i / 3) * 16;
    return `<rect x="${at}" y="${y - 9}" width="10" height="10" fill="${COLOURS[name]}"/>${text(at + 15, y, `${title} ${version}`)}`;
  });
  const bars = classes.flatMap((queryClass, group) => {
    const top = TOP + group * groupHeight;
    const rows = measured.flatMap(({ name }, row) => {
      const times = site.measures[name]!.latency[queryClass];
      if (times === undefined) return [];
      const y = top + row * ROW + ROW / 2;
      const [from, to] = [x(times.p50), x(times.p99)];
      return [
        `<path d="M${from.toFixed(1)} ${y}H${to.toFixed(1)}" stroke="${COLOURS[name]}" stroke-width="5" stroke-opacity=".45"/>` +
          `<circle cx="${from.toFixed(1)}" cy="${y}" r="5" fill="${COLOURS[name]}"/>`,
      ];
    });
    return [text(LEFT - 14, top + (measured.length * ROW) / 2 + 4, queryClass, 'end'), ...rows];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${bottom + 52}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text(14, 16, `Milliseconds a query over ${site.pages} pages: dot p50, bar to p99, logarithmic`),
    ...legend,
    ...grid,
    ...bars,
    text(14, bottom + 40, machine),
    '</svg>\n',
  ].join('\n');
}

function text(x: number, y: number, content: string, anchor = 'start'): string {
  const escaped = content.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${escaped}</text>`;
}
