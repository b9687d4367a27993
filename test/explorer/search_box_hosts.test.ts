import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../fixtures/chromium.ts';
import { type OpenSearchBox, openSearchBox } from './open_search_box.ts';

describe.skipIf(chromiumPath === undefined)(
  'the search box, put into pages of another origin in Chromium (which must be installed)',
  () => {
    let site: OpenSearchBox;
    beforeAll(async () => {
      site = await openSearchBox();
    });
    afterEach(() => site.closePages());
    afterAll(() => site?.close());

    const box = (page: Page) => page.getByRole('combobox');

    it('takes the name of a form that comes later', async () => {
      const page = await site.open('/shadow');
      await page.evaluate(() => {
        const element = document.querySelector('#host')!.shadowRoot!.querySelector('catchword-search')!;
        const form = document.createElement('form');
        const input = document.createElement('input');
        input.setAttribute('aria-label', 'Find pages');
        form.append(input);
        element.append(form);
      });
      await page.getByRole('combobox', { name: 'Find pages' }).waitFor();
    });

    it('obeys attributes, and changes of them', async () => {
      const page = await site.open('/narrow');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).search));
      await box(page).fill('caches');
      await page.getByRole('option').first().waitFor();
      const change = (name: string, value: string) =>
        page.evaluate(
          ([name, value]) => document.querySelector('catchword-search')!.setAttribute(name!, value!),
          [name, value],
        );
      await change('limit', '5');
      await expect
        .poll(() => asked)
        .toEqual([
          '?q=caches&collection=writing&tag=http&language=en&limit=1&sections=0',
          '?q=caches&collection=writing&tag=http&language=en&limit=5&sections=0',
        ]);
      await change('placeholder', 'Type here');
      expect([await box(page).getAttribute('placeholder'), await box(page).inputValue()]).toEqual([
        'Type here',
        'caches',
      ]);
      await change('mode', 'dialog');
      expect(await page.getByRole('dialog').getByRole('combobox').inputValue()).toBe('caches');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      await change('mode', 'dropdown');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.getByRole('option').first().waitFor();
    });

    it('leads to pages of the site that shows it where only their paths are known', async () => {
      const page = await site.type('/plain', 'vicinities');
      const addresses = await page
        .getByRole('option')
        .evaluateAll((rows) => rows.map((row) => (row as HTMLAnchorElement).href));
      expect(addresses).toEqual([`${site.host}/docs/near`, `${site.host}/docs/near#vicinities`]);
    });

    it('leads to the sentence that was found', async () => {
      const page = await site.type('/plain', 'place');
      await page.getByRole('option').first().click();
      await page.waitForURL(`${site.host}/docs/near**`);
      await expect.poll(() => page.evaluate(`document.querySelector('main').scrollTop`)).toBeGreaterThan(100);
    });

    it('uses the labels that the page translates', async () => {
      const page = await site.type('/translated', 'caches');
      expect(await box(page).getAttribute('aria-label')).toBe('Suchen');
      await page.getByRole('status').filter({ hasText: '2 Seiten' }).waitFor({ state: 'attached' });
      await box(page).fill('zzzzqqqq');
      await page.locator('.message', { hasText: 'No pages for “zzzzqqqq”' }).waitFor();
    });

    it('works where it is defined twice, in a shadow root and from right to left', async () => {
      for (const path of ['/twice', '/shadow', '/rtl']) {
        const page = await site.type(path, 'entity');
        expect(await page.getByRole('option').count()).toBe(1);
        expect(site.faults()).toEqual([]);
        const field = await box(page).boundingBox();
        const popup = await page.locator('.popup').boundingBox();
        const { width } = page.viewportSize()!;
        expect(popup!.x >= 0 && popup!.x + popup!.width <= width && popup!.y > field!.y).toBe(true);
      }
    });

    it('takes custom properties and styles of its parts from the page, and nothing else', async () => {
      const page = await site.open('/plain');
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`a, input, mark { color: rgb(9, 9, 9) !important; font-size: 99px !important }
        catchword-search { --catchword-text: rgb(1, 2, 3); --catchword-background: rgb(5, 6, 7); --catchword-accent: rgb(7, 8, 9);
          --catchword-radius: 11px; --catchword-font: monospace }
        catchword-search::part(mark) { color: rgb(4, 5, 6) } catchword-search::part(input) { letter-spacing: 3px }
        catchword-search::part(list) { padding-top: 21px } catchword-search::part(row) { text-indent: 5px }`);
        document.adoptedStyleSheets = [sheet];
      });
      await box(page).fill('caches');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      const styles = await page.evaluate(() => {
        const root = document.querySelector('catchword-search')!.shadowRoot!;
        const style = (selector: string) => getComputedStyle(root.querySelector(selector)!);
        const { backgroundColor, borderRadius } = style('.popup');
        return {
          ...{ backgroundColor, borderRadius, text: style('[role=option] .name').color },
          ...{ font: style('.popup').fontFamily, accent: style('[aria-selected=true]').boxShadow },
          ...{ mark: style('[role=option] mark').color, input: style('input').letterSpacing },
          ...{ list: style('[role=listbox]').paddingTop, row: style('[role=option]').textIndent },
          size: style('input').fontSize,
        };
      });
      expect(styles).toEqual({
        ...{ backgroundColor: 'rgb(5, 6, 7)', borderRadius: '11px', text: 'rgb(1, 2, 3)', font: 'monospace' },
        ...{
          accent: expect.stringContaining('rgb(7, 8, 9)'),
          mark: 'rgb(4, 5, 6)',
          input: '3px',
          list: '21px',
          row: '5px',
        },
        size: '16px',
      });
    });

    it('stays in a page that a framework hydrates and draws again', async () => {
      const page = await site.type('/preact', 'entity');
      await page.evaluate('draw(4)');
      expect(await page.locator('output').textContent()).toBe('4');
      expect(await box(page).inputValue()).toBe('entity');
      expect(await page.evaluate(`document.querySelector('catchword-search').getAttribute('limit')`)).toBe('4');
      expect(await page.locator('catchword-search').count()).toBe(1);
      expect(site.faults()).toEqual([]);
    });

    it('shows the chosen row in colours that the reader forces', async () => {
      const page = await site.type('/plain', 'entity', { forcedColors: 'active' });
      await page.keyboard.press('ArrowDown');
      expect(await page.getByRole('option').evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid');
    });

    it('fits into 320 pixels', async () => {
      for (const path of ['/plain', '/rtl']) {
        const page = await site.type(path, 'caches', { viewport: { width: 320, height: 640 } });
        const { x, width } = (await page.locator('.popup').boundingBox())!;
        expect([x >= 0, x + width <= 320, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          true,
          true,
          320,
        ]);
      }
    });

    it.each([
      ['/plain', false],
      ['/absent', true],
    ])('leaves the form where its script does not run: %s', async (path, javaScriptEnabled) => {
      const page = await site.open(path, { javaScriptEnabled });
      await page.getByRole('textbox', { name: 'Search' }).fill('entity');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${site.service}/explore?q=entity`);
      expect(await page.locator('.row h2').allTextContents()).toEqual(['Entity tag']);
    });
  },
);
