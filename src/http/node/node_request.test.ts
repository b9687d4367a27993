import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NodeRequest } from './node_request.ts';

test('a body in too many chunks is too large, and no more of it is collected', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  const [message, response] = await once(server, 'request');
  const body = new NodeRequest(message, response, false, false).body(1_000_000);
  // What the kernel takes of 200,000 chunks, whose reader would take 65,536 of them after it was paused.
  socket.write('1\r\na\r\n'.repeat(200_000));
  expect(await body).toBe('too-large');
  await sleep(100);
  // No more than what came in the same read.
  expect((message as IncomingMessage).readableLength).toBeLessThan(20_000);
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

test('a request tells when its answer was sent, or its connection has closed', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed: string[] = [];
  const ask = async (name: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [message, response] = await once(server, 'request');
    const request = new NodeRequest(message, response, false, false);
    request.whenClosed(() => closed.push(name));
    return { request, socket, response };
  };
  const sent = await ask('sent');
  const gone = await ask('gone');
  expect(closed).toEqual([]);
  sent.response.end('a');
  await once(sent.response, 'close');
  expect(closed).toEqual(['sent']);
  gone.socket.destroy();
  await once(gone.response, 'close');
  gone.request.whenClosed(() => closed.push('later'));
  expect(closed).toEqual(['sent', 'gone', 'later']);
  sent.socket.destroy();
  server.close();
});
