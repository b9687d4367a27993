/**
 * A mixed load for a long time, with refusals and aborted connections. In the second half memory and descriptors must
 * stay level, and the process must print nothing on standard error.
 * soak.ts [--minutes N] [--workers N] [--perSecond N]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get } from './http_client.ts';
import { startLoad } from './load.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const minutes = option('minutes', 20);
const clients = 50;
/** How far a low of the memory may be above an earlier low. */
const slack = 16 * 1024 * 1024;

const server = await startServe([bakeSite(temporaryFolder(), 'abc123'), '--workers', String(option('workers', 1))]);
const faults: string[] = [];
const load = startLoad({
  port: server.port,
  kept: clients / 2,
  fresh: clients / 2,
  paths: ['/api/pages/index', '/api/pages?q=cache', '/nothing', '/api/pages?limit=0', '/index.md', '/api/tags', '/%zz'],
  pause: (1_000 * clients) / option('perSecond', 500),
  onAnswer: ({ status }) => {
    if (status >= 500) faults.push(`an answer with ${status}`);
  },
});
const samples: { readonly bytes: number; readonly descriptors: number }[] = [];
const seconds = Math.max(4, Math.round(minutes * 60));
for (let second = 0; second < seconds; second++) {
  breakOff();
  await sleep(1_000);
  samples.push(sample());
}
await load.stop();
const { code } = await server.end();

const half = Math.floor(samples.length / 2);
const quarter = Math.floor(samples.length / 4);
const low = (key: 'bytes' | 'descriptors', from: number, to: number) =>
  Math.min(...samples.slice(from, to).map((each) => each[key]));
const growth = low('bytes', samples.length - quarter, samples.length) - low('bytes', half, half + quarter);
const opened = low('descriptors', samples.length - quarter, samples.length) - low('descriptors', half, half + quarter);
if (growth > slack) faults.push(`memory grew by ${growth} bytes in the second half`);
if (opened > clients / 2) faults.push(`${opened} descriptors more in the second half`);
faults.push(...load.lost.map((reason) => `lost on a ${reason}`));
if (code !== 143 || server.errors() !== '') faults.push(`ended with ${code}, said ${server.errors()}`);
conclude(`${minutes} minutes, ${load.answered} requests, memory ${Math.round(growth / 1024)} KiB`, faults);

/** Sends a whole request and half of one, and aborts both connections. */
function breakOff(): void {
  for (const bytes of [get('/api/pages?q=search&limit=100'), 'POST /api/pages HTTP/1.1\r\nHost: a\r\nContent-Le']) {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes, () => socket.resetAndDestroy()));
    socket.on('error', () => {});
  }
}

function sample() {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'latin1');
  return {
    bytes: 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]),
    descriptors: readdirSync(`/proc/${server.child.pid}/fd`).length,
  };
}
