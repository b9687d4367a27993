/**
 * What RFC 9112 and RFC 9110 require of a server about the bytes of a connection, as a table: the bytes to send, the
 * expected statuses in order, and whether the server closes the connection. Every refusal must be a complete problem with
 * a length and a date.
 * http1_conformance.ts
 */
import { connect } from 'node:net';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { startServe } from './serve_process.ts';
import { conclude } from './verdict.ts';

/** What the server does after the responses: it waits for more, or closes the connection. */
type Then = 'waits' | 'ends';
/** Name, section of RFC 9112 unless another one is named, bytes, statuses. */
type Case = readonly [name: string, section: string, bytes: string, statuses: readonly number[], then: Then];

const path = '/version.json';
const host = 'Host: a.example\r\n';
const get = (fields = '') => `GET ${path} HTTP/1.1\r\n${host}${fields}\r\n`;
const line = (first: string, fields = host) => `${first}\r\n${fields}\r\n`;
const last = get('Connection: close\r\n');
/** A QUERY request, whose content is read. */
const query = (fields: string, content: string) =>
  `POST /api/pages HTTP/1.1\r\n${host}Content-Type: application/json\r\nx-http-method-override: QUERY\r\n${fields}\r\n${content}`;
const question = '{"slug":"etag"}';
const length = `Content-Length: ${question.length}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const inChunks = `7\r\n{"slug"\r\n8\r\n:"etag"}\r\n`;
const upgrade = get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n');
const smuggled = `GET /smuggled HTTP/1.1\r\n${host}\r\n`;

const requestLines: readonly Case[] = [
  ['a request', '3', get(), [200], 'waits'],
  ['an empty line before a request', '2.2', `\r\n${get()}`, [200], 'waits'],
  ['several empty lines before a request', '2.2', `\r\n\r\n${get()}`, [200], 'waits'],
  ['HTTP/1.0', '2.3', line(`GET ${path} HTTP/1.0`), [200], 'ends'],
  ['HTTP/1.0 without a Host', '3.2', line(`GET ${path} HTTP/1.0`, ''), [200], 'ends'],
  ['no version', '3', `GET ${path}\r\n\r\n`, [400], 'ends'],
  ['no version behind a space', '3', `GET ${path} \r\n\r\n`, [400], 'ends'],
  ['HTTP/2.0', '2.3', line(`GET ${path} HTTP/2.0`), [505], 'ends'],
  ['HTTP/9.9', '2.3', line(`GET ${path} HTTP/9.9`), [505], 'ends'],
  ['the preface of HTTP/2', '2.3', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [505], 'ends'],
  ['a version in lower case', '2.3', line(`GET ${path} http/1.1`), [400], 'ends'],
  ['another protocol', '2.3', line(`GET ${path} FTP/1.1`), [400], 'ends'],
  ['a version of three parts', '2.3', line(`GET ${path} HTTP/1.1.1`), [400], 'ends'],
  ['something behind the version', '3', line(`GET ${path} HTTP/1.1 more`), [400], 'ends'],
  ['an address with a space', '3.2', line('GET /a b HTTP/1.1'), [400], 'ends'],
  ['an address with a control character', '3.2', line('GET /a\x01b HTTP/1.1'), [400], 'ends'],
  ['a tab for a space', '3', line(`GET\t${path} HTTP/1.1`), [400], 'ends'],
  ['a bare LF behind the version', '2.2', `GET ${path} HTTP/1.1\n${host}\r\n`, [400], 'ends'],
  ['two words before the address', '3', line(`Extra lineGET ${path} HTTP/1.1`), [400], 'ends'],
  ['a TLS greeting', '3', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', [400], 'ends'],
  ['an empty method', '3.1', line(` ${path} HTTP/1.1`), [400], 'ends'],
  ['a line of 17 KiB', '3', line(`GET /${'a'.repeat(17 * 1024)} HTTP/1.1`), [431], 'ends'],
];

const methods: readonly Case[] = [
  ['a method that is not known', 'RFC 9110 9.1', line(`FETCH ${path} HTTP/1.1`), [405], 'ends'],
  ['a method in lower case', 'RFC 9110 9.1', line(`get ${path} HTTP/1.1`), [405], 'ends'],
  ['a method that is known and not answered', 'RFC 9110 9.1', line(`DELETE ${path} HTTP/1.1`), [405], 'waits'],
  ['a bare QUERY', 'RFC 10008 2', line('QUERY /api/pages HTTP/1.1'), [405], 'waits'],
  ['TRACE', 'RFC 9110 9.3.8', line(`TRACE ${path} HTTP/1.1`, `${host}X-Secret: abc\r\n`), [405], 'waits'],
  ['CONNECT', 'RFC 9110 9.3.6', line('CONNECT b.example:443 HTTP/1.1'), [405], 'ends'],
  ['CONNECT without a Host', '3.2', line('CONNECT b.example:443 HTTP/1.1', ''), [400], 'ends'],
  ['a request behind CONNECT', 'RFC 9110 9.3.6', line('CONNECT b.example:443 HTTP/1.1') + smuggled, [405], 'ends'],
  ['HEAD', 'RFC 9110 9.3.2', line(`HEAD ${path} HTTP/1.1`), [200], 'waits'],
  ['HEAD of nothing', 'RFC 9110 9.3.2', line('HEAD /nothing HTTP/1.1'), [404], 'waits'],
  ['HEAD without a Host', 'RFC 9110 9.3.2', line(`HEAD ${path} HTTP/1.1`, ''), [400], 'ends'],
  ['HEAD with a field that has no name', 'RFC 9110 9.3.2', line(`HEAD ${path} HTTP/1.1`, ': a\r\n'), [400], 'ends'],
  ['OPTIONS *', '3.2.4', line('OPTIONS * HTTP/1.1'), [204], 'waits'],
  ['OPTIONS of a resource', 'RFC 9110 9.3.7', line(`OPTIONS ${path} HTTP/1.1`), [204], 'waits'],
];

const targets: readonly Case[] = [
  ['the absolute form', '3.2.2', line(`GET http://a.example${path} HTTP/1.1`), [200], 'waits'],
  ['the absolute form of another host', '3.2.2', line(`GET http://b.example:81${path} HTTP/1.1`), [200], 'waits'],
  ['the absolute form in upper case', '3.2.2', line(`GET HTTP://A.EXAMPLE${path} HTTP/1.1`), [200], 'waits'],
  ['the absolute form without a host', 'RFC 9110 4.2.1', line(`GET http://${path} HTTP/1.1`), [400], 'ends'],
  ['the absolute form with a user', 'RFC 9110 4.2.4', line(`GET http://u:p@a.example${path} HTTP/1.1`), [400], 'ends'],
  ['the absolute form of another scheme', '3.2.2', line(`GET ftp://a.example${path} HTTP/1.1`), [404], 'waits'],
  ['* for GET', '3.2.4', line('GET * HTTP/1.1'), [404], 'waits'],
  ['the authority form for GET', '3.2.3', line('GET a.example:80 HTTP/1.1'), [400], 'ends'],
  ['a target that has no form', '3.2', line('GET version.json HTTP/1.1'), [400], 'ends'],
];

