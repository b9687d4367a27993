/**
 * The server that `npm run bench:mcp` measures, in a process of its own: SOURCE CACHE_BYTES. Tells its port, and then answers each
 * message with the processor time that it has used, in milliseconds.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { openSource } from '../../src/cli/open_source.ts';
import { processTerminal } from '../../src/cli/terminal.ts';
import { createNodeServer } from '../../src/http/node/node_server.ts';
import { createService } from '../../src/http/service.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';

const [source = '', cacheBytes] = process.argv.slice(2);
const corpus = await openSource(source, {}, processTerminal(), () => {});
const mcp = { open: openMcp(), isLoopback: true };
const service = createService({ corpus, cacheBytes: Number(cacheBytes), mcp });
const { server } = createNodeServer(() => service);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
process.on('disconnect', () => process.exit());
process.send?.((server.address() as AddressInfo).port);
