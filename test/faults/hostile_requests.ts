/**
 * Sends control characters, terminal sequences, forged log lines, bidirectional formatting, and huge, broken and foreign
 * encodings in paths, queries, fields and bodies, some while the store is locked. Each body and key holds a canary, which
 * must not appear in any response, on standard output or on standard error. Every response must be logged, and every log
 * line must be one JSON object with only the members that the program writes.
 * hostile_requests.ts [--payloads N] [--workers N]
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SeededRandom } from '../../bench/queries/seeded_random.ts';
import { SITE_FILES } from '../../src/discovery/resource.ts';
import { openSqliteStore } from '../../src/feedback/stores/sqlite.ts';
import { CANARY } from '../fixtures/feedback.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection, type ReadAnswer } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { post } from './submitters.ts';
import { conclude, option } from './verdict.ts';

const payloads = option('payloads', 2_000);
const whileLocked = 64;
const clients = 16;
const patience = 10_000;
const random = new SeededRandom(option('seed', 1));
const forged = '{"level":"error","message":"forged"}';
const texts = [
  '\0',
  '\x01\x02\x07\x08\x0b\x0c\x7f',
  '\x1b[2J\x1b[31m\x1b]0;forged\x07',
  `\r\n${forged}\r\n`,
  `\n${forged}\n`,
  `\u2028${forged}\u2029\u0085`,
  '\r\nX-Forged: 1\r\n\r\n',
  '\u202e\u2066\u200f\u061c',
  '%0d%0aX-Forged:%201%0d%0a%1b%5b2J%00%e2%80%ae',
  '%s%d%n%j',
  '$' + '{jndi:ldap://127.0.0.1/a}',
  '<script>alert(1)</script>',
  '"}\n{"forged":true}',
  '__proto__',
  '\ud800',
  '\ufffe\uffff\ufeff',
  'x'.repeat(60_000),
  '\x1b'.repeat(3_000),
  '😀'.repeat(2_001),
];
const folder = temporaryFolder();
const file = join(folder, 'feedback.db');
const workers = ['--workers', String(option('workers', 1))];
const logging = ['--log-requests', '--log-format', 'json'];
const server = await startServe([bakeSite(folder, 'abc123'), '--feedback', `sqlite:${file}`, ...workers, ...logging]);
let output = '';
server.child.stdout!.on('data', (text) => (output += text));
const faults: string[] = [];
const counts = new Map<number, number>();
let sent = 0;
let mayFail = false;

await sendAll(payloads);
const lock = new DatabaseSync(file);
lock.exec('begin immediate');
mayFail = true;
await sendAll(whileLocked);
lock.exec('commit');
lock.close();
mayFail = false;
const files = SITE_FILES.map((file) => get(`/${file}`));
for (const request of [
  get('/api/feedback?limit=25'),
  get('/feedback'),
  get('/api/openapi.json'),
  aggregate(),
  ...files,
]) {
  await judge(Buffer.from(request), [200]);
}
const { code } = await server.end();
if (code !== 143) faults.push(`ended with ${code}`);
const errors = server.errors();
for (const line of errors.split('\n').filter((each) => each !== '')) {
  if (!isOwnLine(line)) faults.push(`the log has ${JSON.stringify(line.slice(0, 200))}`);
}
if (`${output}${errors}`.includes(CANARY)) faults.push('the canary is in the output');
if (!errors.includes('it is busy')) faults.push('the store was never locked: nothing was logged');

const store = await openSqliteStore(file);
const recorded = (await store.exportRows(0, payloads)).filter(({ message }) => message.includes(CANARY)).length;
await store.close();
if (recorded === 0) faults.push('no canary was recorded');
const logged = errors.split('\n').filter((line) => line.includes('"status":')).length;
const answered = sent - (counts.get(0) ?? 0);
if (logged < answered) faults.push(`${answered - logged} answers are not in the log`);
const told = [...counts].sort().map(([status, count]) => `${count} ${status === 0 ? 'closed' : status}`);
conclude(`${sent} requests: ${told.join(', ')}; ${recorded} canaries recorded`, faults);

async function sendAll(count: number): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await judge(makeRequest());
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** One request with a hostile payload in one of its parts. */
function makeRequest(): Buffer {
  const text = random.pick(texts) + random.pick(texts).slice(0, 200);
  const key = `Idempotency-Key: ${CANARY}-${sent}\r\n`;
  const members = { kind: 'broken', severity: 'low', message: `${CANARY} ${text}`.slice(0, 2_500) };
  // Half are sent as UTF-8, half as Latin-1, which is seldom valid UTF-8.
  const encode = random.below(2) === 0 ? (all: string) => Buffer.from(all).toString('latin1') : (all: string) => all;
  const submit = (path: string, body: string, fields: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${fields}Content-Length: ` +
    `${encode(body).length}\r\n\r\n${body}`;
  const escaped = encodeURIComponent(text.toWellFormed()).slice(0, 6_000);
  const places = [
    () => get(`/${escaped}`),
    () => get(`/api/pages/${escaped}`),
    () => get(`/api/pages?q=${escaped}&in=${escaped.slice(0, 200)}`),
    () => get(`/api/pages?q=${escaped}&limit=3`),
    () => get(`/api/problems/${escaped}`),
    () => get(`/api/feedback?limit=${escaped}&cursor=${escaped}`),
    () => submit('/api/pages', JSON.stringify({ like: text, limit: text }), 'x-http-method-override: QUERY\r\n'),
    () => get(`/${text}`),
    () => get(`/api/pages/${text.slice(0, 4_000)}`),
    () => get(`/api/problems/${text.slice(0, 4_000)}`),
    () => get(`/api/pages?q=${text}&limit=${text.slice(0, 20)}`),
    () => get(`/api/feedback?cursor=${CANARY}${text}`),
    () => get('/api/tags', `User-Agent: ${text}\r\n`),
    () => get('/api/tags', `${text}: x\r\n`),
    () => get('/api/pages/index', `Accept: ${text}\r\nIf-None-Match: ${text}\r\nAccept-Encoding: ${text}\r\n`),
    () => `GET /api/openapi.json HTTP/1.1\r\nHost: ${text}\r\nX-Forwarded-Host: ${text}\r\n\r\n`,
    () => `${text.slice(0, 50)} /api/tags HTTP/1.1\r\nHost: a\r\n\r\n`,
    () => get('/api/cron/feedback-rollup', `Authorization: Bearer ${CANARY}${text}\r\n`),
    () => submit('/api/feedback', JSON.stringify(members), key),
    () => submit('/api/feedback', JSON.stringify({ ...members, message: `${CANARY} another` }), key),
    () => submit('/api/feedback', JSON.stringify({ ...members, kind: `${CANARY}${text}` }), key),
    () => submit('/api/feedback', JSON.stringify({ ...members, [`${CANARY}${text}`]: text }), key),
    () => submit('/api/feedback', JSON.stringify({ ...members, about: text }), key),
    () => submit('/api/feedback', JSON.stringify(members), `Idempotency-Key: ${CANARY}${text}\r\n`),
    () => submit('/api/feedback', `{"message":${CANARY}${text}`, key),
    () => submit('/api/feedback', `${CANARY}${text}`, key),
    () => submit('/api/feedback', JSON.stringify(members), `${key}x-http-method-override: ${text}\r\n`),
    () => submit('/api/feedback', JSON.stringify({ [CANARY]: text }), 'x-http-method-override: QUERY\r\n'),
    () => submit('/api/pages', `{"like":${CANARY}${text}`, 'x-http-method-override: QUERY\r\n'),
  ];
  return Buffer.from(encode(random.pick(places)()), 'latin1');
}

/** Sends a request on its own connection and checks the response. */
async function judge(request: Buffer, expected: readonly number[] | null = null): Promise<void> {
  const shown = JSON.stringify(request.subarray(0, 200).toString('latin1'));
  sent++;
  const { socket, ask } = await openConnection(server.port);
  const late = setTimeout(() => socket.destroy(), patience);
  const started = performance.now();
  const answer: ReadAnswer | null = await ask(request).catch(() => null);
  clearTimeout(late);
  socket.destroy();
  if (performance.now() - started >= patience) faults.push(`no answer to ${shown}`);
  counts.set(answer?.status ?? 0, (counts.get(answer?.status ?? 0) ?? 0) + 1);
  if (answer === null) return;
  const { status, head, body } = answer;
  if (expected !== null && !expected.includes(status)) faults.push(`${status} to ${shown}`);
  if (status >= 500 && status !== 505 && !mayFail) faults.push(`${status} to ${shown}`);
  if (`${head}${body}`.includes(CANARY)) faults.push(`the canary is in the response to ${shown}`);
  if (/^x-forged:/im.test(head)) faults.push(`a field was forged by ${shown}`);
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(head)) faults.push(`a control character in the fields to ${shown}`);
  if (!/^content-type: application\/([\w.-]+\+)?json\b/im.test(head)) return;
  try {
    const said = JSON.parse(Buffer.from(body, 'latin1').toString()) as { detail?: string; title?: string };
    const isInert = !/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(`${said.title}${said.detail}`);
    if (!isInert) faults.push(`a terminal sequence is quoted to ${shown}: ${JSON.stringify(said.detail)}`);
  } catch {
    if (body !== '') faults.push(`no JSON in the answer to ${shown}`);
  }
}

function aggregate(): string {
  return post('/api/feedback', '{}', 'x-http-method-override: QUERY\r\n');
}

/** Whether a line is one JSON object of the members that the program writes. */
function isOwnLine(line: string): boolean {
  try {
    const members = Object.keys(JSON.parse(line) as object).join(' ');
    return members.startsWith('level time pid hostname event ') && members.endsWith(' msg');
  } catch {
    return false;
  }
}
