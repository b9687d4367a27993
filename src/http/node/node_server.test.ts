import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { common } from '../../../test/conformance/expected.ts';
import { siteCorpus } from '../../../test/conformance/site.ts';
import { exchangeBytes, exchangeParts, jsonOf, parseAnswer } from '../../../test/conformance/transports.ts';
import type { MaybePromise } from '../../async/maybe_promise.ts';
import type { Answer } from '../answers/answer.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { createService } from '../service.ts';
import { createNodeServer, type NodeServer } from './node_server.ts';
import { serverLimits } from './server_limits.ts';
import { trustProxies } from './trusted_proxies.ts';

/** @returns the port that was free */
async function listen(node: NodeServer): Promise<number> {
  await once(node.server.listen(0, '127.0.0.1'), 'listening');
  return (node.server.address() as AddressInfo).port;
}

const service = createService({ corpus: siteCorpus({ publicOrigin: null }) });

describe('createNodeServer', () => {
  const node = createNodeServer(() => service);
  let port: number;

  beforeAll(async () => {
    port = await listen(node);
  });
  afterAll(() => node.close());

  const host = 'Host: a.example';

  it.each([
    ['two Host lines', `GET /version.json HTTP/1.1\r\n${host}\r\n${host}\r\n\r\n`, 400],
    ['no Host', 'GET /version.json HTTP/1.1\r\n\r\n', 400],
    ['an empty Host', 'GET /version.json HTTP/1.1\r\nHost:\r\n\r\n', 400],
    ['a Host that is markup', 'GET /version.json HTTP/1.1\r\nHost: "><script>\r\n\r\n', 400],
    ['a Host with a user', 'GET /version.json HTTP/1.1\r\nHost: a@b\r\n\r\n', 400],
    ['no version', 'GET /version.json\r\n\r\n', 400],
    ['HTTP/2.0', `GET /version.json HTTP/2.0\r\n${host}\r\n\r\n`, 505],
    [
      'both lengths',
      `POST /api/pages HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['an unknown expectation', `GET /version.json HTTP/1.1\r\n${host}\r\nExpect: x\r\n\r\n`, 417],
    ['a long address', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n${host}\r\n\r\n`, 431],
    ['an unknown method of which not all came', `FETCH /version.json HTTP/1.1\r\n${host}\r\n`, 501],
    ['an unknown method without a Host', 'FETCH /version.json HTTP/1.1\r\n\r\n', 400],
    ['an unknown method with a line that is no field', `FETCH /version.json HTTP/1.1\r\n${host}\r\nx\r\n\r\n`, 501],
    ['a target with a user', `GET http://a@b/version.json HTTP/1.1\r\n${host}\r\n\r\n`, 400],
    ['a target without a host', `GET http:///version.json HTTP/1.1\r\n${host}\r\n\r\n`, 400],
    ['a coding without an end', `POST /api/pages HTTP/1.1\r\n${host}\r\nTransfer-Encoding: gzip\r\n\r\na`, 400],
    [
      'a coding that is not known',
      `POST /api/pages HTTP/1.1\r\n${host}\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      501,
    ],
    ['CONNECT without a Host', 'CONNECT a:1 HTTP/1.1\r\n\r\n', 400],
    ['no HTTP at all', '\x16\x03\x01\r\n\r\n', 400],
  ])('refuses %s as a problem and ends the connection', async (_, bytes, status) => {
    const raw = await exchangeBytes(port, bytes);
    const answer = parseAnswer(raw);
    expect(answer.status).toBe(status);
    expect(raw.toString('latin1')).toMatch(/^connection: close\r$/im);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(jsonOf(answer)).toMatchObject({ type: 'about:blank', status, detail: expect.stringMatching(/^Cannot /) });
  });

  it.each(['FETCH', 'get', 'PRObE', 'Q'])(
    'refuses %s as a method that the resource does not answer',
    async (method) => {
      const ask = async (name: string, target: string) => {
        const raw = await exchangeBytes(port, `${name} ${target} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);
        expect(raw.toString('latin1')).toMatch(/^connection: close\r$/im);
        return parseAnswer(raw);
      };
      for (const target of ['/version.json', '/api/pages', '/nothing', '*', 'http://b.example/api/tags']) {
        const [unknown, known] = [await ask(method, target), await ask('DELETE', target)];
        expect([405, 404]).toContain(known.status);
        expect(unknown).toEqual(known);
      }
    },
  );

  it('refuses CONNECT as a whole problem and ends the connection', async () => {
    const raw = await exchangeBytes(port, `CONNECT b.example:443 HTTP/1.1\r\n${host}\r\n\r\n`);
    const { status, headers, body } = parseAnswer(raw);
    expect(raw.toString('latin1')).toMatch(/^connection: close\r$/im);
    expect(raw.toString('latin1')).toMatch(/^date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r$/im);
    expect({ status, headers, body: JSON.parse(body.toString()) }).toEqual({
      status: 405,
      headers: {
        'content-type': 'application/problem+json',
        'content-length': String(body.length),
        ...common,
        'cache-control': 'no-store',
        allow: 'GET, HEAD, OPTIONS',
      },
      body: {
        type: 'http://a.example/api/problems/method-not-allowed',
        title: 'Method not allowed',
        status: 405,
        detail: 'Cannot answer CONNECT: this server does not open tunnels.',
      },
    });
  });

  it.each([
    ['at once', ['HEAD / HTTP/1.1\r\nbad name: a\r\n\r\n']],
    ['in two parts', ['HEAD / HTTP/1.1\r\n', 'bad name: a\r\n\r\n']],
    ['in parts that cut its method', ['H', 'EA', 'D / HTTP/1.1\r\nHost', ': a\r\nbad name: a\r\n\r\n']],
  ])('answers a HEAD that it cannot read, and that comes %s, without content', async (_, parts) => {
    const { status, headers, body } = parseAnswer(await exchangeParts(port, parts));
    expect([status, Number(headers['content-length']) > 100, body.length]).toEqual([400, true, 0]);
  });

  it('answers a HEAD that it cannot read behind another request without content', async () => {
    const whole = `GET /version.json HTTP/1.1\r\n${host}\r\n\r\n`;
    const raw = (await exchangeParts(port, [`${whole}${whole}HEAD / HTTP/1.1\r\n`, ': a\r\n\r\n'])).toString('latin1');
    expect(raw.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(raw).toMatch(/connection: close\r\n\r\n$/i);
  });

  it.each([
    ['IPv4', '127.0.0.1', '127.0.0.1'],
    ['IPv6', '::1', '[::1]'],
  ])('answers HTTP/1.0 without a Host and names the address that it came to, over %s', async (_, address, named) => {
    const listening = createNodeServer(() => service, { limits: { ...serverLimits, announceTime: 0 } });
    await once(listening.server.listen(0, address), 'listening');
    const { port: own } = listening.server.address() as AddressInfo;
    const socket = connect(own, address);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).write('GET /nothing HTTP/1.0\r\n\r\n');
    await once(socket, 'end');
    const answer = parseAnswer(Buffer.concat(chunks));
    expect([answer.status, jsonOf(answer).type]).toEqual([404, `http://${named}:${own}/api/problems/no-such-resource`]);
    await listening.close();
  });

  it.each([
    ['a request line', `GET /version.json HTTP/1.1\n${host}\r\n\r\n`],
    ['every line', `GET /version.json HTTP/1.1\n${host}\n\n`],
    ['a line that names another version', `GET /version.json HTTP/2.0\n${host}\r\n\r\n`],
  ])('refuses a bare LF at the end of %s with 400', async (_, bytes) => {
    expect(parseAnswer(await exchangeBytes(port, bytes)).status).toBe(400);
  });

  it.each([
    ['Host: b.example:81', '/nothing', 'http://b.example:81'],
    ['Host: b.example', 'http://c.example/nothing', 'http://c.example'],
    ['Host: b.example\r\nX-Forwarded-Host: evil.example', '/nothing', 'http://b.example'],
  ])('names the origin of %s and %s in problem types', async (fields, target, expected) => {
    const bytes = `GET ${target} HTTP/1.1\r\n${fields}\r\nConnection: close\r\n\r\n`;
    const answer = parseAnswer(await exchangeBytes(port, bytes));
    expect(jsonOf(answer).type).toBe(`${expected}/api/problems/no-such-resource`);
  });

  it.each([
    ['a request without a version', 'GET /version.json\r\n\r\nmore\r\n\r\n', [400]],
    [
      'a body that is refused',
      `POST /api/pages HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}no chunk\r\n\r\n`,
      [405],
    ],
    [
      'a question that was asked well',
      `POST /api/pages HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nx-http-method-override: QUERY\r\nContent-Length: 15\r\n\r\n{"slug":"etag"}no request\r\n\r\n`,
      [200, 400],
    ],
    [
      'a request that ends the connection',
      `GET /version.json HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\nmore\r\n\r\n`,
      [200],
    ],
  ])('answers %s and then garbage in order, with nothing after the end', async (_, bytes, statuses) => {
    const raw = (await exchangeBytes(port, bytes)).toString('latin1');
    expect([...raw.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual(statuses);
    expect(raw.match(/^connection: close\r$/gim)).toHaveLength(1);
  });

  it('answers pipelined requests in order', async () => {
    const request = (path: string, last = '') => `GET ${path} HTTP/1.1\r\n${host}\r\n${last}\r\n`;
    const raw = await exchangeBytes(port, request('/version.json') + request('/nothing', 'Connection: close\r\n'));
    expect(raw.toString('latin1').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404']);
  });

  it('asks for the answer of a pipelined request only when those before it were taken', async () => {
    const many = 200;
    let asked = 0;
    const counting = createNodeServer(() => {
      asked++;
      return service;
    });
    const socket = connect(await listen(counting), '127.0.0.1').pause();
    const request = `GET /api/openapi.json HTTP/1.1\r\n${host}\r\n`;
    socket.write([...Array(many - 1).fill(request), `${request}Connection: close\r\n`, ''].join('\r\n'));
    await once(counting.server, 'request');
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBeLessThan(3);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
    await once(socket, 'end');
    const answers = Buffer.concat(chunks).toString('latin1').split('HTTP/1.1 200').length - 1;
    expect([asked, answers]).toEqual([many, many]);
    await counting.close();
  });

  it.each([
    ['a length', 'Content-Length: 500000000'],
    ['chunks', 'Transfer-Encoding: chunked'],
  ])('cuts an upload with %s after its refusal', async (_, framing) => {
    const block = Buffer.alloc(65_536, 'a');
    const chunk = framing.startsWith('T')
      ? Buffer.concat([Buffer.from('10000\r\n'), block, Buffer.from('\r\n')])
      : block;
    let sent = 0;
    const received = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1');
      const push = () => {
        while (!socket.destroyed && sent < 200_000_000) {
          sent += chunk.length;
          if (!socket.write(chunk)) return;
        }
      };
      socket.write(
        `POST /api/pages HTTP/1.1\r\n${host}\r\nContent-Type: text/plain\r\nx-http-method-override: QUERY\r\n${framing}\r\n\r\n`,
      );
      socket.on('drain', push).on('data', (data) => {
        text += data.toString('latin1');
      });
      socket.on('error', () => {}).on('close', () => resolve(text));
      push();
    });
    expect(received).toMatch(/^HTTP\/1\.1 415 /);
    expect(received).toMatch(/^connection: close\r$/im);
    // What the kernel's buffers of both sides hold is on top of what the server reads.
    expect(sent).toBeLessThan(16_000_000);
  });

  it('tells a client that waits to go on only when it reads the body', async () => {
    const head = (type: string) =>
      `POST /api/pages HTTP/1.1\r\n${host}\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Type: ${type}\r\nx-http-method-override: QUERY\r\nContent-Length: 15\r\n\r\n`;
    const refused = await exchangeBytes(port, head('text/plain'));
    expect(refused.toString('latin1')).toMatch(/^HTTP\/1\.1 415 /);
    const answered = await exchangeBytes(port, `${head('application/json')}{"slug":"etag"}`);
    expect(answered.toString('latin1')).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });
});