const hosts: readonly Case[] = [
  ['no Host', '3.2', line(`GET ${path} HTTP/1.1`, ''), [400], 'ends'],
  ['two Host lines', '3.2', line(`GET ${path} HTTP/1.1`, host + host), [400], 'ends'],
  ['two Host lines on HTTP/1.0', '3.2', line(`GET ${path} HTTP/1.0`, host + host), [400], 'ends'],
  ['a list of hosts', '3.2', line(`GET ${path} HTTP/1.1`, 'Host: a.example, b.example\r\n'), [400], 'ends'],
  ['an empty Host', '3.2', line(`GET ${path} HTTP/1.1`, 'Host:\r\n'), [400], 'ends'],
  ['a Host with a space', '3.2', line(`GET ${path} HTTP/1.1`, 'Host: a b\r\n'), [400], 'ends'],
  ['a Host with a path', '3.2', line(`GET ${path} HTTP/1.1`, 'Host: a.example/b\r\n'), [400], 'ends'],
  ['a Host with a user', '3.2', line(`GET ${path} HTTP/1.1`, 'Host: u@a.example\r\n'), [400], 'ends'],
  ['a Host that is markup', '3.2', line(`GET ${path} HTTP/1.1`, 'Host: "><script>\r\n'), [400], 'ends'],
  ['a port that is none', '3.2', line(`GET ${path} HTTP/1.1`, 'Host: a.example:x\r\n'), [400], 'ends'],
  ['a Host with a port', '3.2', line(`GET ${path} HTTP/1.1`, 'Host: a.example:8080\r\n'), [200], 'waits'],
  ['an address of IPv6', '3.2', line(`GET ${path} HTTP/1.1`, 'Host: [::1]:8080\r\n'), [200], 'waits'],
  ['a name in other case and a tab', '5', line(`GET ${path} HTTP/1.1`, 'hOsT:\ta.example \t\r\n'), [200], 'waits'],
];

