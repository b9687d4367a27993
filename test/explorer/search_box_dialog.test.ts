import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../fixtures/chromium.ts';
import { axeViolations } from './axe_violations.ts';
import { type OpenSearchBox, openSearchBox } from './open_search_box.ts';

describe.skipIf(chromiumPath === undefined)(
  'the pages that readers keep, and the collections, in the dialog of the search box in Chromium (which must be installed)',
  () => {
    let site: OpenSearchBox;
    beforeAll(async () => {
      site = await openSearchBox();
    });
    afterEach(() => site.closePages());
    afterAll(() => site?.close());

    /** The excerpt describes a row and is not its label. */
    const violationsOf = async (page: Page) =>
      (await axeViolations(page)).filter((each) => !each.startsWith('label-content-name-mismatch'));
    const box = (page: Page) => page.getByRole('combobox');
    const titles = (page: Page) => page.locator('.page .name').allTextContents();
    const stars = (page: Page) => page.locator('.star').allTextContents();
    const says = (page: Page, text: string) => page.locator('.message', { hasText: text }).waitFor();
    const filters = (page: Page) => page.getByRole('group', { name: 'Collections' }).getByRole('button');
    const open = (page: Page) => page.getByRole('button', { name: 'Find' }).click();
    async function search(page: Page, text: string): Promise<void> {
      await box(page).fill(text);
      await page.locator(`.all[href*="?q=${text}"]`).waitFor();
    }
    async function openDialog(text: string, options?: Parameters<OpenSearchBox['open']>[1]): Promise<Page> {
      const page = await site.open('/dialog', options);
      await open(page);
      await search(page, text);
      return page;
    }
    const store = (page: Page, value: string) =>
      page.evaluate(([name, text]) => localStorage.setItem(name!, text!), [`catchword-kept ${site.service}/`, value]);

    it('keeps a page by a key and by its star, says so, and shows it in the empty dialog until it is removed', async () => {
      const page = await openDialog('caches');
      expect(await stars(page)).toEqual(['☆', '☆']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Alt+Enter');
      await page.getByRole('status').filter({ hasText: 'Kept. Alt+Enter removes it.' }).waitFor({ state: 'attached' });
      expect(await page.getByRole('option').first().ariaSnapshot()).toContain('Caching <b>');
      await page.locator('.star').nth(1).click();
      expect(await stars(page)).toEqual(['★', '★']);
      expect(new URL(page.url()).pathname).toBe('/dialog');
      const described = await page
        .getByRole('option')
        .first()
        .evaluate((row) => {
          const ids = row.getAttribute('aria-describedby')!.split(' ');
          return (row.getRootNode() as ShadowRoot).getElementById(ids.at(-1)!)!.title;
        });
      expect(described).toBe('Kept. Alt+Enter removes it.');
      await page.reload();
      await open(page);
      await says(page, 'Kept and recent');
      expect(await titles(page)).toEqual(['Entity tag', 'Caching <b>']);
      await page.locator('.star').first().click();
      // It stays until the dialog is opened again, so that the reader can take it back.
      expect(await stars(page)).toEqual(['☆', '★']);
      await page.keyboard.press('Escape');
      await open(page);
      await expect.poll(() => titles(page)).toEqual(['Caching <b>']);
      expect(site.faults()).toEqual([]);
    });

    it('keeps 20 pages, the last ones, and shows none twice', async () => {
      const page = await site.open('/dialog');
      const pages = Array.from({ length: 20 }, (_, at) => {
        return { path: `p${at}`, title: `Page ${at}`, address: `https://site.example/p${at}`, language: null };
      });
      await store(page, JSON.stringify(pages));
      await open(page);
      await search(page, 'compare');
      await page.locator('.star').click();
      await box(page).fill('');
      await says(page, 'Kept and recent');
      expect(await titles(page)).toEqual(['Entity tag', ...pages.slice(0, 19).map(({ title }) => title)]);
    });

    it('shows as many pages opened last as it is to, beside those kept', async () => {
      const page = await site.open('/dialog');
      const pages = Array.from({ length: 8 }, (_, at) => {
        return { path: `p${at}`, title: `Page ${at}`, address: `https://site.example/p${at}`, language: null };
      });
      await store(page, JSON.stringify(pages.slice(0, 2)));
      await page.evaluate(
        ([name, text]) => localStorage.setItem(name!, text!),
        [`catchword-recent ${site.service}/`, JSON.stringify(pages)],
      );
      await open(page);
      await says(page, 'Kept and recent');
      expect(await titles(page)).toEqual(pages.slice(0, 7).map(({ title }) => title));
    });

    it('shows no page as kept that storage refused', async () => {
      const page = await openDialog('caches');
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      });
      await page.locator('.star').first().click();
      await page.getByRole('status').filter({ hasText: 'Not kept.' }).waitFor({ state: 'attached' });
      expect(await stars(page)).toEqual(['☆', '☆']);
    });

    it.each(['5', '{"path":1}', '[{"path":1}]', '['])(
      'shows no page for %j in the place of those kept',
      async (kept) => {
        const page = await site.open('/dialog');
        await store(page, kept);
        await open(page);
        await says(page, 'Type to search.');
        expect(await page.getByRole('option').count()).toBe(0);
      },
    );

    it('narrows the results to a collection, by keyboard, until the field is emptied', async () => {
      const page = await openDialog('a');
      // Only one collection has pages, and no collection is chosen.
      expect(await filters(page).count()).toBe(0);
      await page.route('**/api/search?**', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        const isNarrow = route.request().url().includes('collection=writing');
        const counts = [
          { value: 'writing', count: 3 },
          { value: 'glossary', count: isNarrow ? 0 : 2 },
        ];
        await route.fulfill({ response, json: { ...answer, facets: { collection: counts } } });
      });
      await search(page, 'caches');
      await expect.poll(() => filters(page).allTextContents()).toEqual(['Writing 3', 'Glossary 2']);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect.poll(() => filters(page).allTextContents()).toEqual(['Writing 3', 'Glossary']);
      const state = () => filters(page).evaluateAll((all) => all.map((each) => each.ariaPressed));
      expect(await state()).toEqual(['true', 'false']);
      expect(
        await filters(page)
          .first()
          .evaluate((each) => each.matches(':focus')),
      ).toBe(true);
      expect(await titles(page)).toEqual(['Caching <b>']);
      expect(await page.locator('.all').getAttribute('href')).toContain('collection=writing');
      await box(page).fill('');
      await says(page, 'Type to search.');
      expect(await filters(page).count()).toBe(0);
      await search(page, 'caches');
      expect(await state()).toEqual(['false', 'false']);
      expect(site.faults()).toEqual([]);
    });

    it('keeps the button that has the focus, and hides no other one while a collection is chosen', async () => {
      const page = await site.open('/dialog');
      const countsOf: Record<string, readonly number[]> = { caches: [1200, 2, 1], 'caches keep': [1200, 0, 0] };
      await page.route('**/api/search?**', async (route) => {
        const response = await route.fetch();
        const asked = new URL(route.request().url()).searchParams;
        const chosen = asked.get('collection');
        const counts = countsOf[asked.get('q')!] ?? [0, 0, 0];
        const collection = ['writing', 'glossary', 'demos'].map((value, at) => {
          return { value, count: chosen === null || chosen === value ? counts[at]! : 0 };
        });
        await route.fulfill({ response, json: { ...(await response.json()), facets: { collection } } });
      });
      await open(page);
      await search(page, 'caches');
      await expect.poll(() => filters(page).allTextContents()).toEqual(['Writing 1,200', 'Glossary 2', 'Demos 1']);
      await box(page).fill('caches keep');
      await expect.poll(() => filters(page).count()).toBe(0);
      await box(page).fill('caches');
      await filters(page).nth(1).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => filters(page).allTextContents()).toEqual(['Writing', 'Glossary 2', 'Demos']);
      await box(page).fill('caches keep');
      await expect.poll(() => filters(page).allTextContents()).toEqual(['Writing', 'Glossary', 'Demos']);
      await filters(page).nth(1).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => filters(page).allTextContents()).toEqual(['Writing 1,200', 'Glossary']);
      expect(
        await filters(page)
          .nth(1)
          .evaluate((each) => each.matches(':focus')),
      ).toBe(true);
      expect(site.faults()).toEqual([]);
    });

    it('shows the names of the collections of another service', async () => {
      const page = await site.open('/dialog');
      await page.route('**/api/search?**', async (route) => {
        const response = await route.fetch({ url: route.request().url().replace('/other/', '/') });
        const collection = ['writing', 'glossary'].map((value) => ({ value, count: 2 }));
        const json = { ...(await response.json()), facets: { collection } };
        await route.fulfill({ response, json });
      });
      await page.evaluate(
        (api) => document.querySelector('catchword-search')!.setAttribute('api', api),
        `${site.service}/other/`,
      );
      await open(page);
      await box(page).fill('caches');
      await expect.poll(() => filters(page).allTextContents()).toEqual(['writing 2', 'glossary 2']);
    });

    it.each(['light', 'dark'] as const)(
      'has no fault for axe in %s colours, and fits 320 pixels',
      async (colorScheme) => {
        const page = await site.open('/dialog', { colorScheme, viewport: { width: 320, height: 600 } });
        await page.route('**/api/search?**', async (route) => {
          const response = await route.fetch();
          const collection = ['writing', 'glossary', 'demos', 'a-long-name-of-one'].map((value) => ({
            value,
            count: 9,
          }));
          await route.fulfill({ response, json: { ...(await response.json()), facets: { collection } } });
        });
        await open(page);
        await search(page, 'caches');
        await filters(page).first().click();
        await page.locator('.all[href*="collection=writing"]').waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Alt+Enter');
        expect(await violationsOf(page)).toEqual([]);
        const isInside = (selector: string) =>
          page
            .locator(selector)
            .first()
            .evaluate((part) => part.getBoundingClientRect().right <= innerWidth);
        expect([await isInside('dialog'), await isInside('.star'), await isInside('.filter')]).toEqual([
          true,
          true,
          true,
        ]);
        await box(page).fill('');
        await says(page, 'Kept');
        expect(await violationsOf(page)).toEqual([]);
      },
    );
  },
);
