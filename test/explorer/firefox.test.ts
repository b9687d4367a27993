import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeServer, type NodeServer } from '../../src/http/node/node_server.ts';
import { createService } from '../../src/http/service.ts';
import { bakedDocumentation } from '../static_search/many_searches.ts';
import { openStaticSite } from '../static_search/open_static_site.ts';
import { shippedSite } from './open_explorer.ts';

const firefoxPath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** A page of Firefox, steered by WebDriver BiDi. */
interface FirefoxPage {
  open(address: string): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  type(text: string): Promise<void>;
  /** Errors of scripts and of the policy. */
  readonly faults: readonly string[];
}

/** @param endpoint `ws://127.0.0.1:PORT` */
async function connectTo(endpoint: string): Promise<FirefoxPage> {
  const socket = new WebSocket(`${endpoint}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  const faults: string[] = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.id != null) waiting.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded' && message.params.level === 'error') faults.push(message.params.text);
  };
  let last = 0;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async function send(method: string, params: object): Promise<any> {
    const id = ++last;
    const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  }
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send('browsingContext.getTree', {});
  const { context } = contexts[0];
  return {
    faults,
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const target = { context };
      const answer = await send('script.evaluate', { expression, target, awaitPromise: true, resultOwnership: 'none' });
      return answer.result?.value;
    },
    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: keys }] });
    },
  };
}

describe.skipIf(firefoxPath === undefined)('the explorer in Firefox (which must be installed)', () => {
  let node: NodeServer;
  let firefox: ChildProcess;
  let page: FirefoxPage;
  let url: string;
  const profile = mkdtempSync(join(tmpdir(), 'catchword-firefox-'));

  beforeAll(async () => {
    const service = createService({ corpus: await shippedSite() });
    node = createNodeServer(() => service);
    await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}`;
    // As before version 131: it takes a text directive for a part of the anchor.
    writeFileSync(join(profile, 'user.js'), 'user_pref("dom.text_fragments.enabled", false);');
    const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    firefox = spawn(firefoxPath!, flags, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile },
    });
    const endpoint = await new Promise<string>((resolve) => {
      let told = '';
      firefox.stderr!.on('data', (chunk) => {
        told += chunk;
        const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(told)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    page = await connectTo(endpoint);
  });
  afterAll(async () => {
    if (firefox !== undefined) {
      const ended = new Promise((resolve) => firefox.once('exit', resolve));
      firefox.kill();
      await ended;
    }
    await node?.close();
    rmSync(profile, { recursive: true, force: true });
  });

  it('searches while the reader types, opens pages, and draws the map', async () => {
    await page.open(`${url}/explore`);
    await expect.poll(() => page.evaluate(`'script' in document.documentElement.dataset`)).toBe(true);
    await page.evaluate(`document.querySelector('#q').focus()`);
    await page.type('entity tag');
    await expect.poll(() => page.evaluate(`document.querySelector('.row h2').textContent`)).toBe('Entity tag');
    await expect.poll(() => page.evaluate('location.search')).toBe('?q=entity+tag');
    await page.open(`${url}/explore/page/glossary/entity-tag`);
    await expect.poll(() => page.evaluate(`document.querySelectorAll('.graph a').length`)).toBeGreaterThan(3);
    await page.open(`${url}/explore/query`);
    await expect
      .poll(() => page.evaluate(`document.querySelector('.send code').textContent`))
      .toMatch(/^GET \/api\/pages\?q=[a-z]+&limit=5$/);
    await page.open(`${url}/explore/map`);
    await expect
      .poll(() => page.evaluate(`document.querySelector('.map-beside a')?.pathname ?? ''`))
      .toMatch(/^\/explore\/page\//);
    expect(page.faults).toEqual([]);
  });

  it('shows the section of a match, without the words that it does not know to find', async () => {
    await page.open(`${url}/explore/page/docs/reference/explorer#keys:~:text=some%20words`);
    await expect.poll(() => page.evaluate('location.hash')).toBe('#keys');
    await expect
      .poll(() => page.evaluate(`Math.abs(document.querySelector('#keys').getBoundingClientRect().top) < innerHeight`))
      .toBe(true);
    expect(await page.evaluate('scrollY > 0')).toBe(true);
    expect(page.faults).toEqual([]);
  });

  it('searches static files in a worker, as a site without a server does', async () => {
    const documentation = await bakedDocumentation();
    const site = await openStaticSite(documentation);
    try {
      await page.open(site.page);
      await page.evaluate(`document.querySelector('catchword-search').shadowRoot.querySelector('input').focus()`);
      await page.type('entity tag');
      await expect
        .poll(() =>
          page.evaluate(
            `document.querySelector('catchword-search').shadowRoot.querySelector('[role=option] .name')?.textContent`,
          ),
        )
        .toBe('Entity tag');
      expect(page.faults).toEqual([]);
    } finally {
      await site.close();
    }
  });
});