const fields: readonly Case[] = [
  ['an empty field', '5', get('X-Empty:\r\n'), [200], 'waits'],
  ['every sign that a name may have', '5.1', get("!#$%&'*+-.^_`|~09az: a\r\n"), [200], 'waits'],
  ['bytes above ASCII in a value', 'RFC 9110 5.5', get('X-Name: \xc3\xa9\xff\r\n'), [200], 'waits'],
  ['a space before the colon', '5.1', get('X-Name : a\r\n'), [400], 'ends'],
  ['a space before the colon of Host', '5.1', line(`GET ${path} HTTP/1.1`, 'Host : a.example\r\n'), [400], 'ends'],
  ['a space within a name', '5', get('X Name: a\r\n'), [400], 'ends'],
  ['a name with brackets', '5', get('X-Name[]: a\r\n'), [400], 'ends'],
  ['no name', '5', get(': a\r\n'), [400], 'ends'],
  ['no colon', '5', get('X-Name\r\n'), [400], 'ends'],
  ['a folded line', '5.2', get('X-Name: a\r\n b\r\n'), [400], 'ends'],
  ['a line that begins with a space', '2.2', line(`GET ${path} HTTP/1.1`, ` X: a\r\n${host}`), [400], 'ends'],
  ['NUL in a value', 'RFC 9110 5.5', get('X-Name: a\0b\r\n'), [400], 'ends'],
  ['a control character in a value', 'RFC 9110 5.5', get('X-Name: a\x07b\r\n'), [400], 'ends'],
  ['a bare CR in a value', '2.2', get('X-Name: a\rb\r\n'), [400], 'ends'],
  ['a bare CR before the end', '2.2', `GET ${path} HTTP/1.1\r\n${host}\rX: a\r\n\r\n`, [400], 'ends'],
  ['a value of 17 KiB', 'RFC 6585 5', get(`X-Name: ${'a'.repeat(17 * 1024)}\r\n`), [431], 'ends'],
  ['2,000 lines', 'RFC 6585 5', get('a:b\r\n'.repeat(2000)), [431], 'ends'],
  ['256 lines', '5', line(`GET ${path} HTTP/1.1`, host + 'a:b\r\n'.repeat(255)), [200], 'waits'],
  ['257 lines', 'RFC 6585 5', line(`GET ${path} HTTP/1.1`, host + 'a:b\r\n'.repeat(256)), [431], 'ends'],
];

