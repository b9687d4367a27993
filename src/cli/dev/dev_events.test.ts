import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDevEvents, type DevEvents, devEventLimits, devEventsPath } from './dev_events.ts';

const build = { name: 'build', id: 'b2', data: { build: 2 } } as const;
const servers = new Set<Server>();
afterEach(() => {
  for (const server of servers) server.closeAllConnections();
  servers.clear();
});

/** Both ways in: over node:http, and as a function on a Request. */
const WAYS = {
  async node(events: DevEvents) {
    const server = createServer((message, response) => {
      if (!events.takeNode(message, response)) response.end('not taken');
    });
    servers.add(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    return (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
  },
  async fetch(events: DevEvents) {
    return async (path: string, init: RequestInit = {}) =>
      events.takeFetch(new Request(`http://127.0.0.1${path}`, init)) ?? new Response('not taken');
  },
};

/** Reads a stream until it holds a text. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes(wanted)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  return text;
}

describe.each(['node', 'fetch'] as const)('the event stream by %s', (way) => {
  const open = async (gatePassword: string | null = null) => {
    const events = createDevEvents('b1', gatePassword);
    return { events, ask: await WAYS[way](events) };
  };

  it('handles requests for its own address only', async () => {
    const { events, ask } = await open();
    for (const path of ['/', '/dev', `${devEventsPath}/x`, `${devEventsPath}x`])
      expect(await (await ask(path)).text()).toBe('not taken');
    expect((await ask(`${devEventsPath}?x=1`)).headers.get('content-type')).toBe('text/event-stream');
    events.close();
  });

  it('sends each event, and to a listener that missed a build the last one', async () => {
    const { events, ask } = await open();
    const response = await ask(devEventsPath);
    events.send(build);
    const sent = 'event: build\nid: b2\ndata: {"build":2}\n\n';
    expect(await readUntil(response, sent)).toBe(`retry: 500\n\n${sent}`);
    const late = await ask(devEventsPath, { headers: { 'Last-Event-ID': 'b1' } });
    expect(await readUntil(late, sent)).toBe(`retry: 500\n\n${sent}`);
    const current = await ask(devEventsPath, { headers: { 'Last-Event-ID': 'b2' } });
    events.close();
    expect(await readUntil(current, 'event')).toBe('retry: 500\n\n');
  });

  it('answers HEAD, OPTIONS and other methods without a stream', async () => {
    const { events, ask } = await open();
    const head = await ask(devEventsPath, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'text/event-stream', '']);
    const options = await ask(devEventsPath, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const posted = await ask(devEventsPath, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow'), await posted.json()]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      {
        ...{ title: 'Method Not Allowed', status: 405 },
        detail: 'Cannot answer this method: use one of GET, HEAD, OPTIONS.',
      },
    ]);
    events.close();
  });

  it('refuses listeners over the bound, and all when it is closed', async () => {
    const { events, ask } = await open();
    const controllers = Array.from({ length: devEventLimits.listeners }, () => new AbortController());
    const streams = await Promise.all(controllers.map(({ signal }) => ask(devEventsPath, { signal })));
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    const refused = await ask(devEventsPath);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await streams[0]!.body!.cancel();
    await expect.poll(async () => (await ask(devEventsPath)).status).toBe(200);
    events.close();
    expect((await ask(devEventsPath)).status).toBe(503);
    expect(await readUntil(streams[1]!, 'event')).toBe('retry: 500\n\n');
  });

  it('drops a listener that does not read', async () => {
    const { events, ask } = await open();
    const slow = await ask(devEventsPath);
    const large = { ...build, data: { text: 'x'.repeat(1024 * 1024) } };
    for (let sent = 0; sent < 32; sent++) {
      events.send(large);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const received = await readUntil(slow, 'no such text').catch(() => 'cut');
    expect(received.length).toBeLessThan(32 * 1024 * 1024);
    events.close();
  });

  it('requires the password that every route requires', async () => {
    const { events, ask } = await open('open sesame');
    const locked = await ask(devEventsPath);
    expect([locked.status, locked.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Catchword", charset="UTF-8"',
    ]);
    const authorization = `Basic ${Buffer.from('me:open sesame').toString('base64')}`;
    const opened = await ask(devEventsPath, { headers: { authorization } });
    expect(opened.status).toBe(200);
    events.close();
  });
});
