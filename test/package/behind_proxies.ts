/**
 * Serves behind nginx and Caddy with the configurations of the page "Put nginx or Caddy in front", and compares what each lets through with what
 * the server answers by itself. Skips a proxy that is not installed.
 * behind_proxies.ts [--nginx PROGRAM] [--caddy PROGRAM]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exchangeBytes, parseAnswer, type ReceivedAnswer } from '../conformance/transports.ts';
import { bakeSite } from '../faults/baked_site.ts';
import { startServe } from '../faults/serve_process.ts';
import { conclude, skipWhere, textOption } from '../faults/verdict.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { freePort } from '../fixtures/free_port.ts';
import { run } from './command.ts';

interface Proxy {
  readonly name: 'nginx' | 'caddy';
  readonly program: string;
  /** Writes its configuration. @returns its arguments */
  configure(folder: string, port: number, upstream: number): string[];
}

const page = readFileSync(repositoryFile('site/docs/how-to/nginx-and-caddy.md'), 'utf8');
const documented = (language: string, upstream: number): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)![1]!.replaceAll('127.0.0.1:4777', `127.0.0.1:${upstream}`);

const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    program: textOption('nginx', 'nginx'),
    configure(folder, port, upstream) {
      const server = documented('nginx', upstream).replace('listen 80;', `listen 127.0.0.1:${port};`);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      writeFileSync(
        join(folder, 'nginx.conf'),
        `user root; daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${paths.join(' ')}\n${server}}\n`,
      );
      return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
    },
  },
  {
    name: 'caddy',
    program: textOption('caddy', 'caddy'),
    configure(folder, port, upstream) {
      // Without a certificate: a name with http:// is served in clear.
      const site = documented('caddyfile', upstream).replace('api.example.org', `http://api.example.org:${port}`);
      writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n}\n${site}`);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
];

const present = proxies.filter(({ program }) => run('/', [program, '-h']).code !== null);
skipWhere(present.length > 0 ? null : 'neither nginx nor caddy is installed');

const folder = mkdtempSync(join(tmpdir(), 'catchword-proxies-'));
const faults: string[] = [];
const server = await startServe([bakeSite(folder, 'abc123'), '--trusted-proxies', '127.0.0.1']);

const override = 'X-HTTP-Method-Override: QUERY\r\nContent-Type: application/json';
/** Requests as method, target, more fields, and a body. */
const requests: readonly (readonly [method: string, target: string, fields?: string, body?: string])[] = [
  ['GET', '/api/pages?q=entity+tag&limit=2'],
  ['GET', '/api/pages?q=entity+tag&limit=2', 'Accept-Encoding: br'],
  ['HEAD', '/api/pages/index'],
  ['GET', '/api/pages/index', 'Accept: text/markdown'],
  ['GET', '/api/pages/glossary%2Fentity-tag'],
  ['GET', '/api/pages/glossary//entity-tag'],
  ['OPTIONS', '/api/pages'],
  ['DELETE', '/api/tags'],
  ['POST', '/api/pages', override, '{"slug":"entity-tag"}'],
  ['POST', '/api/pages', override, '{"slug":'],
  ['POST', '/api/pages', override, `{"like":"${'a'.repeat(1_048_577)}"}`],
  ['GET', '/nowhere', 'Forwarded: host=evil.example;proto=https'],
  ['GET', '/nowhere', 'X-Forwarded-Host: evil.example'],
  ['GET', '/version.json'],
];

try {
  for (const proxy of present) await compare(proxy);
  conclude(`${requests.length} requests through ${present.map(({ name }) => name).join(' and ')}`, faults);
} finally {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(proxy: Proxy): Promise<void> {
  const home = join(folder, proxy.name);
  mkdirSync(home);
  const port = await freePort();
  const args = proxy.configure(home, port, server.port);
  const child = spawn(proxy.program, args, {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  try {
    await untilListening(port, child, () => said);
    for (const request of requests) await compareOne(proxy.name, port, request);
    await compareConditional(proxy.name, port);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function untilListening(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended: ${said()}`);
    const answer = await ask(port, ['GET', '/health/ready']).catch(() => null);
    if (answer?.status === 200) return;
    await delay(100);
  }
}

async function compareOne(name: string, port: number, request: (typeof requests)[number]): Promise<void> {
  const [direct, passed] = await Promise.all([ask(server.port, request), ask(port, request)]);
  const [method, target, fields = ''] = request;
  if (JSON.stringify(comparable(passed)) !== JSON.stringify(comparable(direct))) {
    faults.push(`${name}: ${method} ${target} ${fields}: ${spell(passed)} instead of ${spell(direct)}`);
  }
}

/** A validator learned through the proxy must be answered 304 through it. */
async function compareConditional(name: string, port: number): Promise<void> {
  const { headers } = await ask(port, ['GET', '/api/pages/index']);
  const again = await ask(port, ['GET', '/api/pages/index', `If-None-Match: ${headers.etag}`]);
  if (headers.etag === undefined || again.status !== 304)
    faults.push(`${name}: ${headers.etag} is answered ${again.status}`);
}

async function ask(
  port: number,
  [method, target, fields, body = '']: (typeof requests)[number],
): Promise<ReceivedAnswer> {
  const isPassed = port !== server.port;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: api.example.org',
    'Connection: close',
    // What only a proxy may say is left out where there is none.
    ...(fields !== undefined && (isPassed || !/^(?:X-)?Forwarded/.test(fields)) ? [fields] : []),
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return parseAnswer(await exchangeBytes(port, Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)));
}

/** Without the fields that belong to a connection or to the proxy. */
function comparable({ status, headers, body }: ReceivedAnswer): object {
  const { date: _d, server: _s, via: _v, connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, ...rest } = headers;
  return { status, headers: Object.entries(rest).sort(), body: Buffer.from(body).toString('base64') };
}

function spell({ status, headers, body }: ReceivedAnswer): string {
  return `${status} ${JSON.stringify(headers)} ${Buffer.from(body).toString().slice(0, 200)}`;
}