const contents: readonly Case[] = [
  ['a length', '6.2', query(length, question), [200], 'waits'],
  ['chunks', '7.1', query(chunked, `${inChunks}0\r\n\r\n`), [200], 'waits'],
  ['chunks in another case', '7', query('TRANSFER-ENCODING: Chunked\r\n', `${inChunks}0\r\n\r\n`), [200], 'waits'],
  ['chunks with extensions', '7.1.1', query(chunked, `f;a=b;c="d"\r\n${question}\r\n0;e\r\n\r\n`), [200], 'waits'],
  ['chunks with trailers', '7.1.2', query(chunked, `${inChunks}0\r\nX-Sum: a\r\n\r\n`), [200], 'waits'],
  [
    'a size with zeros and an upper-case digit',
    '7.1',
    query(chunked, `00F\r\n${question}\r\n0\r\n\r\n`),
    [200],
    'waits',
  ],
  ['a length on HTTP/1.0', '6.3', query(length, question).replace('HTTP/1.1', 'HTTP/1.0'), [200], 'ends'],
  ['content that GET does not read', 'RFC 9110 9.3.1', `${get('Content-Length: 5\r\n')}hello`, [200], 'ends'],
  ['a length and chunks', '6.1', query(length + chunked, `0\r\n\r\n${smuggled}`), [400], 'ends'],
  ['chunks and a length', '6.1', query(chunked + length, `0\r\n\r\n${smuggled}`), [400], 'ends'],
  ['chunks on HTTP/1.0', '6.1', query(chunked, '0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0') + smuggled, [400], 'ends'],
  ['a coding that is not known', '6.1', query('Transfer-Encoding: nonsense\r\n', smuggled), [400], 'ends'],
  ['another coding before chunks', '6.1', query('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'), [501], 'ends'],
  [
    'another coding in a line of its own',
    '6.1',
    query(`Transfer-Encoding: gzip\r\n${chunked}`, '0\r\n\r\n'),
    [501],
    'ends',
  ],
  ['chunks before another coding', '6.3', query('Transfer-Encoding: chunked, gzip\r\n', '0\r\n\r\n'), [400], 'ends'],
  ['chunks twice', '7.1', query('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n'), [400], 'ends'],
  ['chunks under a quoted name', '6.1', query('Transfer-Encoding: "chunked"\r\n', '0\r\n\r\n'), [400], 'ends'],
  ['chunks behind a vertical tab', '6.1', query('Transfer-Encoding: \x0bchunked\r\n', '0\r\n\r\n'), [400], 'ends'],
  ['a length that is no number', '6.3', query('Content-Length: abc\r\n', question), [400], 'ends'],
  ['a negative length', '6.3', query('Content-Length: -15\r\n', question), [400], 'ends'],
  ['a length with a sign', '6.3', query('Content-Length: +15\r\n', question), [400], 'ends'],
  ['a length in hexadecimal', '6.3', query('Content-Length: 0xf\r\n', question), [400], 'ends'],
  ['a length with a space', '6.3', query('Content-Length: 1 5\r\n', question), [400], 'ends'],
  ['a length past all numbers', '6.3', query(`Content-Length: ${'9'.repeat(40)}\r\n`, question), [400], 'ends'],
  ['an empty length', '6.3', query('Content-Length:\r\n', question), [400], 'ends'],
  ['two lengths that differ', '6.3', query(`${length}Content-Length: 5\r\n`, question), [400], 'ends'],
  ['a list of lengths that differ', '6.3', query('Content-Length: 15, 5\r\n', question), [400], 'ends'],
  ['a chunk whose size is none', '7.1', query(chunked, `zz\r\n${question}\r\n0\r\n\r\n`), [400], 'ends'],
  ['a chunk of negative size', '7.1', query(chunked, `-f\r\n${question}\r\n0\r\n\r\n`), [400], 'ends'],
  ['a size with 0x', '7.1', query(chunked, `0xf\r\n${question}\r\n0\r\n\r\n`), [400], 'ends'],
  ['a size past all numbers', '7.1', query(chunked, `${'f'.repeat(17)}\r\n${question}\r\n0\r\n\r\n`), [400], 'ends'],
  ['a chunk that is longer than its size', '7.1', query(chunked, `e\r\n${question}\r\n0\r\n\r\n`), [400], 'ends'],
  ['a chunk without its line end', '7.1', query(chunked, `f\r\n${question}0\r\n\r\n`), [400], 'ends'],
  ['a size that ends with a bare LF', '7.1', query(chunked, `f\n${question}\r\n0\r\n\r\n`), [400], 'ends'],
  ['a bare CR in an extension', '7.1.1', query(chunked, `f;a\rb\r\n${question}\r\n0\r\n\r\n`), [400], 'ends'],
];

