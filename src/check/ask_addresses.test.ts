import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type AskLimits, askAddresses, askLimits } from './ask_addresses.ts';

const limits: AskLimits = { ...askLimits, pause: 1, deadline: 300, wait: 5, longestWait: 1_500 };
const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** @returns the address of a server, without a slash at its end */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(addresses: readonly string[], changed: Partial<AskLimits> = {}) {
  const results = await askAddresses(addresses, 'test', () => {}, { ...limits, ...changed });
  return [...results.values()].map(({ status, fault }) => fault ?? status);
}

test('asks for one byte by GET, follows redirects, and says what the site answered', async () => {
  const asked: unknown[] = [];
  const site = await serve(({ method, url, headers }, response) => {
    asked.push([method, url, headers.range, headers['user-agent']]);
    if (url === '/old') response.writeHead(301, { location: '/new' }).end();
    else response.writeHead(url === '/gone' ? 410 : 206).end('a');
  });
  expect(await ask([`${site}/old`, `${site}/gone`])).toEqual([206, 410]);
  expect(asked).toEqual([
    ['GET', '/old', 'bytes=0-0', 'test'],
    ['GET', '/new', 'bytes=0-0', 'test'],
    ['GET', '/gone', 'bytes=0-0', 'test'],
  ]);
});

test('asks again when a site says "not now", as late as it says', async () => {
  const times: number[] = [];
  const site = await serve((_, response) => {
    times.push(performance.now());
    if (times.length === 1) response.writeHead(429, { 'retry-after': '1' }).end();
    else response.writeHead(200).end();
  });
  expect(await ask([`${site}/`])).toEqual([200]);
  expect(times[1]! - times[0]!).toBeGreaterThan(950);
});

test('gives up where a site asks for a longer wait than it has, and after its repetitions', async () => {
  let count = 0;
  const site = await serve(({ url }, response) => {
    count++;
    response.writeHead(503, url === '/long' ? { 'retry-after': '3600' } : {}).end();
  });
  expect(await ask([`${site}/long`])).toEqual([503]);
  expect(count).toBe(1);
  expect(await ask([`${site}/short`])).toEqual([503]);
  expect(count).toBe(1 + 1 + limits.repetitions);
});

test('waits no longer than its deadline, and does not read a body without end', async () => {
  const silent = await serve(() => {});
  const endless = await serve((_, response) => {
    response.writeHead(200);
    const more = (): void => {
      if (!response.destroyed) response.write('a'.repeat(65_536), () => setImmediate(more));
    };
    more();
  });
  expect(await ask([`${silent}/`, `${endless}/`], { repetitions: 0 })).toEqual(
    expect.arrayContaining(['no response in time', 200]),
  );
});

test('has one request under way for each site, and several sites at once', async () => {
  const underWay = new Map<string, number>();
  let sites = 0;
  let mostSites = 0;
  const answer = ({ headers }: IncomingMessage, response: ServerResponse): void => {
    const host = headers.host!;
    expect(underWay.get(host) ?? 0).toBe(0);
    underWay.set(host, 1);
    mostSites = Math.max(mostSites, ++sites);
    setTimeout(() => {
      underWay.set(host, 0);
      sites--;
      response.writeHead(200).end();
    }, 40);
  };
  const [one, other, third] = [await serve(answer), await serve(answer), await serve(answer)];
  const addresses = [one, other, third].flatMap((site) => [`${site}/a`, `${site}/b`]);
  expect(await ask(addresses, { sites: 2 })).toEqual([200, 200, 200, 200, 200, 200]);
  expect(mostSites).toBe(2);
});

test('says that nobody listens', async () => {
  const site = await serve(() => {});
  open.splice(0)[0]!.close();
  expect(await ask([`${site}/`], { repetitions: 0 })).toEqual(['no connection']);
});
