import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { explorerAssets } from '../../src/explorer/explorer_assets.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { axeViolations } from './axe_violations.ts';
import { chromiumPath, type Fault, type OpenExplorer, openExplorer } from './open_explorer.ts';
import { type HostSite, hostPage, openHostSite } from './open_host_site.ts';

const corpus = corpusOf([
  {
    path: 'caching',
    title: 'Caching <b>',
    collection: 'writing',
    tags: ['http'],
    canonical: 'https://site.example/caching',
    text: 'Caches keep answers. Purging Purge caches when you deploy.',
    headings: [{ depth: 2, text: 'Purging', anchor: 'purging' }],
    sections: [3],
  },
  { path: 'etag', title: 'Entity tag', canonical: 'https://site.example/etag', text: 'Caches compare it.' },
  { path: 'evil', title: 'Evil', canonical: 'javascript:alert(1)', text: 'Wicked.' },
]);
const preact = readFileSync(createRequire(import.meta.url).resolve('preact'));
const app = `import { h, hydrate, render } from '/preact.js';
const form = h('form', { action: document.querySelector('form').action }, h('input', { name: 'q', 'aria-label': 'Search' }));
const app = (rows) => h('div', null, h('catchword-search', { limit: rows, labels: 'none' }, form), h('output', null, rows));
hydrate(app(3), document.querySelector('#app'));
window.draw = (rows) => render(app(rows), document.querySelector('#app'));`;

/** Hosts what a test needs; `{service}` is where the service is. */
const bodies: Readonly<Record<string, string>> = {
  '/plain':
    '<catchword-search><form action="{service}/explore"><input name="q" aria-label="Search"></form></catchword-search>',
  '/dialog':
    '<catchword-search mode="dialog"><form action="{service}/explore"><label>Find <input name="q"></label></form></catchword-search>',
  '/narrow':
    '<catchword-search collection="writing" tag="http" language="en" limit="1" sections="0"></catchword-search>',
  '/translated': `<catchword-search labels="words" placeholder="Suche"></catchword-search>
    <script type="application/json" id="words">{"search": "Suchen", "pages": {"one": "{total} Seite", "other": "{total} Seiten"}, "none": 5}</script>`,
  '/twice': '<catchword-search></catchword-search><script type="module" src="{service}/explore/assets/{box}"></script>',
  '/shadow': '<div id="host"></div><script type="module" src="/shadow.js"></script>',
  '/preact': `<div id="app"><div><catchword-search limit="3" labels="none"><form action="{service}/explore"><input name="q" aria-label="Search"></form></catchword-search><output>3</output></div></div>
    <script type="module" src="/app.js"></script>`,
};

