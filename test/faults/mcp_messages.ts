/**
 * Sends broken and hostile messages to /mcp: random bytes, deep JSON, bodies of a megabyte, fields with controls, arrays with
 * cancellations, valid messages with a part exchanged. Every request must get a whole answer in time, as JSON and never as a
 * stream, without a status above 499; no connection may stay open; and the server must still answer a plain question.
 * mcp_messages.ts [--messages N] [--milliseconds N]
 */
import { connect } from 'node:net';
import { SeededRandom } from '../../bench/queries/seeded_random.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { openConnection, type ReadAnswer, readAnswer } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const messages = option('messages', 1_500);
const patience = option('milliseconds', 5_000);
const clients = 16;
const random = new SeededRandom(option('seed', 1));
const version = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const search = { name: 'search', arguments: { query: 'entity tag' } };
const uri = 'catchword:///pages/glossary/entity-tag';
const valid: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>])[] = [
  ['tools/call', search],
  ['tools/call', { name: 'read', arguments: { path: 'glossary/entity-tag' } }],
  ['tools/call', { name: 'related', arguments: { path: 'index', by: 'likeness' } }],
  ['tools/call', { name: 'contents' }],
  ['tools/list', {}],
  ['resources/list', {}],
  ['resources/read', { uri }],
  ['server/discover', {}],
  ['subscriptions/listen', {}],
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'catchword:///pages/{+path}' }, argument: { name: 'path', value: '' } },
  ],
];
const strange: readonly unknown[] = [
  null,
  -1,
  1e300,
  0.5,
  '',
  '\0\u001b[2J\u202e',
  '😀'.repeat(5_000),
  [],
  [[]],
  {},
  { toString: 1, constructor: null },
  true,
  Number.MAX_SAFE_INTEGER,
  'x'.repeat(30_000),
];

const server = await startServe([bakeSite(temporaryFolder(), 'abc123'), '--mcp']);
const faults: string[] = [];
const counts = new Map<number, number>();
let slowest = 0;
await Promise.all(
  Array.from({ length: clients }, async (_, client) => {
    for (let i = client; i < messages; i += clients) judge(...(await exchange(draw())));
  }),
);
const connection = await openConnection(server.port);
const plain = await connection.ask(
  request(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: search }))),
);
if (plain.status !== 200 || !plain.body.includes('path: glossary/entity-tag'))
  faults.push(`a plain question got ${plain.status}`);
connection.socket.destroy();
const { code } = await server.end();
if (code !== 143) faults.push(`the server ended with ${code}`);
if (server.errors().includes('Failed while answering')) faults.push(server.errors().slice(0, 2_000));
conclude(
  `${messages} messages, slowest answer ${slowest.toFixed(0)} ms; ${[...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} of ${status}`)
    .join(', ')}`,
  faults,
);

function pick<Value>(values: readonly Value[]): Value {
  return values[random.below(values.length)]!;
}

/** A request as bytes. */
function draw(): Buffer {
  switch (random.below(8)) {
    case 0:
      return request(Buffer.from(Array.from({ length: random.below(2_000) }, () => random.below(256))));
    case 1:
      return request(Buffer.from(`${'{"a":'.repeat(12_000)}1${'}'.repeat(random.below(2) * 12_000)}`));
    case 2:
      return request(
        Buffer.from(
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"${'x'.repeat(1_048_576)}"}}}`,
        ),
      );
    case 3:
      return request(
        Buffer.from(
          JSON.stringify([message(), { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }]),
        ),
      );
    case 4:
      return request(Buffer.from(JSON.stringify(message())), [
        `Mcp-Name: ${pick(['\u0001', '=?base64?!?=', 'a\u007f', 'é'.repeat(500), ''])}`,
      ]);
    case 5:
      return request(
        Buffer.from(JSON.stringify({ ...message(), [pick(['id', 'method', 'params', 'jsonrpc'])]: pick(strange) })),
      );
    case 6: {
      const { params, ...rest } = message();
      const key = pick(['name', 'arguments', 'uri', 'cursor', '_meta', 'ref', 'argument', 'protocolVersion']);
      return request(Buffer.from(JSON.stringify({ ...rest, params: { ...params, [key]: pick(strange) } })));
    }
    default: {
      const text = Buffer.from(JSON.stringify(message()));
      text[random.below(text.length)] = random.below(256);
      return request(text);
    }
  }
}

function message() {
  const [method, params] = pick(valid);
  return {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: random.below(2) === 0 ? { ...params } : { ...params, _meta: version },
  };
}

function request(body: Buffer, fields: readonly string[] = []): Buffer {
  const modern =
    random.below(2) === 0 ? ['MCP-Protocol-Version: 2026-07-28', 'Mcp-Method: tools/call', 'Mcp-Name: search'] : [];
  const lines = [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from([...lines, ...modern, ...fields, '', ''].join('\r\n'), 'latin1'), body]);
}

/** Sends bytes on a connection of their own. @returns what came until the server closed it, and whether it did in time */
function exchange(bytes: Buffer): Promise<[string, boolean]> {
  const start = performance.now();
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
    const end = (inTime: boolean) => {
      clearTimeout(timer);
      slowest = Math.max(slowest, performance.now() - start);
      socket.destroy();
      resolve([received, inTime]);
    };
    const timer = setTimeout(end, patience, false);
    socket.on('data', (text) => {
      received += text;
    });
    // A server that does not read the rest of a body resets the connection behind its answer.
    socket.on('error', () => {});
    socket.on('close', () => end(true));
    socket.end(bytes);
  });
}

function judge(received: string, inTime: boolean): void {
  const answer: ReadAnswer | null = readAnswer(received);
  if (!inTime) faults.push(`a connection stayed open after ${received.slice(0, 200)}`);
  if (answer === null) {
    faults.push(`no whole answer: ${received.slice(0, 200)}`);
    return;
  }
  const { status, head, body } = answer;
  counts.set(status, (counts.get(status) ?? 0) + 1);
  if (status > 499) faults.push(`${status}: ${body.slice(0, 200)}`);
  if (status !== 202 && !/^content-type: application\/(?:problem\+)?json$/im.test(head))
    faults.push(`no JSON: ${head}`);
}