const expectations: readonly Case[] = [
  ['100-continue', 'RFC 9110 10.1.1', query(`${length}Expect: 100-continue\r\n`, question), [100, 200], 'waits'],
  [
    '100-continue in another case',
    'RFC 9110 10.1.1',
    query(`${length}Expect: 100-Continue\r\n`, question),
    [100, 200],
    'waits',
  ],
  [
    '100-continue before a refusal',
    'RFC 9110 10.1.1',
    query(`${length}Expect: 100-continue\r\n`, '').replace('json', 'pdf'),
    [415],
    'ends',
  ],
  ['100-continue without content', 'RFC 9110 10.1.1', get('Expect: 100-continue\r\n'), [200], 'ends'],
  ['another expectation', 'RFC 9110 10.1.1', get('Expect: tea\r\n'), [417], 'ends'],
];

const connections: readonly Case[] = [
  ['two requests at once', '9.3.2', get() + get(), [200, 200], 'waits'],
  ['requests in order', '9.3.2', line('GET /nothing HTTP/1.1') + get() + last, [404, 200, 200], 'ends'],
  ['a request behind content', '9.3.2', query(length, question) + get(), [200, 200], 'waits'],
  ['a request behind chunks', '9.3.2', query(chunked, `${inChunks}0\r\n\r\n`) + get(), [200, 200], 'waits'],
  ['a request behind an empty line', '2.2', `${get()}\r\n${get()}`, [200, 200], 'waits'],
  ['a request behind a HEAD', '6.3', line(`HEAD ${path} HTTP/1.1`) + get(), [200, 200], 'waits'],
  ['close', '9.6', last, [200], 'ends'],
  ['close among others, in another case', '9.6', get('Connection: x, Close\r\n'), [200], 'ends'],
  ['a request behind close', '9.6', last + smuggled, [200], 'ends'],
  ['a request behind a refusal of its message', '9.6', line(`GET ${path} HTTP/1.1`, '') + smuggled, [400], 'ends'],
  ['a request behind what cannot be read', '9.6', get(': a\r\n') + smuggled, [400], 'ends'],
  ['what cannot be read behind a request', '9.6', `${get()}nonsense\r\n\r\n`, [200, 400], 'ends'],
  ['keep-alive on HTTP/1.0', '9.3', line(`GET ${path} HTTP/1.0`, 'Connection: keep-alive\r\n'), [200], 'waits'],
  ['a request to upgrade', 'RFC 9110 7.8', get('Connection: Upgrade\r\nUpgrade: websocket\r\n'), [200], 'waits'],
  ['a request to upgrade to HTTP/2', 'RFC 9110 7.8', upgrade, [200], 'waits'],
  ['a request behind one to upgrade', 'RFC 9110 7.8', upgrade + get(), [200, 200], 'waits'],
  ['a request to upgrade behind another', 'RFC 9110 7.8', get() + upgrade + last, [200, 200, 200], 'ends'],
  ['what cannot be read behind a request to upgrade', 'RFC 9110 7.8', `${upgrade}: a\r\n\r\n`, [200, 400], 'ends'],
];

/** A request is not answered before it is complete: wherever it is cut, the server waits for the rest. */
const whole = query(length, question);
const cuts: readonly Case[] = Array.from({ length: whole.length - 1 }, (_, at) => [
  `the first ${at + 1} bytes of a request`,
  '2.2',
  whole.slice(0, at + 1),
  [],
  'waits',
]);

/** Silence after which the server counts as waiting, and the longest wait for it to close; in milliseconds. */
const quiet = 400;
const patience = 5_000;
const atOnce = 40;
const server = await startServe([bakeSite(temporaryFolder(), 'abc123')]);
const faults: string[] = [];
const cases = [requestLines, methods, targets, hosts, fields, contents, expectations, connections, cuts].flat();
for (let from = 0; from < cases.length; from += atOnce) await Promise.all(cases.slice(from, from + atOnce).map(judge));
const { code } = await server.end();
if (code !== 143 || server.errors() !== '') faults.push(`ended with ${code}, said ${server.errors()}`);
conclude(`${cases.length} cases of RFC 9112 and RFC 9110`, faults);

