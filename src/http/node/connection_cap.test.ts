import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { siteCorpus } from '../../../test/conformance/site.ts';
import { jsonOf, parseAnswer } from '../../../test/conformance/transports.ts';
import { createService } from '../service.ts';
import { createNodeServer, type NodeServer } from './node_server.ts';
import { serverLimits } from './server_limits.ts';

const service = createService({ corpus: siteCorpus() });
const request = 'GET /version.json HTTP/1.1\r\nHost: a\r\n\r\n';

describe('capConnections', () => {
  let node: NodeServer;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await node.close();
  });

  async function listen(connections: number): Promise<void> {
    node = createNodeServer(() => service, { limits: { ...serverLimits, connections, announceTime: 0 } });
    await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
  }

  async function open(): Promise<Socket> {
    const socket = connect((node.server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket.on('error', () => {}));
    await new Promise((resolve) => node.server.once('connection', resolve));
    return socket;
  }

  async function ask(socket: Socket): Promise<Buffer> {
    const answer = new Promise<Buffer>((resolve) => socket.once('data', resolve));
    socket.write(request);
    return answer;
  }

  it('refuses the request of a new connection when all others are busy, and closes it', async () => {
    await listen(2);
    for (let count = 0; count < 2; count++) (await open()).write('GET /version.json HTTP/1.1\r\n');
    const newcomer = await open();
    const raw = await ask(newcomer);
    const answer = parseAnswer(raw);
    expect([answer.status, answer.headers['retry-after'], jsonOf(answer).type]).toEqual([503, '1', 'about:blank']);
    expect(raw.toString('latin1')).toMatch(/^connection: close\r$/im);
    await new Promise((resolve) => newcomer.once('close', resolve));
  });

  it('closes idle connections, so that a new one is answered', async () => {
    await listen(2);
    const waiting = await open();
    await ask(waiting);
    const closed = new Promise((resolve) => waiting.once('close', resolve));
    (await open()).write('GET /version.json HTTP/1.1\r\n');
    expect(parseAnswer(await ask(await open())).status).toBe(200);
    await closed;
  });
});
