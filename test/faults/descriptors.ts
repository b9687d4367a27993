/**
 * Opens far more connections than the process may have descriptors. The server must survive, and must answer again within
 * a second of their end.
 * descriptors.ts [--limit N] [--connections N] [--workers N]
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const limit = option('limit', 256);
const connections = option('connections', 2_000);
const launcher = ['sh', '-c', `ulimit -n ${limit}; exec "$@"`, 'sh'];
const artefact = bakeSite(temporaryFolder(), 'abc123');
const server = await startServe([artefact, '--workers', String(option('workers', 1))], launcher);

const faults: string[] = [];
const sockets = Array.from({ length: connections }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
await sleep(2_000);
for (const socket of sockets) socket.destroy();
const released = performance.now();
let recovered: number | null = null;
while (recovered === null && performance.now() - released < 5_000) {
  const status = await askOnce();
  if (status === 200) recovered = performance.now() - released;
  else await sleep(20);
}
const { code } = await server.end();
if (recovered === null || recovered > 1_000)
  faults.push(`answered after ${recovered?.toFixed(0) ?? 'more than 5,000'} ms`);
if (code !== 143) faults.push(`ended with ${code}: ${server.errors()}`);
conclude(`${connections} connections to ${limit} descriptors, answers again after ${recovered?.toFixed(0)} ms`, faults);

async function askOnce(): Promise<number | null> {
  try {
    const { socket, ask } = await openConnection(server.port);
    const { status } = await ask(get('/version.json'));
    socket.destroy();
    return status;
  } catch {
    return null;
  }
}