async function judge([name, section, bytes, statuses, then]: Case): Promise<void> {
  const { received, ended } = await exchange(bytes, then);
  const fail = (what: string) => faults.push(`${section}, ${name}: ${what}: ${JSON.stringify(received.slice(0, 400))}`);
  const { answers, rest } = readAnswers(received, bytes.startsWith('HEAD '));
  const came = answers.map(({ status }) => status);
  if (`${came}` !== `${statuses}`) fail(`expected ${statuses}, not ${came}`);
  if (rest !== '') fail('bytes that are no answer');
  if (ended !== (then === 'ends')) fail(ended ? 'ended' : 'not ended');
  if (/smuggled|X-Secret/i.test(received)) fail('said what was sent');
  for (const [index, answer] of answers.entries()) {
    const isLast = then === 'ends' && index === answers.length - 1;
    if (/^connection: close\r$/im.test(answer.head) !== isLast) fail('Connection tells something else');
    const lack = findLack(answer);
    if (lack !== null) fail(lack);
  }
}

/** Everything the server sends until it closes the connection or is silent. */
function exchange(bytes: string, then: Then): Promise<{ readonly received: string; readonly ended: boolean }> {
  return new Promise((resolve) => {
    let received = '';
    const client = connect(server.port, '127.0.0.1', () => client.write(bytes, 'latin1'));
    const late = setTimeout(() => finish(false), then === 'ends' ? patience : quiet);
    function finish(ended: boolean): void {
      clearTimeout(late);
      client.destroy();
      resolve({ received, ended });
    }
    client.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (then === 'waits') late.refresh();
    });
    client.on('error', () => {}).on('close', () => finish(true));
  });
}

interface Answer {
  readonly status: number;
  /** First line and fields, each with its line end. */
  readonly head: string;
  /** Null where the status or the method of the request allows none. */
  readonly body: string | null;
}

/** @param headFirst whether the first response is to a HEAD */
function readAnswers(text: string, headFirst: boolean): { readonly answers: readonly Answer[]; readonly rest: string } {
  const answers: Answer[] = [];
  let rest = text;
  for (;;) {
    const found = /^(HTTP\/1\.1 (\d{3}) [^\r\n]+\r\n(?:[!-9;-~]+: [^\r\n]*\r\n)*)\r\n/.exec(rest);
    if (found === null) return { answers, rest };
    const [all, head = '', code] = found;
    const status = Number(code);
    const empty = status < 200 || status === 204 || (headFirst && answers.length === 0);
    const size = empty ? 0 : Number(/^content-length: (\d+)\r$/im.exec(head)?.[1]);
    if (Number.isNaN(size) || rest.length < all.length + size) return { answers, rest };
    answers.push({ status, head, body: empty ? null : rest.slice(all.length, all.length + size) });
    rest = rest.slice(all.length + size);
  }
}

/** What a well-formed response lacks; null for nothing. */
function findLack({ status, head, body }: Answer): string | null {
  if (status < 200) return null;
  // RFC 9110 6.6.1
  if (!/^date: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT\r$/im.test(head)) return 'no date';
  if (status === 405 && !/^allow: [A-Z, ]+\r$/im.test(head)) return 'no Allow';
  if (status < 400) return null;
  if (!/^content-type: application\/problem\+json\r$/im.test(head)) return 'no problem';
  if (!/^cache-control: no-store\r$/im.test(head)) return 'a refusal that may be stored';
  if (body === null) return null;
  const problem = JSON.parse(body) as Record<string, unknown>;
  const isAddressed = /^(?:about:blank|http:\/\/[\w.:[\]]+\/api\/problems\/[a-z-]+)$/.test(String(problem.type));
  return isAddressed && problem.status === status && problem.title !== '' ? null : 'a problem that is not whole';
}
