/**
 * Traces a build, and a server that keeps feedback in SQLite and sends every kind of response. Neither may open a
 * connection or send a datagram.
 * outbound.ts. Needs strace.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { post, submissionOf } from './submitters.ts';
import { conclude } from './verdict.ts';

if (spawnSync('strace', ['-V']).status !== 0) {
  process.stdout.write('skipped: there is no strace\n');
  process.exit(0);
}

const program = fileURLToPath(new URL('../../bin/catchword', import.meta.url));
const folder = temporaryFolder();
const faults: string[] = [];
const strace = (log: string) => ['strace', '-f', '-o', log, '-e', 'signal=none', '-e', 'trace=%network'];

const building = join(folder, 'building');
const args = [program, 'build', fileURLToPath(new URL('../../site', import.meta.url)), '--out', join(folder, 'traced')];
const built = spawnSync(strace(building)[0]!, [...strace(building).slice(1), process.execPath, ...args], {
  env: { ...process.env, CATCHWORD_CACHE: join(folder, 'cache-of-its-own') },
  encoding: 'utf8',
});
if (built.status !== 0) faults.push(`build ended with ${built.status}: ${built.stderr}`);

const serving = join(folder, 'serving');
const server = await startServe(
  [bakeSite(folder, 'abc123'), '--feedback', `sqlite:${join(folder, 'feedback.db')}`, '--native-query'],
  [...strace(serving), '-D'],
);
const requests = [
  ...['/api/pages/index', '/api/pages?q=cache&facets=tags', '/index.md', '/api/tags', '/version.json', '/nothing'],
  ...['/api/openapi.json', '/.well-known/api-catalog', '/api/problems/no-such-resource', '/feedback', '/api/feedback'],
].map((path) => get(path));
requests.push(
  post('/api/pages', '{"like":"http://a.example/ a passage"}', 'x-http-method-override: QUERY\r\n'),
  submissionOf('k', 'See http://a.example/'),
  submissionOf('k', 'another'),
  get('/api/cron/feedback-rollup', 'X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Host: a.example\r\n'),
);
let answered = 0;
for (const request of requests) {
  const { socket, ask } = await openConnection(server.port);
  const { status } = await ask(request);
  socket.destroy();
  answered++;
  if (status >= 500) faults.push(`${status} to ${request.split('\r\n', 1)[0]}`);
}
const { code } = await server.end();
if (code !== 143) faults.push(`serve ended with ${code}`);

const accepted = look('build', building) + look('serve', serving);
if (accepted < answered) faults.push(`the trace shows ${accepted} connections of ${answered}: it does not show all`);
conclude(`a build and ${answered} requests, no connection of their own`, faults);

/** @returns the number of accepted connections */
function look(name: string, log: string): number {
  const lines = readFileSync(log, 'utf8').split('\n');
  for (const line of lines) {
    if (/\bconnect\(/.test(line) || /\bsend(to|msg|mmsg)\(.*sa_family=/.test(line)) faults.push(`${name}: ${line}`);
  }
  return lines.filter((line) => /\baccept4?\(.* = \d+$|accept4? resumed>.* = \d+$/.test(line)).length;
}
