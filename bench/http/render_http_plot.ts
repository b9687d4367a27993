import { type HttpResults, ratioToNode } from './http_results.ts';
import type { ServerName } from './servers.ts';

/** The palette of Okabe and Ito, which colour-blind readers can distinguish. */
const COLOURS: Readonly<Record<ServerName, string>> = {
  catchword: '#d55e00',
  'catchword-bun': '#e69f00',
  'catchword-2': '#cc79a7',
  node: '#000000',
  fastify: '#56b4e9',
  hono: '#009e73',
  nginx: '#0072b2',
  tantivy: '#666666',
  flexsearch: '#888888',
  minisearch: '#aaaaaa',
  fts5: '#cccccc',
};
const WIDTH = 960;
const LEFT = 190;
const RIGHT = 130;
const ROW = 15;
const GAP = 14;
const TOP = 40;

/** CPU time per request as an SVG: a bar for each server and workload, with its ratio to bare node:http. */
export function renderHttpPlot({ workloads, servers, machine }: HttpResults): string {
  const titles = new Map(servers.map(({ name, title }) => [name, title]));
  const most = Math.max(1, ...workloads.flatMap(({ figures }) => Object.values(figures).map((f) => f.cpuPerRequest)));
  const scale = (WIDTH - LEFT - RIGHT) / most;
  const parts: string[] = [];
  let y = TOP;
  for (const workload of workloads) {
    parts.push(text(LEFT - 14, y + 10, workload.name, 'end'));
    for (const { name } of servers) {
      const figures = workload.figures[name];
      if (figures === undefined) continue;
      const width = figures.cpuPerRequest * scale;
      const ratio = ratioToNode(workload, name);
      const said = `${figures.cpuPerRequest.toFixed(1)} ${titles.get(name)}${ratio === null ? '' : ` (${ratio.toFixed(2)})`}`;
      parts.push(
        `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 3}" fill="${COLOURS[name]}"/>`,
        text(LEFT + width + 5, y + 10, said),
      );
      y += ROW;
    }
    y += GAP;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y + 30}" font-family="system-ui, sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text(14, 18, 'CPU microseconds a request (in brackets: how many times less than bare node:http)'),
    ...parts,
    text(14, y + 14, machine),
    '</svg>\n',
  ].join('\n');
}

function text(x: number, y: number, content: string, anchor = 'start'): string {
  const escaped = content.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${escaped}</text>`;
}
