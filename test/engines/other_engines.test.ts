import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtAssets } from '../../src/explorer/explorer_assets.ts';
import { submissionOfAnswer } from '../../src/feedback/page_answers.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { createNodeServer, type NodeServer } from '../../src/http/node/node_server.ts';
import { createService } from '../../src/http/service.ts';
import { shippedSite } from '../explorer/open_explorer.ts';
import { type HostSite, hostPage, openHostSite } from '../explorer/open_host_site.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';
import { bakedDocumentation } from '../static_search/many_searches.ts';
import { openStaticSite } from '../static_search/open_static_site.ts';
import type { EnginePage } from './engine_page.ts';
import { firefoxPath, openFirefox } from './firefox.ts';
import { hasWebkit, openWebkit } from './webkit.ts';

const engines = [
  ['Firefox', firefoxPath !== undefined, openFirefox],
  ['WebKit', hasWebkit, openWebkit],
] as const;

for (const [name, isThere, start] of engines) {
  describe.skipIf(!isThere)(`in ${name} (which must be installed)`, () => {
    const store = createMemoryStore();
    let node: NodeServer;
    let host: HostSite;
    let page: EnginePage;
    let url: string;

    beforeAll(async () => {
      const corpus = await shippedSite();
      await builtAssets();
      node = createNodeServer(() => service);
      await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}`;
      const asking = hostPage(
        url,
        '<catchword-feedback about="glossary/etag"></catchword-feedback>',
        'lang="en"',
        'feedback.js',
      );
      const searching = hostPage(url, '<catchword-search></catchword-search>');
      host = await openHostSite(url, { '/asking': asking, '/searching': searching, '/host.css': '' });
      const feedback = { store, origins: [host.url], now: () => NOW, randomBytes: countedBytes() };
      const service = createService({ corpus, feedback });
      page = await start();
    });
    afterEach(() => expect(page.faults() ?? []).toEqual([]));
    afterAll(async () => {
      await page?.close();
      await host?.close();
      await node?.close();
    });

    /** Of the search box: the name of the first result. */
    const firstResult = () =>
      page.evaluate(
        `document.querySelector('catchword-search').shadowRoot.querySelector('[role=option] .name')?.textContent`,
      );
    const focusBox = async () => {
      // Its script may define the element after the page is loaded.
      await expect
        .poll(() => page.evaluate(`document.querySelector('catchword-search').shadowRoot !== null`))
        .toBe(true);
      await page.evaluate(`document.querySelector('catchword-search').shadowRoot.querySelector('input').focus()`);
    };

    it('the explorer searches while the reader types, opens pages, and draws the map', async () => {
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
    });

    it('the explorer shows the section of a match, without the words that the engine does not know to find', async () => {
      await page.open(`${url}/explore/page/docs/reference/explorer#keys:~:text=some%20words`);
      await expect.poll(() => page.evaluate('location.hash')).toBe('#keys');
      await expect
        .poll(() =>
          page.evaluate(`Math.abs(document.querySelector('#keys').getBoundingClientRect().top) < innerHeight`),
        )
        .toBe(true);
      expect(await page.evaluate('scrollY > 0')).toBe(true);
    });

    it('a site of another origin searches with the box', async () => {
      await page.open(`${host.url}/searching`);
      await focusBox();
      await page.type('entity tag');
      await expect.poll(firstResult).toBe('Entity tag');
    });

    it('a site without a server searches static files', async () => {
      const site = await openStaticSite(await bakedDocumentation());
      try {
        await page.open(site.page);
        await focusBox();
        await page.type('entity tag');
        await expect.poll(firstResult).toBe('Entity tag');
      } finally {
        await site.close();
      }
    });

    it('a site of another origin asks whether a page helped, and the answer is stored', async () => {
      await page.open(`${host.url}/asking`);
      const element = `document.querySelector('catchword-feedback')`;
      const root = `(${element}.shadowRoot ?? ${element})`;
      await expect.poll(() => page.evaluate(`${root}.querySelector('button')?.textContent`)).toBe('Yes');
      await page.evaluate(`${root}.querySelector('button').click()`);
      await expect
        .poll(() =>
          page.evaluate(`[...${root}.querySelectorAll('[role=status]')].map((each) => each.textContent).join('')`),
        )
        .toContain('Thank you. Your answer was recorded.');
      const rows = await store.exportRows(0, 10);
      expect(rows.map(({ kind, severity, message, about }) => ({ kind, severity, message, about }))).toEqual([
        { ...submissionOfAnswer('yes'), about: 'glossary/etag' },
      ]);
    });
  });
}
