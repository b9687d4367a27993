/**
 * `npm run bench:mcp -- [artefact or folder]`: what a search costs by `tools/call` of MCP, against the same `GET /api/pages`, and
 * how long the answers are, against their bounds.
 *
 * Compared are the same words and the same number of rows, sent by one client on one connection to one server, which runs in a
 * process of its own. A new question is asked without caches, so that each way does the whole search. A repeated one was asked by
 * each way before, of a server with its default caches. Both answers have the same rows: that of `GET` as JSON with all that is known
 * of a page, that of MCP as a text with the passages that answer.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openSource } from '../../src/cli/open_source.ts';
import { processTerminal } from '../../src/cli/terminal.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { toolCaps } from '../../src/mcp/tools/tool.ts';
import { countCharacters } from '../../src/text/count_characters.ts';
import { SeededRandom } from '../queries/seeded_random.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { calls: { type: 'string', default: '400' }, rounds: { type: 'string', default: '8' } },
});
const calls = Number(values.calls);
const rounds = Number(values.rounds);
const source = positionals[0] ?? fileURLToPath(new URL('../../site', import.meta.url));
const corpus = await openSource(source, {}, processTerminal(), () => {});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const rows = 8;
/** Of the server that is asked now. */
let port = 0;

type Way = (query: string) => Promise<unknown>;
const ways: Readonly<Record<string, Way>> = {
  'GET /api/pages': (query) => send('GET', `/api/pages?q=${encodeURIComponent(query)}&limit=${rows}`, {}),
  // What the body of a request costs by itself.
  'POST /api/pages (QUERY)': (query) =>
    send(
      'POST',
      '/api/pages',
      { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' },
      JSON.stringify({ match: { text: query, in: 'all' }, limit: rows }),
    ),
  'tools/call, 2026-07-28': (query) =>
    call(
      query,
      { _meta: meta },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'search' },
    ),
  'tools/call, 2025-11-25': (query) => call(query, {}, { 'mcp-protocol-version': '2025-11-25' }),
};

/** What a call costs: the processor time of the server, and the time that the client waits, in milliseconds. */
interface Cost {
  readonly server: number;
  readonly wait: number;
}

interface Measured {
  readonly question: string;
  /** By way; one for each round. */
  readonly costs: ReadonlyMap<string, readonly Cost[]>;
}

const newQuestions = await startServer(0);
const queries = await drawQueries(corpus, 200);
const measured: Measured[] = [{ question: 'new', costs: await measureCosts(newQuestions) }];
const sizes = await measureSizes();
newQuestions.disconnect();
agent.destroy();
const repeating = await startServer(64 * 1024 * 1024);
measured.push({ question: 'repeated', costs: await measureCosts(repeating) });
repeating.disconnect();
agent.destroy();

process.stdout.write(`${corpus.pages.count} pages, ${rounds} rounds of ${calls} calls for ${rows} rows\n\n`);
process.stdout.write(
  '| search | sent as | server CPU, ms: median, least | relative to GET | client wait, ms: median, least | relative to GET |\n|---|---|---|---|---|---|\n',
);
for (const { question, costs } of measured) {
  const [base = []] = costs.values();
  for (const [name, each] of costs) {
    const columns = (['server', 'wait'] as const).flatMap((what) => {
      // Other programs on the machine only add, so the least of all rounds is nearest to the cost itself.
      const spent = [median, least].map((of) => of(each.map((cost) => cost[what])));
      const against = [median, least].map((of, at) => spent[at]! / of(base.map((cost) => cost[what])));
      return [spent.map((cost) => cost.toFixed(3)).join(', '), against.map((ratio) => ratio.toFixed(2)).join(', ')];
    });
    process.stdout.write(`| ${[question, name, ...columns].join(' | ')} |\n`);
  }
}

process.stdout.write(`\ntools/list: ${sizes.list.toLocaleString('en')} bytes\n\n`);
process.stdout.write('| response, in characters | median | largest | limit |\n|---|--:|--:|--:|\n');
for (const { name, lengths, bound } of sizes.tools) {
  const [middle, largest] = [median(lengths), Math.max(...lengths)].map((length) => length.toLocaleString('en'));
  process.stdout.write(`| ${name} | ${middle} | ${largest} | ${bound.toLocaleString('en')} |\n`);
}

