import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteCorpus } from '../../../test/conformance/site.ts';
import { exchangeParts } from '../../../test/conformance/transports.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { createService } from '../service.ts';
import { createNodeServer, type NodeServer } from './node_server.ts';
import { serverLimits } from './server_limits.ts';

const service = createService({ corpus: siteCorpus() });
/** Requests that were given to the service, in order, and how many were under way at once. */
let asked: ApiRequest[] = [];
let underWay = 0;
let mostUnderWay = 0;
/** Slow answers are held until so many have been under way at once: a busy machine may begin some late. */
let held = 0;

/** The service, but an address below /slow is answered only after a while, as a store would. */
const slowly = {
  async answer(request: ApiRequest) {
    asked.push(request);
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    if (request.target.startsWith('/slow')) {
      do await sleep(2);
      while (mostUnderWay < held);
    }
    const answer = await service.answer(request);
    underWay--;
    return answer;
  },
};
const sometimesAtOnce = {
  answer: (request: ApiRequest) =>
    request.target === '/version.json' ? service.answer(request) : slowly.answer(request),
};

interface Sent {
  readonly bytes: string;
  readonly statuses: readonly number[];
  readonly isHead?: boolean;
}

const fields = 'Host: a\r\n';
const query = `POST /api/pages HTTP/1.1\r\n${fields}Content-Type: application/json\r\nx-http-method-override: QUERY\r\n`;
const content = '{"slug":"etag"}';
const upgrade = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';
const kinds: readonly Sent[] = [
  { bytes: `GET /version.json HTTP/1.1\r\n${fields}\r\n`, statuses: [200] },
  { bytes: `GET /slow/nothing HTTP/1.1\r\n${fields}\r\n`, statuses: [404] },
  { bytes: `HEAD /slow/nothing HTTP/1.1\r\n${fields}\r\n`, statuses: [404], isHead: true },
  { bytes: `HEAD /version.json HTTP/1.1\r\n${fields}\r\n`, statuses: [200], isHead: true },
  { bytes: `${query}Content-Length: 15\r\n\r\n${content}`, statuses: [200] },
  { bytes: `${query}Transfer-Encoding: chunked\r\n\r\n7\r\n{"slug"\r\n8\r\n:"etag"}\r\n0\r\n\r\n`, statuses: [200] },
  { bytes: `${query}Expect: 100-continue\r\nContent-Length: 15\r\n\r\n${content}`, statuses: [100, 200] },
  { bytes: `${query}Content-Length: 7\r\n\r\n{"slug"`, statuses: [400] },
  { bytes: `GET /slow/upgrade HTTP/1.1\r\n${fields}${upgrade}\r\n`, statuses: [404] },
  { bytes: `GET /version.json HTTP/1.1\r\n${fields}${upgrade}\r\n`, statuses: [200] },
  { bytes: `${query}${upgrade}Content-Length: 15\r\n\r\n${content}`, statuses: [200] },
];
const ends: readonly Sent[] = [
  { bytes: `GET /version.json HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`, statuses: [200] },
  { bytes: `GET /slow/nothing HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`, statuses: [404] },
  { bytes: `GET /version.json HTTP/1.1\r\n\r\n`, statuses: [400] },
  { bytes: `GET /version.json HTTP/1.1\r\n${fields}Expect: tea\r\n\r\n`, statuses: [417] },
  { bytes: `CONNECT a:1 HTTP/1.1\r\n${fields}\r\n`, statuses: [405] },
  { bytes: `FETCH /version.json HTTP/1.1\r\n${fields}\r\n`, statuses: [405] },
  { bytes: `GET /version.json HTTP/1.1\r\n${fields}: a\r\n\r\n`, statuses: [400] },
  { bytes: '\x16\x03\x01\r\n\r\n', statuses: [400] },
];

/** Statuses of the answers in the bytes; throws where something else is between them. */
function statusesOf(raw: Buffer, requests: readonly Sent[]): number[] {
  const heads = requests.flatMap(({ statuses, isHead }) => statuses.map(() => isHead === true));
  const statuses: number[] = [];
  let at = 0;
  while (at < raw.length) {
    const end = raw.indexOf('\r\n\r\n', at);
    const head = raw.toString('latin1', at, end);
    const [, status] = /^HTTP\/1\.1 (\d+) /.exec(head) ?? [];
    if (status === undefined) throw new Error(`no answer: ${head.slice(0, 100)}`);
    const length = heads[statuses.length] === true ? 0 : Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    statuses.push(Number(status));
    at = end + 4 + length;
  }
  return statuses;
}

const servers: NodeServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Starts a server, which ends with the tests. @returns its port */
async function listen(answering: ReturnType<Parameters<typeof createNodeServer>[0]>): Promise<number> {
  const node = createNodeServer(() => answering, { limits: { ...serverLimits, announceTime: 0 } });
  servers.push(node);
  await once(node.server.listen(0, '127.0.0.1'), 'listening');
  return (node.server.address() as AddressInfo).port;
}