describe('createNodeServer with a client', () => {
  const limits = { ...serverLimits, headersTimeout: 50, requestTimeout: 50, checkingInterval: 10 };
  const node = createNodeServer(() => service, { limits });
  /** It waits as long as usual, so that a busy machine does not refuse the other clients. */
  const patient = createNodeServer(() => service);
  let port: number;
  let patientPort: number;

  beforeAll(async () => {
    port = await listen(node);
    patientPort = await listen(patient);
  });
  afterAll(() => Promise.all([node, patient].map((each) => each.close())));

  const head =
    'POST /api/pages HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nx-http-method-override: QUERY\r\nContent-Length: 15\r\n';

  it.each([
    ['its fields', head],
    ['its body', `${head}\r\n{"slug"`],
  ])('that stops within %s answers 408', async (_, bytes) => {
    const answer = parseAnswer(await exchangeBytes(port, bytes));
    expect([answer.status, jsonOf(answer).title]).toEqual([408, 'Request Timeout']);
  });

  it.each([
    ['its fields', head, 'a: b\r\n', 408],
    ['its body', `${head}\r\n`, ' ', 408],
    ['no HTTP', '\x16\x03\x01\r\n', 'x', 400],
  ])('that goes on to send %s behind its refusal can read it late', async (_, start, drop, status) => {
    const socket = connect(port, '127.0.0.1').pause();
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    socket.pause().write(start);
    const dripping = setInterval(() => socket.write(drop), 5);
    // Before it comes to read, the refusal has long been given.
    setTimeout(() => socket.resume(), 300);
    await new Promise((resolve, reject) => socket.on('end', resolve).on('error', reject));
    clearInterval(dripping);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\}$`));
    socket.destroy();
  });

  it('that never stops sending behind its refusal is cut', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}).resume();
    const block = Buffer.alloc(65_536, 'x');
    let sent = 0;
    const push = () => {
      while (!socket.destroyed && sent < 200_000_000) {
        sent += block.length;
        if (!socket.write(block)) return;
      }
    };
    socket.on('drain', push);
    socket.write('\x16\x03\x01\r\n');
    push();
    await new Promise((resolve) => socket.on('close', resolve));
    // What the kernel's buffers of both sides hold is on top of what the server reads.
    expect(sent).toBeLessThan(16_000_000);
  });

  it('that resets its CONNECT leaves the server answering others', async () => {
    const asked = new Promise((resolve) => patient.server.once('connect', resolve));
    const socket = connect(patientPort, '127.0.0.1', () => socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket.on('error', () => {});
    await asked;
    socket.resetAndDestroy();
    const raw = await exchangeBytes(patientPort, 'GET /version.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(parseAnswer(raw).status).toBe(200);
  });

  it('that resets its CONNECT while a request before it is answered leaves the server answering others', async () => {
    const slow = createNodeServer(
      () => ({
        async answer(request) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          return service.answer(request);
        },
      }),
      { limits: { ...serverLimits, announceTime: 0 } },
    );
    const slowPort = await listen(slow);
    const get = 'GET /version.json HTTP/1.1\r\nHost: a\r\n';
    const asked = new Promise((resolve) => slow.server.once('connect', resolve));
    const sent = `${get}\r\nCONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`;
    const socket = connect(slowPort, '127.0.0.1', () => socket.write(sent));
    socket.on('error', () => {});
    await asked;
    socket.resetAndDestroy();
    const raw = await exchangeBytes(slowPort, `${get}Connection: close\r\n\r\n`);
    expect(parseAnswer(raw).status).toBe(200);
    await slow.close();
  });

  it('that disconnects within its body leaves the server answering others', async () => {
    const asked = new Promise((resolve) => patient.server.once('request', resolve));
    const socket = connect(patientPort, '127.0.0.1', () => socket.write(`${head}\r\n{"slug"`));
    await asked;
    socket.resetAndDestroy();
    const raw = await exchangeBytes(patientPort, 'GET /version.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(parseAnswer(raw).status).toBe(200);
  });
});

describe('createNodeServer that refuses', () => {
  it.each([
    ['in chunks of 3,000 bytes', 3_000, 500],
    ['in chunks of a byte', 1, 20_000],
  ])('reads the rest of a body that is too large %s, so that its sender comes to read', async (_, length, count) => {
    // Without a bound on the time that would end the connection, too.
    const node = createNodeServer(() => service, { limits: { ...serverLimits, lingerTimeout: 3_600_000 } });
    const socket = connect(await listen(node), '127.0.0.1');
    const sent = once(socket, 'connect').then(() => {
      socket.write(
        `POST /api/pages HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nx-http-method-override: QUERY\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      socket.write(`${length.toString(16)}\r\n${' '.repeat(length)}\r\n`.repeat(count));
      socket.write('0\r\n\r\n');
    });
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    await Promise.all([sent, once(socket, 'end')]);
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    await node.close();
  });
});

