import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../fixtures/chromium.ts';
import { axeViolations } from './axe_violations.ts';
import { type OpenSearchBox, openSearchBox } from './open_search_box.ts';
import { refuseSearches } from './refuse_searches.ts';

describe.skipIf(chromiumPath === undefined)(
  'the search box, used on a site of another origin in Chromium (which must be installed)',
  () => {
    let site: OpenSearchBox;
    beforeAll(async () => {
      site = await openSearchBox();
    });
    afterEach(() => site.closePages());
    afterAll(() => site?.close());

    const box = (page: Page) => page.getByRole('combobox');
    const chosen = (page: Page) => page.locator('[role=option][aria-selected=true] .name').allTextContents();

    it('shows rows and sections under a strict policy, as a combobox with a list of links', async () => {
      const page = await site.type('/plain', 'caches');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('status').filter({ hasText: '2 pages' }).waitFor({ state: 'attached' });
      expect(await page.locator('main').ariaSnapshot()).toBe(
        `- main:
  - heading "A site" [level=1]
  - combobox "Search" [expanded]: caches
  - listbox "Search results":
    - option "Caching <b>" [selected]:
      - mark: Caching
      - text: <b>
    - option "Purging in Caching <b>":
      - text: Purging in Caching <b> Purge
      - mark: caches
      - text: when you deploy.
    - option "Entity tag":
      - text: Entity tag
      - mark: Caches
      - text: compare it.
  - link "Show all 2 results":
    - /url: ${site.service}/explore?q=caches
  - status: 2 pages`,
      );
      const attributes = await page.evaluate(() => {
        const input = document.querySelector('catchword-search')!.shadowRoot!.querySelector('input')!;
        return ['aria-activedescendant', 'aria-controls', 'aria-autocomplete'].map((name) => input.getAttribute(name));
      });
      expect(attributes).toEqual(['option-0', 'list', 'list']);
      expect(
        await page.getByRole('option').evaluateAll((rows) => rows.map((row) => (row as HTMLAnchorElement).href)),
      ).toEqual([
        'https://site.example/caching',
        'https://site.example/caching#purging:~:text=Purge%20caches%20when%20you%20deploy',
        'https://site.example/etag#:~:text=Caches%20compare%20it',
      ]);
      expect(site.faults()).toEqual([]);
    });

    it('shows what follows the title of a page in the row of the page, and no section for it', async () => {
      const page = await site.open('/plain');
      await page.route('**/api/search?**', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { items: { title: string; sections: object[] }[] };
        const [row] = answer.items;
        const section = (heading: string, depth: number, trail: readonly string[]) => ({
          ...{ anchor: heading, address: `https://site.example/caching#${depth}`, heading, headingRanges: [] },
          ...{ depth, trail, excerpt: `Below ${heading}.`, ranges: [] },
        });
        const { title } = row!;
        const sections = [
          section(title, 1, []),
          section('Purging', 2, [title]),
          section('Keys', 3, [title, 'Purging']),
        ];
        await route.fulfill({ response, json: { ...answer, items: [{ ...row!, sections }] } });
      });
      await box(page).fill('caches');
      await page.getByRole('option').first().waitFor();
      const rows = await page
        .getByRole('option')
        .evaluateAll((options) =>
          options.map((option) =>
            ['.trail', '.name', '.excerpt'].map((part) => option.querySelector(part)?.textContent),
          ),
        );
      expect(rows).toEqual([
        [undefined, 'Caching <b>', 'Below Caching <b>.'],
        [undefined, 'Purging in Caching <b>', 'Below Purging.'],
        ['Purging', 'Keys in Caching <b>', 'Below Keys.'],
      ]);
    });

    it('asks by GET without credentials, referrer or preflight, once for a pause in typing', async () => {
      const page = await site.open('/plain');
      const asked: string[] = [];
      page.on('request', async (request) => {
        if (!request.url().includes('/api/')) return;
        const { referer, cookie } = await request.allHeaders();
        asked.push(`${request.method()} ${request.url().slice(site.service.length)} ${referer} ${cookie}`);
      });
      await box(page).fill('entity');
      await page.getByRole('option').first().waitFor();
      expect(asked).toEqual(['GET /api/search?q=entity&limit=8&sections=2 undefined undefined']);
    });

    it.each(['light', 'dark'] as const)(
      'has no fault for axe in %s colours, as dropdown, dialog and from right to left',
      async (colorScheme) => {
        for (const path of ['/plain', '/dialog', '/rtl']) {
          const page = await site.open(path, { colorScheme, reducedMotion: 'reduce' });
          if (path === '/dialog') await page.getByRole('button').click();
          expect(await axeViolations(page)).toEqual([]);
          await box(page).fill('caches');
          await page.getByRole('option').first().waitFor();
          await page.keyboard.press('ArrowDown');
          expect(await axeViolations(page)).toEqual([]);
          // A page may choose an accent that is near to one of the grounds.
          await page.evaluate(
            `document.querySelector('catchword-search').style.setProperty('--catchword-accent', '#8a2be2')`,
          );
          expect(await axeViolations(page)).toEqual([]);
          expect(site.faults()).toEqual([]);
        }
      },
    );

    it('moves through the rows and back to the field by arrows, and keeps the focus in the field', async () => {
      const page = await site.type('/plain', 'caches');
      const walk: string[][] = [];
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
        await page.keyboard.press(key);
        walk.push(await chosen(page));
      }
      const purging = 'Purging in Caching <b>';
      expect(walk.flatMap(([title]) => title ?? 'none')).toEqual([
        'Caching <b>',
        purging,
        'Entity tag',
        'none',
        'Entity tag',
        purging,
      ]);
      expect(await box(page).evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input)).toBe(
        true,
      );
    });

    it('closes by Escape, opens by ArrowDown, is emptied by a second Escape and closed by Tab', async () => {
      const page = await site.type('/plain', 'caches');
      const state = async () => [
        await page.getByRole('listbox').isVisible(),
        await box(page).getAttribute('aria-expanded'),
        await box(page).inputValue(),
      ];
      await page.keyboard.press('Escape');
      expect(await state()).toEqual([false, 'false', 'caches']);
      await page.keyboard.press('ArrowDown');
      expect(await state()).toEqual([true, 'true', 'caches']);
      await page.keyboard.press('Tab');
      expect(await state()).toEqual([false, 'false', 'caches']);
      await box(page).focus();
      await page.keyboard.press('Escape');
      expect(await state()).toEqual([false, 'false', '']);
    });

    it.each([
      [[], '/explore?q=caches'],
      [['ArrowDown', 'ArrowDown'], 'https://site.example/caching#purging'],
    ])('goes by Enter, after the keys %j, to %s', async (keys, address) => {
      const page = await site.type('/plain', 'caches');
      for (const key of [...keys, 'Enter']) await page.keyboard.press(key);
      if (address.startsWith('/')) await page.waitForURL(site.service + address);
      else await expect.poll(() => site.faults()).toContain(`asked ${address}`.split('#')[0]);
    });

    it('lets the page take a choice over, but not a click that opens a new tab', async () => {
      const page = await site.type('/plain', 'entity');
      await page.evaluate(
        `addEventListener('catchword-select', (event) => { event.preventDefault(); window.chosen = event.detail })`,
      );
      await page.getByRole('option').first().click();
      expect(await page.evaluate('chosen')).toEqual({ path: 'etag', address: 'https://site.example/etag' });
      expect(await page.getByRole('listbox').isVisible()).toBe(false);
      expect(page.url()).toBe(`${site.host}/plain`);
      await page.evaluate('window.chosen = null');
      await box(page).focus();
      await page.keyboard.press('ArrowDown');
      const tab = page.context().waitForEvent('page');
      await page
        .getByRole('option')
        .first()
        .click({ modifiers: ['ControlOrMeta'] });
      await tab;
      expect(await page.evaluate('chosen')).toBeNull();
    });

    it('opens the chosen row in a new tab by Ctrl and Enter', async () => {
      const page = await site.type('/plain', 'entity');
      await page.keyboard.press('ArrowDown');
      const tab = page.context().waitForEvent('page');
      await page.keyboard.press('Control+Enter');
      await tab;
      await expect.poll(() => site.faults()).toContain('asked https://site.example/etag');
      expect(page.url()).toBe(`${site.host}/plain`);
    });

    it('tells the page of an answer', async () => {
      const page = await site.open('/plain');
      await page.evaluate(`addEventListener('catchword-answer', ({ detail }) => (window.answer = detail))`);
      await box(page).fill('entity');
      await page.getByRole('option').first().waitFor();
      expect(await page.evaluate('answer')).toEqual({ q: 'entity', total: 1 });
    });

    it('links only to addresses of the web', async () => {
      const page = await site.open('/plain');
      await box(page).fill('wicked');
      await page.getByRole('link', { name: 'Show 1 result' }).waitFor();
      expect(await page.getByRole('option').count()).toBe(0);
    });

    it('does not search while a letter is being composed', async () => {
      const page = await site.open('/plain');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).search));
      const session = await page.context().newCDPSession(page);
      await box(page).focus();
      await session.send('Input.imeSetComposition', { text: 'enti', selectionStart: 4, selectionEnd: 4 });
      await page.waitForTimeout(200);
      expect(asked).toEqual([]);
      await session.send('Input.insertText', { text: 'entity' });
      await page.getByRole('option').first().waitFor();
      expect(asked).toEqual(['?q=entity&limit=8&sections=2']);
    });

    it('drops an answer that comes later than a newer one', async () => {
      const page = await site.open('/plain');
      await page.route(/q=cach&/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 900));
        await route.continue().catch(() => {});
      });
      await box(page).fill('cach');
      await page.waitForTimeout(100);
      await box(page).fill('entity');
      await page.getByRole('option', { name: 'Entity tag' }).waitFor();
      await page.waitForTimeout(1000);
      expect(await page.getByRole('option').allTextContents()).toEqual(['Entity tagCaches compare it.']);
    });

    it('does not open again after Escape for an answer that was under way', async () => {
      const page = await site.open('/plain');
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/q=entity&/, async (route) => {
        await released;
        await route.continue();
      });
      await box(page).fill('entity');
      await page.locator('.message', { hasText: 'Searching' }).waitFor();
      await page.keyboard.press('Escape');
      const answered = page.waitForResponse(/q=entity&/);
      release();
      await answered;
      await page.waitForTimeout(200);
      expect(await page.locator('.popup').isVisible()).toBe(false);
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: 'Entity tag' }).waitFor();
    });

    it('chooses no row for a text that has changed since', async () => {
      const page = await site.type('/plain', 'caches');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.type(' ');
      expect(await box(page).getAttribute('aria-activedescendant')).toBeNull();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${site.service}/explore?q=caches`);
    });

    it('keeps the rows and says so where the service is not reached, and why it refuses', async () => {
      const page = await site.type('/plain', 'entity');
      await page.context().setOffline(true);
      await box(page).fill('entity x');
      await page.locator('.message', { hasText: 'Search cannot be reached.' }).waitFor();
      expect(await page.getByRole('option').count()).toBe(1);
      await page.context().setOffline(false);
      const refusal = await refuseSearches(page);
      await box(page).fill('entity y');
      await page.locator('.message', { hasText: refusal }).waitFor();
      expect(await page.getByRole('option').count()).toBe(0);
    });

    it('is a dialog by button, shortcut and Escape, after which the focus is where it was', async () => {
      const page = await site.open('/dialog');
      const button = page.getByRole('button', { name: 'Find' });
      await button.focus();
      await page.keyboard.press('/');
      await page.getByRole('dialog', { name: 'Find' }).waitFor();
      await page.keyboard.type('etag/');
      expect(await box(page).inputValue()).toBe('etag/');
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await button.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(
        true,
      );
    });

    it('shows in an empty dialog how to use it, then the pages that were opened last', async () => {
      const page = await site.open('/dialog');
      await page.evaluate(`addEventListener('catchword-select', (event) => event.preventDefault())`);
      const open = () => page.getByRole('button', { name: 'Find' }).click();
      const rows = () =>
        page.getByRole('option').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
      const says = (text: string) => page.locator('.message', { hasText: text }).waitFor();
      await open();
      await says('Type to search. Arrow keys choose a page, Enter opens it, Esc closes.');
      for (const word of ['prepare', 'compare', 'prepare']) {
        await box(page).fill(word);
        await page.locator(`.all[href*="?q=${word}"]`).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await open();
        await box(page).fill('');
        await says('Recently opened');
      }
      expect(await rows()).toEqual(['https://site.example/guide/server/setup', 'https://site.example/etag']);
      expect(await page.getByRole('option').first().textContent()).toBe('guide › serverSet up☆');
      await page.evaluate(() => document.querySelector('catchword-search')!.setAttribute('recent', '0'));
      await page.keyboard.press('Escape');
      await open();
      await says('Type to search.');
      expect(await rows()).toEqual([]);
      expect(site.faults()).toEqual([]);
    });

    it.each([
      '5',
      '{"path":1}',
      '[{"path":1},{"path":"a","title":"A","address":"javascript:alert(1)","language":null}]',
      '[',
    ])('shows no page for %j in the place of those that were opened last', async (kept) => {
      const page = await site.open('/dialog');
      await page.evaluate(
        ([name, value]) => localStorage.setItem(name!, value!),
        [`catchword-recent ${site.service}/`, kept],
      );
      await page.getByRole('button', { name: 'Find' }).click();
      await page.locator('.message', { hasText: 'Type to search.' }).waitFor();
      expect(await page.getByRole('option').count()).toBe(0);
    });

    it('tells the page when it opens, searches and closes', async () => {
      const page = await site.open('/plain');
      await page.evaluate(`window.told = [];
        for (const name of ['open', 'search', 'close'])
          addEventListener('catchword-' + name, ({ type, detail }) => told.push([type, detail]))`);
      await box(page).fill('compare');
      await page.locator('.all[href*="?q=compare"]').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.evaluate('told')).toEqual([
        ['catchword-search', { q: 'compare' }],
        ['catchword-open', {}],
        ['catchword-close', {}],
      ]);
    });

    it('shows the folders of pages with one title', async () => {
      const page = await site.type('/plain', 'prepare');
      expect(
        await page.locator('.row').evaluateAll((rows) => rows.map((row) => row.querySelector('.trail')?.textContent)),
      ).toEqual(['guide › server', undefined]);
    });

    it.each([
      ['/', 'none', false],
      ['Control+k', '/ mod+k', true],
      ['Control+k', '/', false],
      ['/', null, true],
      ['Control+/', null, false],
    ])('takes the key %s with the shortcut %s: %s', async (key, shortcut, isTaken) => {
      const page = await site.open('/plain');
      if (shortcut !== null)
        await page.evaluate(
          (value) => document.querySelector('catchword-search')!.setAttribute('shortcut', value),
          shortcut,
        );
      await page.keyboard.press(key);
      expect(await page.evaluate(`document.activeElement.localName === 'catchword-search'`)).toBe(isTaken);
    });
  },
);
