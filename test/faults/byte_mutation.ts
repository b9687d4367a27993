/**
 * Sends requests with bytes changed, dropped, doubled and swapped at random, one connection each. The server must
 * survive, every byte it sends must be part of a well-formed response, nothing may follow a response that closes its
 * connection, and there may be no more responses than requests.
 * byte_mutation.ts [--requests N] [--seed N]
 */
import { connect } from 'node:net';
import { SeededRandom } from '../../bench/queries/seeded_random.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection, readAnswer } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const requests = option('requests', 2_000);
const atOnce = 32;
const patience = 12_000;
const random = new SeededRandom(option('seed', 1));
const query = '{"match":{"text":"cache","in":"all"},"limit":2}';
const post =
  'POST /api/pages HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-HTTP-Method-Override: QUERY\r\n';
const seeds = [
  get('/api/pages?q=cache&limit=2'),
  get('/api/pages/index', 'Accept: text/markdown, application/json;q=0.5\r\nIf-None-Match: W/"a", "b"\r\n'),
  'HEAD /api/tags HTTP/1.1\r\nHost: a.example:80\r\nAccept-Encoding: br, gzip;q=0\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  `${post}Content-Length: ${query.length}\r\n\r\n${query}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n${query.length.toString(16)}\r\n${query}\r\n0\r\n\r\n`,
  `${post}Expect: 100-continue\r\nContent-Length: ${query.length}\r\n\r\n${query}`,
];
const inserts = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  ':',
  '\t',
  '\xff',
  'Host: b\r\n',
  'Content-Length: 3\r\n',
  'HTTP/1.1',
  '%',
  '\r\n\r\n',
];

const server = await startServe([bakeSite(temporaryFolder(), 'abc123')]);
const faults: string[] = [];
const counts = new Map<string, number>();
let left = requests;
await Promise.all(Array.from({ length: atOnce }, worker));

const { ask, socket } = await openConnection(server.port);
const { status } = await ask(get('/version.json'));
socket.destroy();
if (status !== 200) faults.push(`answers ${status} in the end`);
const { code } = await server.end();
if (code !== 143 || server.errors() !== '') faults.push(`ended with ${code}, said ${server.errors()}`);
const told = [...counts].sort().map(([name, count]) => `${count} ${name}`);
conclude(`${requests} requests: ${told.join(', ')}`, faults);

async function worker(): Promise<void> {
  while (left-- > 0) {
    const sent = mutate(random.pick(seeds));
    judge(sent, await exchange(sent));
  }
}

function mutate(text: string): string {
  let mutated = text;
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const at = random.below(mutated.length + 1);
    const end = Math.min(mutated.length, at + random.below(12));
    const between = [
      '',
      String.fromCharCode(random.below(256)),
      random.pick(inserts),
      mutated.slice(at, end).repeat(2),
      mutated.slice(random.below(mutated.length)).slice(0, 20),
    ][random.below(5)]!;
    mutated = mutated.slice(0, at) + between + mutated.slice(end);
  }
  return mutated;
}

/** Everything the server sends; null when the connection is still open at the timeout. */
function exchange(bytes: string): Promise<string | null> {
  return new Promise((resolve) => {
    let received = '';
    const client = connect(server.port, '127.0.0.1', () => client.end(bytes, 'latin1'));
    const late = setTimeout(() => {
      resolve(null);
      client.destroy();
    }, patience);
    client.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    client
      .on('error', () => {})
      .on('close', () => {
        clearTimeout(late);
        resolve(received);
      });
  });
}

function judge(sent: string, received: string | null): void {
  const fail = (reason: string) =>
    faults.push(`${reason} to ${JSON.stringify(sent)}: ${JSON.stringify(received?.slice(0, 300))}`);
  if (received === null) return void fail('no end');
  let rest = received;
  let answers = 0;
  let last = false;
  while (rest !== '') {
    if (last) return void fail('more after the end');
    if (rest.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) {
      rest = rest.slice(25);
      continue;
    }
    // Responses to HEAD, and to mutations of it, have a length and no content.
    const head = /^HTTP\/1\.1 \d{3} [^\r\n]+\r\n(?:[!-9;-~]+: [^\r\n]*\r\n)*\r\n/.exec(rest)?.[0];
    if (head === undefined) return void fail('no answer');
    const answer = readAnswer(rest);
    const hasBody =
      answer !== null && !/^(?:HTTP\/1\.1 (?:204|304)|$)/.test(head) && !isNextAnswer(rest.slice(head.length));
    rest = rest.slice(head.length + (hasBody ? answer.body.length : 0));
    last = /^connection: close\r$/im.test(head);
    answers++;
    const name = head.slice(9, 12);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (answers === 0) counts.set('closed without an answer', (counts.get('closed without an answer') ?? 0) + 1);
  // The server may read the bytes after a request as one more request, which can only be malformed.
  if (answers > 1 + sent.split(/HTTP\/1/i).length) fail(`${answers} answers`);
}

function isNextAnswer(rest: string): boolean {
  return rest === '' || rest.startsWith('HTTP/1.1 ');
}