describe('createNodeServer over a service that breaks its word', () => {
  const unsendable = { status: 200, headers: ['Link', 'a\nb'], body: null };
  it.each<[string, () => MaybePromise<Answer>]>([
    [
      'throws',
      () => {
        throw new Error('a secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('a secret'))],
    ['answers with a field that cannot be sent', () => unsendable],
    ['promises such an answer', async () => unsendable],
  ])('answers 500 when it %s, however the answer is written and though the observer throws', async (_, answer) => {
    const observed: string[] = [];
    const node = createNodeServer(() => ({ answer }), {
      observe(observation) {
        observed.push(observation.kind);
        throw new Error('no observer');
      },
    });
    const port = await listen(node);
    for (const line of ['GET /', 'HEAD /', 'CONNECT a:1', 'UNKNOWN /']) {
      observed.length = 0;
      const { status, body } = parseAnswer(
        await exchangeBytes(port, `${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
      );
      const slug = Buffer.from(body).toString().includes('/api/problems/unexpected-failure');
      expect([line, status, slug, observed]).toEqual([
        line,
        500,
        line !== 'HEAD /',
        ['request-failed', 'request-answered'],
      ]);
    }
    await node.close();
  });
});

describe('createNodeServer with clients that receive slowly', () => {
  const body = Buffer.alloc(20_000_000, 'x');
  const long = { status: 200, headers: ['Content-Length', String(body.length)], body };
  const answering = { answer: (request: ApiRequest) => (request.method === 'GET' ? long : service.answer(request)) };
  const node = createNodeServer(() => answering, { limits: { ...serverLimits, lingerTimeout: 50 } });
  let port: number;

  beforeAll(async () => {
    port = await listen(node);
  });
  afterAll(() => node.close());

  const get = 'GET /long HTTP/1.1\r\nHost: a\r\n\r\n';
  const connectTo = 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n';

  it.each([
    ['garbage behind one', `${get}no request\r\n\r\n`, [200, 400]],
    ['garbage behind two', `${get}${get}no request\r\n\r\n`, [200, 200, 400]],
    ['a CONNECT behind one', `${get}${connectTo}`, [200, 405]],
    ['a CONNECT behind two', `${get}${get}${connectTo}`, [200, 200, 405]],
  ])('refuses %s in its turn, and cuts off nothing before it', async (_, bytes, statuses) => {
    const socket = connect(port, '127.0.0.1').pause();
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.pause().write(bytes);
    setTimeout(() => socket.resume(), 300);
    await once(socket, 'close');
    const received = Buffer.concat(chunks);
    const heads = received.toString('latin1').match(/HTTP\/1\.1 \d{3} /g) ?? [];
    expect(heads.map((head) => Number(head.slice(9, 12)))).toEqual(statuses);
    expect(received.length).toBeGreaterThan(body.length * (statuses.length - 1));
    expect(received.toString('latin1')).toMatch(/"status":40[05].*\}$/s);
  });
});

describe('createNodeServer.close', () => {
  it('finishes what is in flight, and ends connections that are kept', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const node = createNodeServer(() => ({ answer: async (request) => held.then(() => service.answer(request)) }));
    const port = await listen(node);
    const answered = exchangeBytes(port, 'GET /version.json HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => node.server.once('request', resolve));
    const closed = node.close();
    release();
    const raw = await answered;
    expect(raw.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /);
    expect(raw.toString('latin1')).toMatch(/^connection: close\r$/im);
    await closed;
    await expect(exchangeBytes(port, 'GET / HTTP/1.1\r\n\r\n')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('createNodeServer behind a proxy', () => {
  const evil =
    'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example;proto=https\r\n';
  const good = 'Forwarded: for=192.0.2.1;host=api.example;proto=https\r\n';

  /** What /api/openapi.json names as its server, and how it may be kept. */
  async function ask(proxies: readonly string[], fields: string, publicOrigin: string | null = null) {
    const answering = createService({ corpus: siteCorpus({ publicOrigin }) });
    const node = createNodeServer(() => answering, {
      limits: { ...serverLimits, announceTime: 0 },
      isProxy: trustProxies(proxies),
    });
    const port = await listen(node);
    const last = `Host: inner.example\r\n${fields}Connection: close\r\n\r\n`;
    const description = parseAnswer(await exchangeBytes(port, `GET /api/openapi.json HTTP/1.1\r\n${last}`));
    const refusal = parseAnswer(await exchangeBytes(port, `GET /nothing HTTP/1.1\r\n${last}`));
    await node.close();
    const origin = jsonOf(description).servers[0].url;
    expect(jsonOf(refusal).type).toBe(`${origin}/api/problems/no-such-resource`);
    return [description.status, origin, description.headers['cache-control']];
  }

  const own = 'private, max-age=0, must-revalidate';
  it.each<[string, readonly string[], string, string]>([
    ['nobody is trusted', [], evil, 'http://inner.example'],
    ['another one is trusted', ['192.0.2.0/24', '::1', '127.0.0.2'], evil, 'http://inner.example'],
    ['the client is trusted', ['127.0.0.0/8'], good, 'https://api.example'],
    ['it says nothing', ['127.0.0.1'], '', 'http://inner.example'],
    ['it says the scheme alone', ['127.0.0.1'], 'X-Forwarded-Proto: https\r\n', 'https://inner.example'],
    ['it adds to what a client said', ['127.0.0.1'], `Forwarded: host=evil.example\r\n${good}`, 'https://api.example'],
    [
      'it passes on what a client said',
      ['127.0.0.1'],
      `X-Forwarded-Host: evil.example\r\n${good}`,
      'https://inner.example',
    ],
    ['it says no host', ['127.0.0.1'], 'X-Forwarded-Host: "><script>\r\n', 'http://inner.example'],
  ])('when %s (%j), names the right origin and lets no shared cache keep it', async (_, proxies, fields, origin) => {
    expect(await ask(proxies, fields)).toEqual([200, origin, own]);
  });

  it('names the origin that is set, whatever a trusted proxy says', async () => {
    expect(await ask(['127.0.0.1'], good, 'https://set.example')).toEqual([
      200,
      'https://set.example',
      'public, max-age=0, must-revalidate',
    ]);
  });

  it('takes the host of a trusted proxy before that of an absolute-form target, and not from one without a Host', async () => {
    const node = createNodeServer(() => service, {
      limits: { ...serverLimits, announceTime: 0 },
      isProxy: trustProxies(['127.0.0.1']),
    });
    const port = await listen(node);
    const bytes = (host: string) => `GET http://b.example/nothing HTTP/1.1\r\n${host}${good}Connection: close\r\n\r\n`;
    const named = jsonOf(parseAnswer(await exchangeBytes(port, bytes('Host: b.example\r\n'))));
    expect(named.type).toBe('https://api.example/api/problems/no-such-resource');
    expect(parseAnswer(await exchangeBytes(port, bytes(''))).status).toBe(400);
    const tunnel = await exchangeBytes(port, `CONNECT b.example:443 HTTP/1.1\r\nHost: b.example\r\n${good}\r\n`);
    expect(jsonOf(parseAnswer(tunnel)).type).toBe('https://api.example/api/problems/method-not-allowed');
    await node.close();
  });
});

describe('createNodeServer that is about to end', () => {
  const ask = (path: string, method = 'GET') => `${method} ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`;
  const unready = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'Cannot take more requests: the server is shutting down.',
  };

  it('says that it is not ready, before and after its build is swapped, and goes on answering', async () => {
    let current = service;
    const node = createNodeServer(() => current, { limits: { ...serverLimits, announceTime: 1_000 } });
    const port = await listen(node);
    const closing = `GET /health/ready HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`;
    const before = parseAnswer(await exchangeBytes(port, closing));
    expect([before.status, jsonOf(before)]).toEqual([200, { status: 'ok' }]);

    const closed = node.close();
    for (const served of [service, createService({ corpus: siteCorpus({ publicOrigin: null }) })]) {
      current = served;
      const raw = await exchangeBytes(port, ask('/health/ready'));
      const { status, headers, body } = parseAnswer(raw);
      expect(raw.toString('latin1')).toMatch(/^connection: close\r$/im);
      expect({ status, headers, problem: JSON.parse(Buffer.from(body).toString()) }).toEqual({
        status: 503,
        headers: {
          'content-type': 'application/problem+json',
          'content-length': String(body.length),
          ...common,
          'cache-control': 'no-store',
          'retry-after': '1',
        },
        problem: unready,
      });
      const toHead = parseAnswer(await exchangeBytes(port, ask('/health/ready', 'HEAD')));
      expect([toHead.status, toHead.headers, toHead.body.length]).toEqual([503, headers, 0]);
      expect(parseAnswer(await exchangeBytes(port, ask('/health/live'))).status).toBe(200);
      expect(parseAnswer(await exchangeBytes(port, ask('/api/tags'))).status).toBe(200);
    }
    await closed;
  });

  it('says so too in answers to requests that arrive while its port closes', async () => {
    const node = createNodeServer(() => service, { limits: { ...serverLimits, announceTime: 0 } });
    const port = await listen(node);
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => node.server.once('connection', resolve));
    const answered = new Promise<Buffer>((resolve) => socket.once('data', resolve));
    const stopped = node.stopListening();
    // One turn of the event loop later answers are held back.
    await new Promise((resolve) => setTimeout(resolve, 5));
    socket.write(ask('/health/ready'));
    await stopped;
    await node.finish();
    expect(jsonOf(parseAnswer(await answered))).toEqual(unready);
  });

  it.each([
    ['cannot be read', 'GET /api/tags HTTP/1.1\r\n: a\r\n\r\n', false],
    ['is cut', 'GET /api', true],
    ['is a CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', false],
  ])('answers a request that arrives while its port closes when what follows it %s', async (_, last, ends) => {
    const node = createNodeServer(() => service, { limits: { ...serverLimits, announceTime: 0 } });
    const port = await listen(node);
    const sockets: { readonly sent: string; readonly socket: Socket }[] = [];
    for (const sent of [ask('/api/tags') + last, last]) {
      sockets.push({ sent, socket: connect(port, '127.0.0.1') });
      await once(node.server, 'connection');
    }
    const closed = node.close();
    // One turn of the event loop later answers are held back.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const received = sockets.map(async ({ sent, socket }) => {
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      if (ends) socket.end(sent);
      else socket.write(sent);
      await once(socket, 'end');
      return Buffer.concat(chunks)
        .toString('latin1')
        .match(/(?<=^HTTP\/1\.1 )\d+/gm);
    });
    // An answer ends its connection here, so nothing follows it.
    expect(await Promise.all(received)).toEqual([['200'], [last.startsWith('CONNECT') ? '405' : '400']]);
    await closed;
  });
});
