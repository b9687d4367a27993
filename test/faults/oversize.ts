/**
 * Sends too much of everything: an endless upload to each resource, a compressed body, a body in chunks of one byte, ten
 * thousand requests at once, two thousand fields. Each must be answered, or refused and cut off, and memory must not
 * grow.
 * oversize.ts [--megabytes N]
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resources } from '../../src/discovery/resources.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const uploadLength = option('megabytes', 500) * 1_000_000;
/** Bytes that the kernel buffers between both sides, on top of the 2 MiB that the server may read. */
const sentAtMost = 16_000_000;
const growthAtMost = 10 * 1024 * 1024;
/** Rounds that are compared with as many before them, and rounds after which memory must have stopped growing. */
const span = 4;
const mostRounds = 40;
const patience = 15_000;

const server = await startServe([bakeSite(temporaryFolder(), 'abc123')]);
const faults: string[] = [];
const query =
  'POST /api/pages HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nx-http-method-override: QUERY\r\n';

// The first rounds fill caches and grow the heap to its working size; after that, memory must stay level.
const resident: number[] = [];
let growth = Number.POSITIVE_INFINITY;
for (let round = 0; round < mostRounds && growth > growthAtMost; round++) {
  await tryAll();
  resident.push(residentBytes());
  if (resident.length >= 2 * span) {
    growth = Math.max(...resident.slice(-span)) - Math.max(...resident.slice(-2 * span, -span));
  }
}
const { code } = await server.end();
if (growth > growthAtMost) faults.push(`memory grew by ${growth} bytes`);
if (code !== 143 || server.errors() !== '') faults.push(`ended with ${code}, said ${server.errors()}`);
const figures = `at the end memory grew by ${Math.round(growth / 1024)} KiB in ${span} rounds of ${resident.length}`;
conclude(`${resources.length} resources and 4 other floods, ${figures}`, faults);

async function tryAll(): Promise<void> {
  await Promise.all(resources.map(({ path }) => upload(path)));
  const bomb = await flood(
    `${query}Content-Encoding: gzip\r\nContent-Length: ${uploadLength}\r\n\r\n`,
    Buffer.alloc(65_536),
    uploadLength,
  );
  if (`${bomb.statuses}` !== '415' || !bomb.ended) faults.push(`compressed body: ${bomb.statuses}`);

  const chunks = await flood(
    `${query}Transfer-Encoding: chunked\r\n\r\n`,
    Buffer.from('1\r\na\r\n'.repeat(10_000)),
    uploadLength,
  );
  // On a busy machine a request may reach its timeout before its size limit.
  if (!/^(413|408)$/.test(`${chunks.statuses}`) || !chunks.ended) faults.push(`chunks of a byte: ${chunks.statuses}`);

  const many = 10_000;
  const pipelined = await flood(
    get('/version.json').repeat(many - 1) + get('/version.json', 'Connection: close\r\n'),
    null,
    0,
  );
  if (pipelined.statuses.length !== many) faults.push(`pipelined: ${pipelined.statuses.length} answers`);

  const fields = await flood(get('/version.json', 'a: b\r\n'.repeat(2_000)), null, 0);
  if (`${fields.statuses}` !== '431' || !fields.ended) faults.push(`many fields: ${fields.statuses}`);
}

/** An upload that no resource reads. */
async function upload(path: string): Promise<void> {
  const target = path.replace('{path}', 'index').replace('{slug}', 'invalid-query');
  const head = `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${uploadLength}\r\n\r\n`;
  const { statuses, sent, ended } = await flood(head, Buffer.alloc(65_536, 'a'), uploadLength);
  if (statuses.length !== 1 || !(statuses[0]! >= 400 && statuses[0]! < 500)) faults.push(`${target}: ${statuses}`);
  if (!ended || sent > sentAtMost) faults.push(`${target}: ${sent} bytes were sent, ${ended ? 'cut' : 'not cut'}`);
}

interface Flood {
  readonly statuses: readonly number[];
  readonly sent: number;
  readonly ended: boolean;
}

/** Sends a head, then a block repeatedly until the server closes the connection or the length is reached. */
function flood(head: string, block: Buffer | null, length: number): Promise<Flood> {
  return new Promise((resolve) => {
    let sent = 0;
    const statuses: number[] = [];
    let tail = '';
    const socket = connect(server.port, '127.0.0.1');
    const late = setTimeout(() => finish(false), patience);
    function finish(ended: boolean): void {
      clearTimeout(late);
      socket.destroy();
      resolve({ statuses, sent, ended });
    }
    function push(): void {
      while (block !== null && sent < length && !socket.destroyed) {
        sent += block.length;
        if (!socket.write(block)) return;
      }
    }
    socket.on('connect', push).on('drain', push);
    socket.on('error', () => {}).on('close', () => finish(true));
    socket.on('data', (data) => {
      tail += data.toString('latin1');
      let counted = 0;
      for (const match of tail.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses.push(Number(match[1]));
        counted = match.index + match[0].length;
      }
      // The rest may be the beginning of a status line.
      tail = tail.slice(Math.max(counted, tail.length - 12));
    });
    socket.write(head);
  });
}

function residentBytes(): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'latin1');
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}