describe.each([
  ['with answers that take their time', slowly],
  ['with answers that are there at once among others', sometimesAtOnce],
])('a connection that pipelines, %s,', (_, answering) => {
  let port: number;
  beforeAll(async () => {
    port = await listen(answering);
  });

  it('is answered whole and in order, wherever its bytes are cut, one question at a time', async () => {
    const requests = fc.tuple(fc.array(fc.constantFrom(...kinds), { maxLength: 12 }), fc.constantFrom(...ends));
    const property = fc.asyncProperty(
      requests,
      fc.array(fc.nat(2_000), { maxLength: 4 }),
      async ([sent, end], cuts) => {
        const all = [...sent, end];
        const bytes = Buffer.from(all.map((each) => each.bytes).join(''), 'latin1');
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const parts = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        [asked, mostUnderWay] = [[], 0];
        const raw = await exchangeParts(port, parts);
        const expected = all.flatMap(({ statuses }) => statuses);
        // Of a method that nobody knows the whole head has to be at hand.
        if (end.bytes.startsWith('FETCH') && cuts.length > 0)
          expected[expected.length - 1] = statusesOf(raw, all).at(-1)!;
        expect(statusesOf(raw, all)).toEqual(expected);
        expect(raw.toString('latin1').match(/^connection: close\r$/gim)).toHaveLength(1);
        expect(mostUnderWay).toBeLessThanOrEqual(1);
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });

  it('is answered whole when it ends its half behind its requests', async () => {
    for (const sent of [kinds[0]!, kinds[1]!, kinds[4]!, kinds[8]!]) {
      for (const count of [1, 2, 50]) {
        const raw = await exchangeParts(port, [sent.bytes.repeat(count)], true);
        expect(statusesOf(raw, [])).toEqual(Array(count).fill(sent.statuses[0]));
      }
    }
  });

  it('is answered that its last message cannot be read, though it has ended its half', async () => {
    for (const { bytes, statuses } of ends.slice(4)) {
      for (const { bytes: before } of [kinds[0]!, kinds[4]!]) {
        for (const count of [1, 2, 3, 4]) {
          const raw = await exchangeParts(port, [before.repeat(count) + bytes], true);
          expect(statusesOf(raw, [])).toEqual([...Array(count).fill(200), ...statuses]);
        }
      }
    }
  });

  it('is answered whole however much it sends', async () => {
    const count = 5_000;
    const raw = await exchangeParts(port, [kinds[0]!.bytes.repeat(count)], true);
    expect(statusesOf(raw, []).length).toBe(count);
  });

  it('has one request under way, however many connections pipeline', async () => {
    [asked, mostUnderWay, held] = [[], 0, 20];
    const many = Array.from({ length: 20 }, () => exchangeParts(port, [kinds[1]!.bytes.repeat(20)], true));
    for (const raw of await Promise.all(many)) expect(statusesOf(raw, [])).toEqual(Array(20).fill(404));
    expect([asked.length, mostUnderWay]).toEqual([400, 20]);
    // The first of each connection waits for none.
    expect(asked.filter(({ isPipelined }) => isPipelined === true)).toHaveLength(380);
    held = 0;
  });

  it('asks for nothing more once its client has gone', async () => {
    asked = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(kinds[1]!.bytes.repeat(5_000)));
    await once(socket, 'data');
    socket.resetAndDestroy();
    await sleep(20);
    const before = asked.length;
    await sleep(100);
    expect([asked.length, before < 1_000]).toEqual([before, true]);
    expect(asked.at(-1)!.signal.aborted).toBe(true);
  });
});

describe('connections that pipeline', () => {
  it('are answered in turn, as those whose clients wait for each answer', async () => {
    const order: string[] = [];
    const port = await listen({
      answer(request: ApiRequest) {
        order.push(request.target);
        return service.answer(request);
      },
    });
    const requests = (name: string) =>
      Array.from({ length: 50 }, (_, at) => `GET /${name}/${at} HTTP/1.1\r\n${fields}\r\n`).join('');
    await Promise.all(['a', 'b'].map((name) => exchangeParts(port, [requests(name)], true)));
    // The second one connects a moment after the first.
    const both = order.slice(order.indexOf('/b/0'), order.lastIndexOf('/a/49'));
    const turns = both.filter((target, at) => at > 0 && target[1] !== both[at - 1]![1]).length;
    expect([order.length, turns / both.length]).toEqual([100, expect.closeTo(1, 1)]);
  });

  it('do not wait for others whose body never comes', async () => {
    const port = await listen(service);
    const unfinished = `${query}Content-Length: 15\r\n\r\n{`;
    const stuck = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    for (const socket of stuck) socket.write(kinds[0]!.bytes + unfinished);
    await Promise.all(stuck.map((socket) => once(socket, 'data')));
    const raw = await exchangeParts(port, [kinds[0]!.bytes + kinds[4]!.bytes], true);
    expect(statusesOf(raw, [])).toEqual([200, 200]);
    for (const socket of stuck) socket.destroy();
  });
});
