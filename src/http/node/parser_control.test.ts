import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ParserControl } from './parser_control.ts';

const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
const post = (path: string, fields = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${fields}Content-Length: 5\r\n\r\nhello`;
const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n';

/** A server that stops its parser after every message, and answers none. */
async function openStopping() {
  const server = createServer({ requireHostHeader: false });
  const messages: IncomingMessage[] = [];
  const errors: string[] = [];
  const connected: { control: ParserControl; socket: Socket }[] = [];
  server.on('connection', (socket) => {
    const control = new ParserControl(socket, () => control.goOn());
    connected.push({ control, socket });
  });
  const receive = (message: IncomingMessage, _response: ServerResponse) => {
    messages.push(message);
    connected.find(({ socket }) => socket === message.socket)!.control.stop();
  };
  server.on('request', receive).on('checkContinue', receive);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    errors.push(error.code ?? '');
    socket.destroy();
  });
  server.on('connect', (message: IncomingMessage, socket) => {
    messages.push(message);
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  await once(server, 'connection');
  return {
    messages,
    errors,
    client,
    said: () => messages.map(({ method, url }) => `${method} ${url}`),
    control: () => connected[0]!.control,
    goOn() {
      connected[0]!.control.release();
      connected[0]!.control.goOn();
    },
    close() {
      client.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('ParserControl', () => {
  let opened: Awaited<ReturnType<typeof openStopping>>;
  afterEach(() => opened.close());

  it.each([
    ['requests without content', [get('/a'), get('/b'), get('/c'), get('/d')]],
    ['requests with content', [post('/a'), post('/b'), get('/c'), post('/d')]],
    ['requests to upgrade', [get('/a', upgrade), get('/b', upgrade), post('/c', upgrade), get('/d')]],
    ['requests that wait for 100 Continue', [post('/a', 'Expect: 100-continue\r\n'), get('/b'), get('/c'), get('/d')]],
    ['a CONNECT at the end', [get('/a'), get('/b'), get('/c'), 'CONNECT /d HTTP/1.1\r\nHost: a\r\n\r\n']],
  ])('makes node:http emit %s one by one, even if they arrive together', async (_, requests) => {
    opened = await openStopping();
    opened.client.write(requests.join(''));
    const expected = requests.map((request) => request.split(' ', 2).join(' '));
    for (let count = 1; count <= requests.length; count++) {
      for (let waited = 0; opened.messages.length < count && waited < 1_000; waited++) await sleep(1);
      await sleep(5);
      expect(opened.said()).toEqual(expected.slice(0, count));
      const message = opened.messages.at(-1)!;
      // Without content, the message is complete and its request timeout has ended.
      expect(message.complete).toBe(message.method !== 'POST');
      if (message.method === 'CONNECT') return;
      opened.goOn();
      if (message.method === 'POST') expect(await text(message)).toBe('hello');
    }
    expect(opened.errors).toEqual([]);
  });

  it.each([
    ['a request', get('/a')],
    ['a request to upgrade', get('/a', upgrade)],
    ['a request to upgrade, with content', post('/a', upgrade)],
  ])('lets node:http report garbage after %s', async (_, request) => {
    opened = await openStopping();
    opened.client.write(`${request}\x16\x03\x01 garbage\r\n\r\n`);
    for (let waited = 0; opened.messages.length < 1 && waited < 1_000; waited++) await sleep(1);
    opened.messages[0]!.resume();
    opened.goOn();
    await once(opened.client, 'close');
    expect([opened.said().length, opened.errors.length]).toEqual([1, 1]);
  });

  it('keeps the rest in bounded buffers', async () => {
    opened = await openStopping();
    const server = once(opened.client, 'close');
    const block = Buffer.from(get('/a').repeat(2_000));
    let sent = 0;
    const push = () => {
      while (sent < 50_000_000 && !opened.client.destroyed) {
        sent += block.length;
        if (!opened.client.write(block)) return;
      }
    };
    opened.client.on('drain', push);
    push();
    await sleep(300);
    expect(opened.said()).toEqual(['GET /a']);
    expect(opened.messages[0]!.socket.readableLength).toBeLessThanOrEqual(3 * 65_536);
    // The kernel's buffers of both sides hold bytes besides those that the server reads.
    expect(sent).toBeLessThan(16_000_000);
    opened.client.destroy();
    await server;
  });

  it.each([
    ['all at once', ['HEAD /a HTTP/1.1\r\nHo'], 'HEAD /a '],
    ['byte by byte', [...'HEAD /a HTTP'], 'HEAD /a '],
    ['behind an empty line', ['\r\nHEAD /a HTTP'], 'HEAD /'],
    ['not at all', [], ''],
  ])('remembers the beginning of a partial message, %s', async (_, parts, begun) => {
    opened = await openStopping();
    opened.client.setNoDelay();
    for (const part of parts) {
      opened.client.write(part);
      await sleep(3);
    }
    await sleep(20);
    expect(opened.control().begun).toBe(begun);
  });

  it('remembers the beginning of a partial message after others, and forgets it once the message is complete', async () => {
    opened = await openStopping();
    opened.client.write(`${get('/a')}${get('/b')}HEAD /c HT`);
    await sleep(20);
    opened.goOn();
    await sleep(20);
    opened.goOn();
    await sleep(20);
    expect([opened.said(), opened.control().begun]).toEqual([['GET /a', 'GET /b'], 'HEAD /c ']);
    opened.client.write('TP/1.1\r\nHost: a\r\n\r\n');
    await sleep(20);
    expect([opened.said().length, opened.control().begun]).toEqual([3, '']);
  });
});

async function text(message: IncomingMessage): Promise<string> {
  let received = '';
  for await (const chunk of message) received += chunk;
  return received;
}
