import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../fixtures/chromium.ts';
import { corpusOf, STAMPS } from '../fixtures/corpus_of.ts';
import { axeViolations } from './axe_violations.ts';
import { type Fault, type OpenExplorer, openExplorer } from './open_explorer.ts';

const corpus = corpusOf([
  { path: 'cache', title: 'Cache', text: 'A cache keeps answers.', tags: ['cache'] },
  { path: 'fr/cache', title: 'Le cache', text: 'Un cache.', language: 'fr' },
]);
const versions = corpusOf(
  [
    { path: 'docs/locks', title: 'Locks', text: 'A lock of a key.' },
    ...['8.0', '7.22', '7.4', '7.2'].map((version) => {
      return { path: `docs/${version}/locks`, title: 'Locks', text: `A lock of a key in ${version}.` };
    }),
  ],
  {},
  STAMPS,
  true,
);

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

    it.each([
      ['fr-CA', true, ['Français', 'English']],
      ['fr-CA', false, ['English', 'Français']],
      ['fi', true, ['English', 'Français']],
    ])(
      'begins for a reader of %s, with script: %s, with the languages %j',
      async (locale, javaScriptEnabled, names) => {
        const page = await explorer.open('/explore', faults, { locale, javaScriptEnabled });
        const offered = page.getByRole('navigation', { name: 'Languages' }).getByRole('link');
        expect(await offered.allTextContents()).toEqual(names);
        await offered.filter({ hasText: 'Français' }).click();
        await page.waitForURL('**/explore?language=fr');
        await page.locator('#languages [aria-current]', { hasText: 'Français' }).waitFor();
        expect(await titles(page)).toEqual(['Le cache']);
        expect(await page.locator('#start').isVisible()).toBe(true);
      },
    );

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

    it.each([true, false])(
      "leads from the start to the reader's language, with script: %s",
      async (javaScriptEnabled) => {
        const page = await explorer.open('/explore', faults, { locale: 'fr', javaScriptEnabled });
        await page.locator('p.try a').click();
        await page.waitForURL('**/explore?q=CACHE&language=fr');
        await expect.poll(() => titles(page)).toEqual(['Le cache']);
      },
    );

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

describe.skipIf(chromiumPath === undefined)(
  'the explorer of a site of several versions, in Chromium (which must be installed)',
  () => {
    let explorer: OpenExplorer;
    const faults: Fault[] = [];
    beforeAll(async () => {
      explorer = await openExplorer(versions);
    });
    afterAll(async () => {
      await explorer?.close();
      expect(faults).toEqual([]);
    });

    it.each([
      ['light', 1440],
      ['dark', 320],
    ] as const)('has no fault for axe in %s colours, %i pixels wide', async (colorScheme, width) => {
      const options = {
        colorScheme,
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
      } as const;
      for (const path of [
        '/explore?q=lock',
        '/explore?q=lock&version=7.22',
        '/explore?q=none&version=8.0',
        '/explore/page/docs/7.4/locks',
      ]) {
        const page = await explorer.open(path, faults, options);
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await page.context().close();
      }
    });

    it('renders choices and copies in the browser as on the server, and chooses a version at once', async () => {
      const page = await explorer.open('/explore', faults);
      await page.locator('#q').fill('lock');
      await page.locator('.copies').waitFor();
      const plain = await explorer.open('/explore?q=lock', faults, { javaScriptEnabled: false });
      expect(await page.locator('.copies').innerHTML()).toBe(await plain.locator('.copies').innerHTML());
      const offered = await Promise.all([page, plain].map((each) => each.locator('.choices label').innerText()));
      expect(offered[0]).toBe(offered[1]);
      expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0);
      await plain.getByLabel('Version').selectOption('7.22');
      await plain.getByRole('button', { name: 'Apply' }).click();
      await plain.waitForURL('**/explore?q=lock&version=7.22');
      await page.getByLabel('Version').selectOption('7.22');
      await page.waitForURL('**/explore?q=lock&version=7.22');
      await page.locator('.row .badge', { hasText: '7.22' }).waitFor();
      await plain.close();
    });

    it('keeps the focus on a choice that is made by keys, also on what the server wrote', async () => {
      const page = await explorer.open('/explore?q=lock', faults);
      await page.getByLabel('Version').focus();
      await page.keyboard.press('7');
      await page.waitForURL('**/explore?q=lock&version=7.22');
      await page.locator('.row .badge', { hasText: '7.22' }).waitFor();
      expect(await page.evaluate('document.activeElement.name')).toBe('version');
      // Another choice by the same keys takes the place of the first one.
      await page.keyboard.press('8');
      await page.waitForURL('**/explore?q=lock&version=8.0');
      await page.goBack();
      await page.waitForURL('**/explore?q=lock');
      await expect.poll(() => page.getByLabel('Version').inputValue()).toBe('');
    });
  },
);
