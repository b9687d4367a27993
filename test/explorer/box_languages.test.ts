import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../fixtures/chromium.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { axeViolations } from './axe_violations.ts';
import { type Fault, type OpenExplorer, openExplorer } from './open_explorer.ts';
import { type HostSite, hostPage, openHostSite } from './open_host_site.ts';

const corpus = corpusOf([
  { path: 'cache', title: 'Cache', canonical: 'https://site.example/cache', text: 'A cache keeps answers.' },
  {
    path: 'fr/cache',
    title: 'Le cache',
    canonical: 'https://site.example/fr/cache',
    text: 'Un cache.',
    language: 'fr',
  },
]);
const element =
  '<catchword-search><form action="{service}/explore"><input name="q" aria-label="Search"></form></catchword-search>';

describe.skipIf(chromiumPath === undefined)(
  'the search box of a site in two languages, in Chromium (which must be installed)',
  () => {
    let explorer: OpenExplorer;
    let host: HostSite;
    let faults: Fault[] = [];
    beforeAll(async () => {
      explorer = await openExplorer(corpus);
      const page = (body: string, html?: string) =>
        hostPage(explorer.url, body.replaceAll('{service}', explorer.url), html);
      host = await openHostSite(explorer.url, {
        '/en': page(element, 'lang="en-US"'),
        '/fr': page(element, 'lang="fr"'),
        '/part': page(`<div lang="fr">${element}</div>`, 'lang="en"'),
        '/fi': page(element, 'lang="fi"'),
        '/all': page(element.replace('<catchword-search', '<catchword-search language="all"')),
        '/dialog': page(element.replace('<catchword-search', '<catchword-search mode="dialog"'), 'lang="en"'),
        '/host.css': '',
      });
    });
    afterEach(async () => {
      await Promise.all(explorer.browser.contexts().map((context) => context.close()));
    });
    afterAll(async () => {
      await explorer?.close();
      await host?.close();
    });

    async function type(path: string, text: string): Promise<Page> {
      faults = [];
      const page = await explorer.open(host.url + path, faults);
      await page.getByRole('combobox').fill(text);
      await page.getByRole('option').first().waitFor();
      return page;
    }
    const titles = (page: Page) => page.locator('[role=option] .name').allTextContents();

    it.each([
      ['/en', ['Cache'], '?q=cache&language=en'],
      ['/fr', ['Le cache'], '?q=cache&language=fr'],
      ['/part', ['Le cache'], '?q=cache&language=fr'],
      ['/fi', ['Cache', 'Le cache'], '?q=cache'],
      ['/all', ['Cache', 'Le cache'], '?q=cache'],
    ])('on %s shows %j, and leads to all results at %s', async (path, rows, parameters) => {
      const page = await type(path, 'cache');
      expect((await titles(page)).sort()).toEqual(rows);
      expect(await page.locator('.all').getAttribute('href')).toBe(`${explorer.url}/explore${parameters}`);
      expect(faults).toEqual([]);
    });

    it('searches in all languages where one has nothing, until the field is emptied', async () => {
      const page = await type('/fr', 'keeps');
      expect(await titles(page)).toEqual(['Search in all languages']);
      // What a new tab opens.
      expect(await page.getByRole('option').getAttribute('href')).toBe(`${explorer.url}/explore?q=keeps`);
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: 'Cache' }).waitFor();
      expect(await titles(page)).toEqual(['Cache']);
      await page.getByRole('combobox').fill('');
      await page.getByRole('combobox').fill('cache');
      await page.getByRole('option', { name: 'Le cache' }).waitFor();
      expect(await titles(page)).toEqual(['Le cache']);
      expect(faults).toEqual([]);
    });

    it('follows the language of the page when that changes', async () => {
      const page = await type('/en', 'cache');
      await page.evaluate(`document.documentElement.lang = 'fr'`);
      await page.getByRole('combobox').fill('caches');
      await expect.poll(() => titles(page)).toEqual(['Le cache']);
    });

    it('leads a row to the copies of its page by Right and Left', async () => {
      faults = [];
      const page = await explorer.open(`${host.url}/en`, faults);
      await page.route('**/api/search?**', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { items: object[] };
        const copies = {
          total: 2,
          items: [
            { name: '7.8', language: 'en', path: 'gone' },
            { name: 'fr', language: 'fr', path: 'fr/cache' },
          ],
        };
        answer.items = answer.items.map((row) => ({ ...row, version: '7.22', copies }));
        await route.fulfill({ response, json: answer });
      });
      await page.getByRole('combobox').fill('cache');
      const row = page.getByRole('option');
      await row.waitFor();
      // The excerpt describes a row and is not its label.
      const violations = await axeViolations(page);
      expect(violations.filter((each) => !each.startsWith('label-content-name-mismatch'))).toEqual([]);
      const shown = async () => [
        (await row.getAttribute('href'))!.split('#:~:')[0],
        await row.locator('.version').textContent(),
        await row.locator('.version').getAttribute('lang'),
        await row.locator('.turn').textContent(),
      ];
      const own = ['https://site.example/cache', '7.22', 'en', '+2'];
      expect((await row.locator('.turn').boundingBox())!.height).toBeGreaterThanOrEqual(24);
      expect(await shown()).toEqual(own);
      // Without a chosen row the key moves the caret.
      await page.keyboard.press('ArrowRight');
      expect(await shown()).toEqual(own);
      await page.keyboard.press('ArrowDown');
      expect(await row.getAttribute('aria-describedby')).toContain('option-0-copies');
      await page.keyboard.press('ArrowRight');
      expect(await shown()).toEqual([`${explorer.url}/explore/page/gone`, '7.8', 'en', '2/3']);
      await page.keyboard.press('ArrowRight');
      await expect.poll(shown).toEqual(['https://site.example/fr/cache', 'Français', 'fr', '3/3']);
      await page.getByRole('status').filter({ hasText: 'Français' }).waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      expect(await shown()).toEqual(own);
      await row.locator('.turn').click();
      expect((await shown())[1]).toBe('7.8');
      expect(page.url()).toBe(`${host.url}/en`);
      expect([...new Set(faults)]).toEqual([
        'Failed to load resource: the server responded with a status of 404 (Not Found)',
      ]);
    });

    it('keeps the copy that a row leads to, with its own title, address and language', async () => {
      const page = await explorer.open(`${host.url}/dialog`, []);
      await page.route('**/api/search?**', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { items: object[] };
        const copies = { total: 1, items: [{ name: 'fr', language: 'fr', path: 'fr/cache' }] };
        answer.items = answer.items.map((row) => ({ ...row, copies }));
        await route.fulfill({ response, json: answer });
      });
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('cache');
      await page.getByRole('option').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.locator('[role=option][href="https://site.example/fr/cache"]').waitFor();
      await page.keyboard.press('Alt+Enter');
      const kept = await page.evaluate((name) => localStorage.getItem(name), `catchword-kept ${explorer.url}/`);
      expect(JSON.parse(kept!)).toEqual([
        { path: 'fr/cache', title: 'Le cache', address: 'https://site.example/fr/cache', language: 'fr' },
      ]);
    });
  },
);