describe.skipIf(chromiumPath === undefined)(
  'the search box on a site of another origin, in Chromium (which must be installed)',
  () => {
    let explorer: OpenExplorer;
    let host: HostSite;
    let faults: Fault[] = [];

    beforeAll(async () => {
      explorer = await openExplorer(corpus);
      const { box } = await explorerAssets();
      const filled = (text: string) => text.replaceAll('{service}', explorer.url).replaceAll('{box}', box!);
      const page = (text: string, html?: string) => hostPage(explorer.url, filled(text), html);
      host = await openHostSite(explorer.url, {
        ...Object.fromEntries(Object.entries(bodies).map(([path, body]) => [path, page(body)])),
        '/rtl': page(bodies['/plain']!, 'lang="ar" dir="rtl"'),
        '/absent': page(bodies['/plain']!).replace('search.js', 'nothing.js'),
        '/host.css':
          ':root { color-scheme: light dark } main { overflow: hidden; height: 8rem } * { color: red; padding: 1px }',
        '/preact.js': String(preact),
        '/app.js': app,
        '/shadow.js': `const root = document.querySelector('#host').attachShadow({ mode: 'open' });
        root.append(document.createElement('catchword-search'));`,
      });
    });
    afterEach(() => Promise.all(explorer.browser.contexts().map((context) => context.close())));
    afterAll(async () => {
      await explorer?.close();
      await host?.close();
    });

    async function opened(path: string, options?: BrowserContextOptions): Promise<Page> {
      faults = [];
      return explorer.open(host.url + path, faults, options);
    }
    async function typed(path: string, text: string, options?: BrowserContextOptions): Promise<Page> {
      const page = await opened(path, options);
      await page.getByRole('combobox').pressSequentially(text);
      await page.getByRole('option').first().waitFor();
      return page;
    }
    const box = (page: Page) => page.getByRole('combobox');
    const chosen = (page: Page) => page.locator('[role=option][aria-selected=true] .name').allTextContents();

    it('shows rows and sections under a strict policy, as a combobox with a list of links', async () => {
      const page = await typed('/plain', 'caches');
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
      - text: Purging in Caching <b> Purging Purge
      - mark: caches
      - text: when you deploy.
    - option "Entity tag":
      - text: Entity tag
      - mark: Caches
      - text: compare it.
  - link "Show all 2 results":
    - /url: ${explorer.url}/explore?q=caches
  - status: 2 pages`,
      );
      const attributes = await page.evaluate(() => {
        const input = document.querySelector('catchword-search')!.shadowRoot!.querySelector('input')!;
        return ['aria-activedescendant', 'aria-controls', 'aria-autocomplete'].map((name) => input.getAttribute(name));
      });
      expect(attributes).toEqual(['option-0', 'list', 'list']);
      expect(
        await page.getByRole('option').evaluateAll((rows) => rows.map((row) => (row as HTMLAnchorElement).href)),
      ).toEqual(['https://site.example/caching', 'https://site.example/caching#purging', 'https://site.example/etag']);
      expect(faults).toEqual([]);
    });

    it('asks by GET without credentials, referrer or preflight, once for a pause in typing', async () => {
      const page = await opened('/plain');
      const asked: string[] = [];
      page.on('request', async (request) => {
        if (!request.url().includes('/api/')) return;
        const { referer, cookie } = await request.allHeaders();
        asked.push(`${request.method()} ${request.url().slice(explorer.url.length)} ${referer} ${cookie}`);
      });
      await box(page).fill('entity');
      await page.getByRole('option').first().waitFor();
      expect(asked).toEqual(['GET /api/search?q=entity&limit=8&sections=2 undefined undefined']);
    });

    it.each(['light', 'dark'] as const)(
      'has no fault for axe in %s colours, as dropdown, dialog and from right to left',
      async (colorScheme) => {
        for (const path of ['/plain', '/dialog', '/rtl']) {
          const page = await opened(path, { colorScheme, reducedMotion: 'reduce' });
          if (path === '/dialog') await page.getByRole('button').click();
          expect(await axeViolations(page)).toEqual([]);
          await box(page).fill('caches');
          await page.getByRole('option').first().waitFor();
          await page.keyboard.press('ArrowDown');
          expect(await axeViolations(page)).toEqual([]);
          expect(faults).toEqual([]);
        }
      },
    );

    it('moves through the rows and back to the field by arrows, and keeps the focus in the field', async () => {
      const page = await typed('/plain', 'caches');
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
      const page = await typed('/plain', 'caches');
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
      const page = await typed('/plain', 'caches');
      for (const key of [...keys, 'Enter']) await page.keyboard.press(key);
      if (address.startsWith('/')) await page.waitForURL(explorer.url + address);
      else await expect.poll(() => faults).toContain(`asked ${address}`.split('#')[0]);
    });

    it('lets the page take a choice over, but not a click that opens a new tab', async () => {
      const page = await typed('/plain', 'entity');
      await page.evaluate(
        `addEventListener('catchword-select', (event) => { event.preventDefault(); window.chosen = event.detail })`,
      );
      await page.getByRole('option').first().click();
      expect(await page.evaluate('chosen')).toEqual({ path: 'etag', address: 'https://site.example/etag' });
      expect(await page.getByRole('listbox').isVisible()).toBe(false);
      expect(page.url()).toBe(`${host.url}/plain`);
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

    it('tells the page of an answer', async () => {
      const page = await opened('/plain');
      await page.evaluate(`addEventListener('catchword-answer', ({ detail }) => (window.answer = detail))`);
      await box(page).fill('entity');
      await page.getByRole('option').first().waitFor();
      expect(await page.evaluate('answer')).toEqual({ q: 'entity', total: 1 });
    });

    it('leads nowhere but to addresses of the web', async () => {
      const page = await opened('/plain');
      await box(page).fill('wicked');
      await page.getByRole('link', { name: 'Show 1 result' }).waitFor();
      expect(await page.getByRole('option').count()).toBe(0);
    });

    it('does not search while a letter is being composed', async () => {
      const page = await opened('/plain');
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
      const page = await opened('/plain');
      await page.route(/q=cach&/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 900));
        await route.continue().catch(() => {});
      });
      await box(page).fill('cach');
      await page.waitForTimeout(100);
      await box(page).fill('entity');
      await page.getByRole('option', { name: 'Entity tag' }).waitFor();
      await page.waitForTimeout(1000);
      expect(await page.getByRole('option').allTextContents()).toEqual(['Entity tag']);
    });

    it('keeps the rows and says so where the service is not reached, and why it refuses', async () => {
      const page = await typed('/plain', 'entity');
      await page.context().setOffline(true);
      await box(page).fill('entity x');
      await page.locator('.message', { hasText: 'Search cannot be reached.' }).waitFor();
      expect(await page.getByRole('option').count()).toBe(1);
      await page.context().setOffline(false);
      await box(page).fill('a b c d e f g h i j k');
      await page.locator('.message', { hasText: 'Cannot search a text of 11 words' }).waitFor();
      expect(await page.getByRole('option').count()).toBe(0);
    });

    it('obeys attributes, and changes of them', async () => {
      const page = await opened('/narrow');
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

    it('speaks the words of the page', async () => {
      const page = await typed('/translated', 'caches');
      expect(await box(page).getAttribute('aria-label')).toBe('Suchen');
      await page.getByRole('status').filter({ hasText: '2 Seiten' }).waitFor({ state: 'attached' });
      await box(page).fill('zzzzqqqq');
      await page.locator('.message', { hasText: 'No page for “zzzzqqqq”' }).waitFor();
    });

    it('is a dialog by button, shortcut and Escape, after which the focus is where it was', async () => {
      const page = await opened('/dialog');
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

    it.each([
      ['/', 'none', false],
      ['Control+k', '/ mod+k', true],
      ['Control+k', '/', false],
      ['/', null, true],
      ['Control+/', null, false],
    ])('takes the key %s with the shortcut %s: %s', async (key, shortcut, isTaken) => {
      const page = await opened('/plain');
      if (shortcut !== null)
        await page.evaluate(
          (value) => document.querySelector('catchword-search')!.setAttribute('shortcut', value),
          shortcut,
        );
      await page.keyboard.press(key);
      expect(await page.evaluate(`document.activeElement.localName === 'catchword-search'`)).toBe(isTaken);
    });

    it('works where it is defined twice, in a shadow root and from right to left', async () => {
      for (const path of ['/twice', '/shadow', '/rtl']) {
        const page = await typed(path, 'entity');
        expect(await page.getByRole('option').count()).toBe(1);
        expect(faults).toEqual([]);
        const field = await box(page).boundingBox();
        const popup = await page.locator('.popup').boundingBox();
        const { width } = page.viewportSize()!;
        expect(popup!.x >= 0 && popup!.x + popup!.width <= width && popup!.y > field!.y).toBe(true);
      }
    });

    it('stays in a page that a framework hydrates and draws again', async () => {
      const page = await typed('/preact', 'entity');
      await page.evaluate('draw(4)');
      expect(await page.locator('output').textContent()).toBe('4');
      expect(await box(page).inputValue()).toBe('entity');
      expect(await page.evaluate(`document.querySelector('catchword-search').getAttribute('limit')`)).toBe('4');
      expect(await page.locator('catchword-search').count()).toBe(1);
      expect(faults).toEqual([]);
    });

    it('shows the chosen row in colours that the reader forces', async () => {
      const page = await typed('/plain', 'entity', { forcedColors: 'active' });
      await page.keyboard.press('ArrowDown');
      expect(await page.getByRole('option').evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid');
    });

    it('fits into 320 pixels', async () => {
      for (const path of ['/plain', '/rtl']) {
        const page = await typed(path, 'caches', { viewport: { width: 320, height: 640 } });
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
      const page = await opened(path, { javaScriptEnabled });
      await page.getByRole('textbox', { name: 'Search' }).fill('entity');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${explorer.url}/explore?q=entity`);
      expect(await page.locator('.row h2').allTextContents()).toEqual(['Entity tag']);
    });
  },
);
