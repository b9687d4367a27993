/** `npm run bench:mcp -- [artefact or folder]`: what a search costs by `tools/call` of MCP, against the same `GET /api/pages`. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSource } from '../../src/cli/open_source.ts';
import { processTerminal } from '../../src/cli/terminal.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { createNodeServer } from '../../src/http/node/node_server.ts';
import { createService } from '../../src/http/service.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { SeededRandom } from '../queries/seeded_random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { calls: { type: 'string', default: '400' }, rounds: { type: 'string', default: '8' } },
});
const calls = Number(values.calls);
const rounds = Number(values.rounds);
const source = positionals[0] ?? fileURLToPath(new URL('../../site', import.meta.url));
const corpus = await openSource(source, {}, processTerminal(), () => {});
// Without caches, so that every search is made.
const service = createService({ corpus, cacheBytes: 0, mcp: { open: openMcp() } });
const node = createNodeServer(() => service);
node.server.listen(0, '127.0.0.1');
await once(node.server, 'listening');
const { port } = node.server.address() as AddressInfo;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const queries = drawQueries(corpus, 200);
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const rows = 8;

type Way = (query: string) => Promise<void>;
const ways: Readonly<Record<string, Way>> = {
  'GET /api/pages': (query) => send('GET', `/api/pages?q=${encodeURIComponent(query)}&limit=${rows}`, {}),
  'tools/call, 2026-07-28': (query) =>
    call(
      query,
      { _meta: meta },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'search' },
    ),
  'tools/call, 2025-11-25': (query) => call(query, {}, { 'mcp-protocol-version': '2025-11-25' }),
};

/** Milliseconds of CPU time a call, by way; one for each round. Short blocks take turns, so that all see the same machine. */
const costs = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
const blocks = 10;
for (let round = -2; round < rounds; round++) {
  const spent = new Map<string, number>();
  for (let block = 0; block < blocks; block++) {
    for (const [name, way] of Object.entries(ways)) {
      const before = process.cpuUsage();
      for (let i = 0; i < calls / blocks; i++) await way(queries[(block * calls + i) % queries.length]!);
      const { user, system } = process.cpuUsage(before);
      spent.set(name, (spent.get(name) ?? 0) + (user + system) / 1000 / calls);
    }
  }
  // The first rounds are for the compiler.
  if (round >= 0) for (const [name, cost] of spent) costs.get(name)!.push(cost);
}
agent.destroy();
await node.close();

const [base = 1] = [...costs.values()].map(median);
process.stdout.write(
  `${corpus.pages.count} pages, ${rounds} rounds of ${calls} calls, client and server in one process\n\n`,
);
process.stdout.write('| a search for 8 rows | CPU ms a call (median) | against GET |\n|---|---|---|\n');
for (const [name, each] of costs) {
  process.stdout.write(`| ${name} | ${median(each).toFixed(3)} | ${(median(each) / base).toFixed(2)} |\n`);
}

/** Searches for one to three words of one page each. */
function drawQueries({ pages }: Corpus, count: number): readonly string[] {
  const random = new SeededRandom(1);
  return Array.from({ length: count }, () => {
    const markdown = Buffer.from(pages.markdown(random.below(pages.count))).toString();
    const words = markdown.match(/[a-z]{4,12}/g) ?? ['page'];
    const first = random.below(words.length);
    return words.slice(first, first + 1 + random.below(3)).join(' ');
  });
}

function call(query: string, params: object, fields: Readonly<Record<string, string>>): Promise<void> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search', arguments: { query }, ...params },
  };
  const body = JSON.stringify(message);
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...fields };
  return send('POST', '/mcp', headers, body);
}

async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<void> {
  const sent = request({ port, host: '127.0.0.1', method, path, headers, agent });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  for await (const _ of answer);
  if (answer.statusCode !== 200) throw new Error(`${method} ${path} got ${answer.statusCode}`);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}