async function startServer(cacheBytes: number): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('served_site.ts', import.meta.url));
  const server = fork(program, [source, String(cacheBytes)]);
  [port] = (await once(server, 'message')) as [number];
  return server;
}

/** Processor time that a server has used, in milliseconds. */
async function cpuOf(server: ChildProcess): Promise<number> {
  server.send('cpu');
  const [spent] = (await once(server, 'message')) as [number];
  return spent;
}

/** Short blocks take turns, so that all ways see the same machine. */
async function measureCosts(server: ChildProcess): Promise<Measured['costs']> {
  const costs = new Map(Object.keys(ways).map((name) => [name, [] as Cost[]]));
  const blocks = 10;
  // The first rounds are for the compiler, and for the caches.
  for (let round = -3; round < rounds; round++) {
    const spent = new Map(Object.keys(ways).map((name) => [name, { server: 0, wait: 0 }]));
    for (let block = 0; block < blocks; block++) {
      for (const [name, way] of Object.entries(ways)) {
        const sum = spent.get(name)!;
        const before = await cpuOf(server);
        const start = performance.now();
        for (let i = 0; i < calls / blocks; i++) await way(queries[(block * (calls / blocks) + i) % queries.length]!);
        sum.wait += (performance.now() - start) / calls;
        sum.server += ((await cpuOf(server)) - before) / calls;
      }
    }
    if (round >= 0) for (const [name, cost] of spent) costs.get(name)!.push(cost);
  }
  return costs;
}

/** Answers of each tool for pages from all of the site: */
async function measureSizes() {
  const { pages, settings } = corpus;
  const step = Math.max(1, Math.floor(pages.count / 300));
  const paths = Array.from({ length: Math.ceil(pages.count / step) }, (_, at) => pages.path(at * step));
  const asked: readonly { readonly name: string; readonly bound: number; readonly sent: readonly object[] }[] = [
    { name: 'search', bound: toolCaps.searchSize.default, sent: queries.map((query) => ({ query })) },
    { name: 'read', bound: toolCaps.readSize.default, sent: paths.map((path) => ({ path })) },
    { name: 'related', bound: toolCaps.relatedSize, sent: paths.map((path) => ({ path, depth: 2, limit: 50 })) },
    {
      name: 'contents',
      bound: toolCaps.contentsSize,
      sent: [{}, ...settings.collections.map(({ name }) => ({ collection: name, limit: 100 }))],
    },
  ];
  const list = await post({ method: 'tools/list' });
  const tools = [];
  for (const { name, bound, sent } of asked) {
    const lengths: number[] = [];
    for (const each of sent) {
      const { result } = JSON.parse(
        await post({ method: 'tools/call', params: { name, arguments: each } }),
      ) as ToolReply;
      const texts = result.content.map(({ text }) => text);
      lengths.push(texts.map(countCharacters).reduce((sum, length) => sum + length));
    }
    tools.push({ name, bound, lengths });
  }
  return { list: Buffer.byteLength(list), tools };
}

interface ToolReply {
  readonly result: { readonly content: readonly { readonly text: string }[] };
}

function post(message: object): Promise<string> {
  const fields = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
  return send('POST', '/mcp', fields, JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }));
}

/** Searches for one to three words of one page each that find something: for others the tool also asks what was meant. */
async function drawQueries({ pages }: Corpus, count: number): Promise<readonly string[]> {
  const random = new SeededRandom(1);
  const drawn: string[] = [];
  for (let tries = 0; drawn.length < count && tries < 10 * count; tries++) {
    const markdown = Buffer.from(pages.markdown(random.below(pages.count))).toString();
    const words = markdown.match(/[a-z]{4,12}/g) ?? ['page'];
    const first = random.below(words.length);
    const query = words.slice(first, first + 1 + random.below(3)).join(' ');
    const answer = await send('GET', `/api/pages?q=${encodeURIComponent(query)}&limit=1`, {});
    if ((JSON.parse(answer) as { readonly total: number }).total > 0) drawn.push(query);
  }
  return drawn;
}

function call(query: string, params: object, fields: Readonly<Record<string, string>>): Promise<string> {
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
): Promise<string> {
  const sent = request({ port, host: '127.0.0.1', method, path, headers, agent });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  if (answer.statusCode !== 200) throw new Error(`${method} ${path} got ${answer.statusCode}`);
  return Buffer.concat(chunks).toString();
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function least(numbers: readonly number[]): number {
  return Math.min(...numbers);
}
