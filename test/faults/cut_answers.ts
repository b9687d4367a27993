/**
 * A proxy between client and server closes the connection of the client at a random byte of the response. The client then
 * sends its submission again with the same key: it must be confirmed as a replay and recorded once.
 * cut_answers.ts [--rounds N]
 */
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { SeededRandom } from '../../bench/queries/seeded_random.ts';
import { compareStore } from './acknowledged.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { openConnection } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { submissionOf } from './submitters.ts';
import { conclude, option } from './verdict.ts';

const rounds = option('rounds', 500);
const atOnce = 8;
const random = new SeededRandom(option('seed', 1));
const folder = temporaryFolder();
const store = join(folder, 'feedback.db');
const server = await startServe([bakeSite(folder, 'abc123'), '--feedback', `sqlite:${store}`]);

/** Responses that the server began, of which the client got at most a part. */
const begun: string[] = [];
const proxy = createServer((client) => {
  const upstream = connect(server.port, '127.0.0.1');
  client.on('error', () => {}).on('data', (bytes) => upstream.write(bytes));
  upstream
    .on('error', () => {})
    .once('data', (bytes) => {
      begun.push(bytes.toString('latin1'));
      const part = bytes.subarray(0, random.below(bytes.length));
      client.write(part, () => client.resetAndDestroy());
      upstream.destroy();
    });
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const { port } = proxy.address() as { readonly port: number };

const faults: string[] = [];
const acknowledged = new Map<string, string>();
let left = rounds;
await Promise.all(Array.from({ length: atOnce }, worker));
proxy.close();
await server.end();
if (begun.length !== rounds) faults.push(`${begun.length} answers were begun in ${rounds} rounds`);
for (const answer of begun) if (!answer.startsWith('HTTP/1.1 201 ')) faults.push(`cut was ${answer.slice(0, 40)}`);
const { rows, lost, duplicated, damaged } = await compareStore(store, acknowledged);
faults.push(...lost.map((key) => `${key} is lost`), ...duplicated.map((key) => `${key} is there twice`));
if (rows !== rounds || damaged > 0) faults.push(`${rows} rows, ${damaged} damages`);
conclude(`${rounds} responses cut off, ${acknowledged.size} confirmed by the second attempt, ${rows} rows`, faults);

async function worker(): Promise<void> {
  for (let round = left--; round > 0; round = left--) {
    const key = `cut.${round}`;
    const cut = await openConnection(port);
    const seen = await cut.ask(submissionOf(key, key)).catch(() => null);
    if (seen !== null) faults.push(`${key} was answered through the proxy`);
    cut.socket.destroy();
    const { socket, ask } = await openConnection(server.port);
    const { status, head, body } = await ask(submissionOf(key, key));
    socket.destroy();
    if (status !== 201 || !/^idempotency-replayed: true$/im.test(head)) faults.push(`${key} got ${head}`);
    else acknowledged.set(key, (JSON.parse(body) as { readonly id: string }).id);
  }
}
