import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { axeViolations } from './axe_violations.ts';
import { chromiumPath, type Fault, type OpenExplorer, openExplorer } from './open_explorer.ts';

const corpus = corpusOf([
  { path: 'cache', title: 'Cache', text: 'A cache keeps answers.' },
  { path: 'fr/cache', title: 'Le cache', text: 'Un cache.', language: 'fr' },
]);

describe.skipIf(chromiumPath === undefined)(
  'the explorer of a site in two languages, in Chromium (which must be installed)',
  () => {
    let explorer: OpenExplorer;
    const faults: Fault[] = [];
    beforeAll(async () => {
      explorer = await openExplorer(corpus);
    });
    afterEach(async () => {
      await Promise.all(explorer.browser.contexts().map((context) => context.close()));
    });
    afterAll(async () => {
      await explorer?.close();
      expect(faults).toEqual([]);
    });
    const titles = (page: Page) => page.locator('.row h2').allTextContents();
    const address = (page: Page) => page.url().slice(explorer.url.length);

    it.each([
      ['fr-CA', true, ['Le cache'], '/explore?q=cache&language=fr'],
      ['fr-CA', false, ['Le cache'], '/explore?q=cache&language=fr'],
      ['fi', true, ['Cache', 'Le cache'], '/explore?q=cache'],
      ['fi', false, ['Cache', 'Le cache'], '/explore?q=cache'],
    ])('for a reader of %s, with script: %s, finds %j at %s', async (locale, javaScriptEnabled, rows, found) => {
      const page = await explorer.open('/explore', faults, { locale, javaScriptEnabled });
      await page.locator('#q').fill('cache');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/explore?q=cache**');
      await expect.poll(async () => (await titles(page)).sort()).toEqual(rows);
      expect(address(page)).toBe(found);
    });

    it('offers the languages as a choice that applies at once, and searches in all where one has nothing', async () => {
      const page = await explorer.open('/explore?q=keeps', faults, { reducedMotion: 'reduce' });
      expect(await axeViolations(page)).toEqual([]);
      await page.getByLabel('Language').selectOption('Français');
      await page.waitForURL('**/explore?q=keeps&language=fr');
      await page.getByRole('link', { name: 'Search in all languages' }).click();
      await page.waitForURL('**/explore?q=keeps&language=all');
      await expect.poll(() => titles(page)).toEqual(['Cache']);
      // A choice of all languages stays.
      await page.locator('#q').fill('cache');
      await page.waitForURL('**/explore?q=cache&language=all');
      await expect.poll(() => page.locator('.row').count()).toBe(2);
      await page.goBack();
      await page.goBack();
      await expect.poll(() => page.getByLabel('Language').inputValue()).toBe('fr');
    });

    it('shows the version of a page, and where else it is, beside arrow keys that go from row to row', async () => {
      const page = await explorer.open('/explore', faults, { reducedMotion: 'reduce' });
      await page.route('**/api/search?**', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { items: object[] };
        const items = ['7.8', '7.4', 'fr', 'old', 'older'].map((name) => {
          return { name, language: name === 'fr' ? 'fr' : 'en', path: name === 'fr' ? 'fr/cache' : `${name}/cache` };
        });
        answer.items = answer.items.map((row) => ({ ...row, version: '7.22', copies: { total: 12, items } }));
        await route.fulfill({ response, json: answer });
      });
      await page.locator('#q').fill('cache');
      await page.locator('.copies').first().waitFor();
      expect(await page.locator('.row').first().locator('.badge').textContent()).toBe('7.22');
      const copies = page.locator('.copies').first();
      expect((await copies.innerText()).replaceAll(/\s+/g, ' ').trim()).toBe('Also in 7.8, 7.4 and 10 more');
      expect(await axeViolations(page)).toEqual([]);
      await copies.locator('summary').click();
      expect(await axeViolations(page)).toEqual([]);
      expect(await copies.getByRole('link').allTextContents()).toEqual(['7.8', '7.4', 'Français', 'old', 'older']);
      await page.locator('#q').press('ArrowDown');
      await page.keyboard.press('End');
      expect(await page.evaluate('document.activeElement.closest(".copies") === null')).toBe(true);
      await copies.getByRole('link', { name: 'Français' }).click();
      await page.waitForURL('**/explore/page/fr/cache');
      expect(await page.locator('.fields').textContent()).toContain('LanguageFrançais');
    });
  },
);
