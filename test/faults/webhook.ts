/**
 * Sends submissions to a server whose webhook fails, hangs, lies and goes away, and kills the server meanwhile. Every submission
 * must be answered 201 as fast as without a webhook; every one must reach the receiver at least once with a valid signature;
 * no notice may go anywhere but to the webhook or contain a message; and the log may contain neither messages nor the secret.
 *
 *     node test/faults/webhook.ts [--posts 20]
 *
 * The receiver answers the first try of a notice in one of these ways, and then takes it: 500, 410, a redirect to another
 * server, a closed connection, no answer, an answer that never ends, and an answer shorter than its Content-Length.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signNotice } from '../../src/feedback/notices.ts';
import { type ServeProcess, startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const CANARY = 'CANARY-webhook-51c0';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** In milliseconds. A try that hangs takes 10 s, and a retry follows 10 s after it. */
const LONGEST = 150_000;
const SLOWEST_SUBMISSION = 2_000;

const posts = option('posts', 20);
const folder = mkdtempSync(join(tmpdir(), 'catchword-webhook-'));
const faults: string[] = [];
const taken = new Map<string, number>();
const tried = new Map<string, number>();
let elsewhere = 0;

const lies: readonly ((response: ServerResponse, request: IncomingMessage) => void)[] = [
  (response) => response.writeHead(500).end('no'),
  (response) => response.writeHead(410).end(),
  (response) => response.writeHead(307, { location: `http://127.0.0.1:${portOf(other)}/stolen` }).end(),
  (_, request) => request.socket.destroy(),
  () => {},
  (response) => {
    response.writeHead(503);
    const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 5);
    response.on('close', () => clearInterval(timer));
  },
  (response, request) => {
    response.writeHead(500, { 'content-length': 1_000_000 });
    response.write('{');
    setTimeout(() => request.socket.destroy(), 50);
  },
];

const other = createServer((_, response) => {
  elsewhere++;
  response.end();
});
const receiver = createServer((request, response) => void receive(request, response));

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const id = String(request.headers['webhook-id']);
  const seconds = Number(request.headers['webhook-timestamp']);
  const signed = signNotice(id, seconds, body, SECRET)['webhook-signature'];
  if (request.headers['webhook-signature'] !== signed) faults.push('a notice has a wrong signature');
  if (Math.abs(Date.now() / 1000 - seconds) > 30) faults.push('a notice has an old time');
  if (body.includes(CANARY)) faults.push('a notice contains a message');
  const tries = (tried.get(id) ?? 0) + 1;
  tried.set(id, tries);
  const lie = tries === 1 && tried.size <= lies.length ? lies[tried.size - 1] : undefined;
  if (lie !== undefined) return lie(response, request);
  taken.set(id, (taken.get(id) ?? 0) + 1);
  response.writeHead(200).end('{}');
}

function portOf(server: typeof receiver): number {
  return (server.address() as AddressInfo).port;
}

async function start(): Promise<ServeProcess> {
  const config = join(folder, 'config.json');
  const notify = { webhook: `http://127.0.0.1:${portOf(receiver)}/hook`, secret: SECRET };
  writeFileSync(config, JSON.stringify({ notify }));
  const store = `sqlite:${join(folder, 'feedback.db')}`;
  return startServe([join(folder, 'content'), '--local', '--config', config, '--feedback', store, '--workers', '2']);
}

async function submit({ port }: ServeProcess): Promise<string | null> {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/api/feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ kind: 'broken', severity: 'low', message: CANARY, about: CANARY }),
  });
  const { id } = (await response.json()) as { readonly id: string };
  if (response.status !== 201) faults.push(`a submission was answered ${response.status}`);
  if (performance.now() - started > SLOWEST_SUBMISSION) faults.push('a submission waited for the webhook');
  return response.status === 201 ? id : null;
}

for (const server of [receiver, other]) {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
}
mkdirSync(join(folder, 'content'));
writeFileSync(join(folder, 'content', 'index.md'), '# Home\n\nWelcome.\n');

const ids: (string | null)[] = [];
let server = await start();
let said = '';
for (let at = 0; at < posts; at++) {
  ids.push(await submit(server));
  // Killed while the receiver holds a notice, and started again.
  if (at === Math.floor(posts / 2)) {
    await delay(6_000);
    said += server.errors();
    await server.end('SIGKILL');
    server = await start();
  }
}
const until = performance.now() + LONGEST;
const isComplete = () => ids.every((id) => id === null || taken.has(id));
while (!isComplete() && performance.now() < until) await delay(500);
said += server.errors();
await server.end();
for (const id of ids) if (id !== null && !taken.has(id)) faults.push(`the notice of ${id} was never sent`);
for (const id of tried.keys()) if (!ids.includes(id)) faults.push(`a notice of ${id} was sent, which nobody submitted`);
if (elsewhere > 0) faults.push('a redirect was followed');
if (said.includes(CANARY) || said.includes(SECRET)) faults.push('the log contains a message or the secret');
if (!said.includes('notice-failed')) faults.push('the log tells no failure');
for (const each of [receiver, other]) {
  each.close();
  each.closeAllConnections();
}
rmSync(folder, { recursive: true });
const total = [...tried.values()].reduce((sum, tries) => sum + tries, 0);
conclude(`${posts} submissions, ${total} tries, ${taken.size} notices taken`, faults);
