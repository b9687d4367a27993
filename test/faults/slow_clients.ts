/**
 * Clients that send their fields or body slowly, or read their response slowly, all at once. Each must be disconnected
 * within ten seconds, senders with a 408 problem, and other clients must be answered about as fast as before.
 * A sender is slow after a first request that is answered: until then its connection may wait for the kernel to copy what readers asked for.
 * slow_clients.ts [--clients N]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection, readAnswer } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

/** In milliseconds. `tolerance` allows for a busy machine; a server that its slow clients block is late by seconds. */
const shedWithin = 10_000;
const dripEvery = 1_000;
const tolerance = 20;
/** For this process to read what the kernel has buffered for all slow readers: some megabytes each. */
const drainWithin = 60_000;
/** 2 MB. Readers ask for it several times in a row: the kernel buffers less than that on both sides for a client that reads nothing. */
const longPage = 'A long page. '.repeat(160_000);
const timesInARow = 7;

const each = Math.ceil(option('clients', 300) / 3);
const folder = temporaryFolder();
const content = join(folder, 'content');
mkdirSync(content);
writeFileSync(join(content, 'index.md'), '# Start\n\nWhat a cache is.\n');
writeFileSync(join(content, 'long.md'), longPage);
const server = await startServe([bakeSite(folder, 'abc123', content)]);
const faults: string[] = [];
const before = await percentile99(2_000);

const post =
  'POST /api/pages HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nx-http-method-override: QUERY\r\n';
let accepted = 0;
const senders = [
  ...Array.from({ length: each }, (_, at) =>
    drip(at, 'slow fields', 'GET /version.json HTTP/1.1\r\nHost: a\r\n', 'x-a: b\r\n'),
  ),
  ...Array.from({ length: each }, (_, at) => drip(at, 'slow body', `${post}Content-Length: 1000\r\n\r\n`, ' ')),
];
const readers = Array.from({ length: each }, readNothing);
const during = await percentile99(shedWithin + dripEvery);
await Promise.all([...senders, ...readers]);
const { code } = await server.end();

if (during > 1.2 * before + tolerance) faults.push(`99 % of other requests took up to ${during.toFixed(1)} ms`);
if (code !== 143 || server.errors() !== '') faults.push(`ended with ${code}, said ${server.errors()}`);
if (accepted > shedWithin) faults.push(`a new client was first answered after ${Math.round(accepted)} ms`);
const figures = `99 % of others within ${before.toFixed(1)} ms before and ${during.toFixed(1)} ms meanwhile`;
conclude(`${3 * each} slow clients; ${figures}; new clients within ${Math.round(accepted)} ms`, faults);

/**
 * Sends the start and then one piece every second; expects a 408 and the end of the connection. Clients begin one after the other within a
 * second: the pieces of all at once would hold up this process, which also measures.
 */
async function drip(at: number, name: string, start: string, drop: string): Promise<void> {
  await sleep((at / each) * dripEvery);
  const connected = performance.now();
  const { socket, ask } = await openConnection(server.port);
  await ask(get('/version.json'));
  accepted = Math.max(accepted, performance.now() - connected);
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.write(start);
  const dripping = setInterval(() => socket.write(drop), dripEvery);
  const shed = await closesWithin(socket, shedWithin + dripEvery);
  clearInterval(dripping);
  socket.destroy();
  const answer = readAnswer(received);
  if (!shed) faults.push(`${name}: not disconnected`);
  else if (answer?.status !== 408 || !answer.last || !answer.body.includes('about:blank')) {
    faults.push(`${name}: ${received.split('\r\n', 1)[0] || 'no answer'}`);
  }
}

/** Requests more than the kernel buffers and reads nothing, until it should have been disconnected. */
async function readNothing(): Promise<void> {
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  socket.on('error', () => {}).pause();
  socket.write(get('/long.md').repeat(timesInARow));
  await sleep(shedWithin + dripEvery);
  // A client that does not read sees the end of the connection only after the data that the kernel has buffered.
  const shed = closesWithin(socket, drainWithin);
  socket.resume();
  if (!(await shed)) faults.push('slow reader: not disconnected');
  else if (socket.bytesRead > 0.9 * timesInARow * longPage.length) faults.push('slow reader: disconnected too late');
  socket.destroy();
}

function closesWithin(socket: Socket, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), milliseconds);
    socket.once('close', () => {
      clearTimeout(late);
      resolve(true);
    });
  });
}

/** Milliseconds within which 99 % of requests were answered, at about a hundred a second. */
async function percentile99(milliseconds: number): Promise<number> {
  const { socket, ask } = await openConnection(server.port);
  const times: number[] = [];
  for (const started = performance.now(); performance.now() - started < milliseconds; await sleep(10)) {
    const asked = performance.now();
    await ask(get('/api/pages?q=cache'));
    times.push(performance.now() - asked);
  }
  socket.destroy();
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)]!;
}
