import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFragment } from '../../src/explorer/browser/query_builder/asked_history.ts';
import { chromiumPath } from '../fixtures/chromium.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { axeViolations } from './axe_violations.ts';
import { type Fault, type OpenExplorer, openExplorer, shippedSite } from './open_explorer.ts';

const focused = (page: Page): Promise<unknown> =>
  page.evaluate('document.activeElement.id || document.activeElement.textContent');
const rowTitles = (page: Page): Promise<string[]> => page.locator('.row h2').allTextContents();

describe.skipIf(chromiumPath === undefined)('the explorer in Chromium (which must be installed)', () => {
  let explorer: OpenExplorer;
  const faults: Fault[] = [];
  beforeAll(async () => {
    explorer = await openExplorer(await shippedSite());
  });
  afterAll(async () => {
    await explorer?.close();
    expect(faults).toEqual([]);
  });

  async function typed(page: Page, text: string): Promise<void> {
    await page.locator('#q').pressSequentially(text);
    await page.waitForURL((address) => address.searchParams.get('q') === text);
    await page
      .locator('.request pre', { hasText: `?${new URLSearchParams({ q: text })}&` })
      .waitFor({ state: 'attached' });
  }

  it('searches while the reader types, with the rows that the server alone would show', async () => {
    const page = await explorer.open('/explore', faults);
    await typed(page, 'entity tag');
    const live = await rowTitles(page);
    expect(await page.locator('#start').isVisible()).toBe(false);
    const plain = await explorer.open('/explore?q=entity+tag', faults, { javaScriptEnabled: false });
    expect(live).toEqual(await rowTitles(plain));
    expect(live[0]).toBe('Entity tag');
    expect(await page.locator('.row mark').first().textContent()).toMatch(/entity/i);
  });

  it('renders the same facets and request in the browser as on the server', async () => {
    const page = await explorer.open('/explore', faults);
    await typed(page, 'cache');
    const plain = await explorer.open('/explore?q=cache', faults, { javaScriptEnabled: false });
    for (const part of ['.facets', '.sorts', '.pager', '.request']) {
      expect(await page.locator(part).innerHTML()).toBe(await plain.locator(part).innerHTML());
    }
  });

  it('says the number of pages once, after the reader has stopped typing', async () => {
    const page = await explorer.open('/explore', faults);
    await page.evaluate(`
      window.said = [];
      new MutationObserver(() => said.push(document.querySelector('#status').textContent))
        .observe(document.querySelector('#status'), { childList: true, characterData: true, subtree: true })`);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.locator('#q').pressSequentially('validator');
    const told = async () => {
      await page.clock.runFor(1_200);
      return ((await page.evaluate('said')) as string[]).filter((text) => text !== 'Searching…');
    };
    await expect.poll(told).toEqual([expect.stringMatching(/^\d+ pages/)]);
    expect(await told()).toEqual([await page.locator('#status').textContent()]);
  });

  it('offers the collections with their pages, and begins again after Back', async () => {
    const page = await explorer.open('/explore', faults);
    const cards = page.getByRole('region', { name: 'Collections' });
    expect(await cards.locator('li').first().textContent()).toMatch(/^Glossary \d+ pages$/);
    await cards.getByRole('link', { name: 'Glossary' }).click();
    await page.locator('.facets a[aria-current]', { hasText: 'Glossary' }).waitFor();
    expect(await page.locator('#start').isVisible()).toBe(false);
    await page.goBack();
    await cards.waitFor();
  });

  it('narrows by facets and goes back with the browser', async () => {
    const page = await explorer.open('/explore?q=cache', faults);
    const before = await rowTitles(page);
    await page.locator('.facets a', { hasText: 'Glossary' }).click();
    await page.waitForURL('**/explore?q=cache&collection=glossary');
    await page.locator('.facets a[aria-current]', { hasText: 'Glossary' }).waitFor();
    expect(await page.locator('.row .badge').allTextContents()).toEqual((await rowTitles(page)).map(() => 'Glossary'));
    await page.goBack();
    await page.locator('.facets a[aria-current]').waitFor({ state: 'detached' });
    expect(await rowTitles(page)).toEqual(before);
    expect(new URL(page.url()).search).toBe('?q=cache');
  });

  it('keeps one entry of history for what is typed', async () => {
    const page = await explorer.open('/explore', faults);
    const before = await page.evaluate('history.length');
    await typed(page, 'artefact');
    expect(await page.evaluate('history.length')).toBe(before);
    await page.keyboard.press('Enter');
    await page.locator('.facets a').first().click();
    expect(await page.evaluate('history.length')).toBe((before as number) + 1);
  });

  it('moves through the rows by keys, and back into the field', async () => {
    const page = await explorer.open('/explore?q=cache', faults);
    await page.locator('#q').focus();
    await page.keyboard.press('ArrowDown');
    const [first] = await page.locator('.rows a').allTextContents();
    expect(await focused(page)).toBe(first);
    await page.keyboard.press('End');
    expect(await focused(page)).toBe((await page.locator('.rows a').allTextContents()).at(-1));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('q');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('d');
    expect(await page.locator('#q').inputValue()).toBe('cached');
    await page.keyboard.press('Escape');
    expect([await page.locator('#q').inputValue(), await focused(page)]).toEqual(['', 'q']);
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  });

  it('has shortcuts to the field, which typing does not trigger and which can be turned off', async () => {
    const page = await explorer.open('/explore/page/docs/reference/search', faults);
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('q');
    await page.keyboard.type('a/b');
    expect(await page.locator('#q').inputValue()).toBe('a/b');
    await page.locator('#main').focus();
    await page.keyboard.press('Control+k');
    expect(await focused(page)).toBe('q');
    await page.locator('#shortcuts').uncheck();
    await page.locator('#main').focus();
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('main');
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.locator('#shortcuts').isChecked()).toBe(false);
  });

  it('opens a page beside the rows, gives it the focus, and gives the focus back', async () => {
    const page = await explorer.open('/explore?q=entity+tag', faults);
    await page.locator('#q').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('#panel h2', { hasText: 'Entity tag' }).first().waitFor();
    expect(await focused(page)).toBe('Entity tag');
    expect(new URL(page.url()).searchParams.get('page')).toBe('glossary/entity-tag');
    await page.keyboard.press('Escape');
    expect(await page.locator('#panel').isVisible()).toBe(false);
    expect(await focused(page)).toBe('Entity tag');
    await page.goBack();
    await page.locator('#panel h2', { hasText: 'Entity tag' }).first().waitFor();
  });

  it.each([320, 1440])('gives the focus back to the row that was followed, at %i pixels', async (width) => {
    const page = await explorer.open('/explore?q=cache', faults, { viewport: { width, height: 700 } });
    const row = page.locator('.row h2 a').nth(7);
    const title = await row.textContent();
    await row.click();
    if (width === 1440) await page.locator('#panel h2', { hasText: title! }).first().waitFor();
    else await page.locator('.reading h1').waitFor();
    await page.goBack();
    await expect.poll(() => focused(page)).toBe(title);
    const isInView = `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.activeElement.getBoundingClientRect())`;
    expect(await page.evaluate(isInView)).toBe(true);
    // The same from a facet, whose rows are drawn again.
    await page.locator('.facets a', { hasText: 'Glossary' }).click();
    await page.locator('.facets a[aria-current]').waitFor();
    await page.goBack();
    await page.locator('.facets a[aria-current]').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toContain('Glossary');
  });

  it('shows the page that is open in an address, where it is below the rows', async () => {
    const page = await explorer.open('/explore?q=cache&page=glossary/entity-tag', faults, {
      viewport: { width: 320, height: 700 },
    });
    await page.locator('#panel .read').waitFor();
    const top = (): Promise<number> => page.evaluate("document.querySelector('#panel').getBoundingClientRect().top");
    await expect.poll(top).toBeLessThan(200);
    expect(await top()).toBeGreaterThanOrEqual(0);
  });

  it('leaves links to the browser when a modifier is pressed', async () => {
    const page = await explorer.open('/explore?q=entity+tag', faults);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .locator('.row h2 a')
        .first()
        .click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await expect.poll(() => new URL(opened.url()).pathname).toBe('/explore/page/glossary/entity-tag');
  });

  it('does not search while a text is composed', async () => {
    const page = await explorer.open('/explore', faults);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(`{
      const q = document.querySelector('#q');
      q.value = 'ka';
      q.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
    }`);
    await page.waitForTimeout(200);
    expect(asked).toEqual([]);
  });

  it('says that it is offline and keeps the rows', async () => {
    const offline: Fault[] = [];
    const page = await explorer.open('/explore?q=cache', offline);
    const before = await rowTitles(page);
    await page.context().setOffline(true);
    await page.locator('#q').pressSequentially('d');
    await page.locator('#status', { hasText: 'The service cannot be reached.' }).waitFor();
    expect(await rowTitles(page)).toEqual(before);
  });

  it('follows the system and keeps the other colours once they are chosen', async () => {
    const page = await explorer.open('/explore', faults, { colorScheme: 'light' });
    const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    expect(await page.evaluate("localStorage.getItem('catchword-theme')")).toBeNull();
    await page.locator('#theme').click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload({ waitUntil: 'networkidle' });
    expect(await ground()).toBe(dark);
  });

  it('has no transition for readers who want less motion', async () => {
    const transition = async (reducedMotion: 'reduce' | 'no-preference'): Promise<unknown> => {
      const page = await explorer.open('/explore?q=cache', faults, { reducedMotion });
      return page.evaluate("getComputedStyle(document.querySelector('.found')).transitionDuration");
    };
    expect([await transition('reduce'), await transition('no-preference')]).toEqual(['0s', '0.15s']);
  });

  it('keeps the question of the builder as form, JSON and address alike', async () => {
    const page = await explorer.open('/explore/query', faults);
    await page.getByRole('button', { name: 'In the title', exact: true }).click();
    await page.getByLabel('Text', { exact: true }).fill('cache');
    expect(await page.getByLabel('As JSON', { exact: true }).inputValue()).toContain('"text": "cache"');
    expect(await page.locator('.send code').textContent()).toBe('GET /api/pages?q=cache&in=title');
    await page
      .getByLabel('As JSON', { exact: true })
      .fill('{"match":{"not":{"text":"cache","in":"all"}},"collection":"glossary"}');
    expect(await page.locator('.send code').textContent()).toBe('QUERY /api/pages');
    expect(await page.getByRole('combobox', { name: /^Collection/ }).inputValue()).toBe('glossary');
    await page.getByRole('button', { name: 'Run query' }).click();
    await page.locator('.answered strong').waitFor();
    expect(await page.locator('.answered strong').textContent()).toBe('200');
    const text = await page.getByLabel('As JSON', { exact: true }).inputValue();
    await expect.poll(() => readFragment(new URL(page.url()).hash).body).toBe(text);
    const again = await explorer.open(new URL(page.url()).pathname + new URL(page.url()).hash, faults);
    expect(await again.getByLabel('As JSON', { exact: true }).inputValue()).toBe(
      await page.getByLabel('As JSON', { exact: true }).inputValue(),
    );
    expect(await again.locator('.copy code').textContent()).toContain("-H 'x-http-method-override: QUERY'");
  });

  it('completes a query by its schema and by what the site has', async () => {
    const page = await explorer.open('/explore/query', faults);
    const area = page.getByLabel('As JSON', { exact: true });
    const offers = page.locator('.offers button');
    await area.fill('{"tr');
    await offers.filter({ hasText: /^traverse$/ }).click();
    await offers.filter({ hasText: '{}' }).click();
    await offers.filter({ hasText: /^from$/ }).click();
    await page.keyboard.type('"entity t');
    await offers.filter({ hasText: 'glossary/entity-tag' }).waitFor();
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Enter');
    await expect.poll(() => area.inputValue()).toBe('{"traverse": {"from": "glossary/entity-tag"}');
    await page.keyboard.type(', ');
    await offers.filter({ hasText: /^follow$/ }).waitFor();
    expect(await offers.allTextContents()).toEqual(['follow', 'depth']);
  });

  it('offers tags and paths of the site in the fields of the form', async () => {
    const page = await explorer.open('/explore/query', faults);
    await page.getByRole('button', { name: 'Linked pages' }).click();
    await page.getByLabel('From', { exact: true }).fill('entity');
    await page.locator('#builder-from option[value="glossary/entity-tag"]').waitFor({ state: 'attached' });
    await page.getByLabel('Tag', { exact: true }).fill('res');
    await page.locator('#builder-tag option').first().waitFor({ state: 'attached' });
    expect(await page.locator('#builder-tag option').first().getAttribute('value')).toMatch(/^res/);
  });

  it('begins with examples of a word and a page that the site has', async () => {
    const page = await explorer.open('/explore/query', faults);
    await page.getByRole('button', { name: 'Batch of two queries' }).click();
    const body = JSON.parse(await page.getByLabel('As JSON', { exact: true }).inputValue());
    const { path } = body.batch[1];
    const response = await page.request.get(`${explorer.url}/api/pages/${path}`);
    expect(response.status()).toBe(200);
  });

  it('draws the pages two links away and links to them', async () => {
    const page = await explorer.open('/explore/page/docs/reference/search', faults);
    await page.getByText('Link diagram').click();
    await page.getByRole('button', { name: '2 links' }).click();
    const far = page.locator('.graph a.far');
    await far.first().waitFor();
    expect(await far.count()).toBeLessThan(150);
    const names = await far.locator('title').allTextContents();
    expect(new Set(await far.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).size).toBe(
      names.length,
    );
    expect(await page.locator('.graph figcaption').textContent()).toMatch(
      /^\d+ pages link here\. This page links to \d+ pages\. \d+ pages are two links away\./,
    );
    await far.last().focus();
    await page.keyboard.press('Enter');
    await page.locator('h1', { hasText: names.at(-1)! }).waitFor();
  });

  it('copies the code of a page by a button', async () => {
    const page = await explorer.open('/explore/page/docs/how-to/configure', faults);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const block = page.locator('.content .code').first();
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    expect(`${await page.evaluate('navigator.clipboard.readText()')}\n`).toBe(await block.locator('pre').textContent());
  });

  it('marks the heading in view in the outline', async () => {
    const page = await explorer.open('/explore/page/docs/how-to/configure', faults);
    const current = page.locator('.outline [aria-current="location"]');
    expect(await current.textContent()).toBe(await page.locator('.outline a').first().textContent());
    await page.locator('.outline a').last().click();
    await page.keyboard.press('End');
    await expect.poll(() => current.textContent()).toBe(await page.locator('.outline a').last().textContent());
    await page.keyboard.press('Home');
    await expect.poll(() => current.textContent()).toBe(await page.locator('.outline a').first().textContent());
  });

  it('leads to the pages of the folders above a page', async () => {
    const page = await explorer.open('/explore/page/docs/how-to/configure', faults);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Documentation' }).click();
    await page.locator('h1', { hasText: 'Documentation' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/explore/page/docs');
  });

  it('shows what a page is about above its text', async () => {
    const page = await explorer.open('/explore/page/docs/how-to/configure', faults);
    expect(await page.locator('h1 + .about').textContent()).toBe(
      await page.locator('[name="description"]').getAttribute('content'),
    );
  });

  it('scrolls the page by the wheel over the map, and changes the scale by Ctrl and the wheel', async () => {
    const page = await explorer.open('/explore/map', faults);
    const canvas = page.locator('canvas');
    await canvas.waitFor();
    await canvas.hover();
    const taken = async (ctrl: boolean): Promise<unknown> => {
      await page.evaluate(
        `addEventListener('wheel', (event) => { window.taken = event.defaultPrevented }, { once: true })`,
      );
      if (ctrl) await page.keyboard.down('Control');
      await page.mouse.wheel(0, 50);
      if (ctrl) await page.keyboard.up('Control');
      await expect.poll(() => page.evaluate('window.taken !== undefined')).toBe(true);
      return page.evaluate('[window.taken, delete window.taken][0]');
    };
    expect([await taken(false), await taken(true)]).toEqual([false, true]);
  });

  it('restores what was built with Back and Forward', async () => {
    const page = await explorer.open('/explore/query', faults);
    const json = page.getByLabel('As JSON', { exact: true });
    const body = (text: string) => JSON.stringify({ match: { text, in: 'all' }, limit: 5 }, null, 2);
    const shown = async (text: string) => {
      await expect.poll(() => json.inputValue()).toBe(body(text));
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe(text);
      expect(readFragment(new URL(page.url()).hash).body).toBe(body(text));
    };
    // Letters make no entries, and what was asked stays one.
    await json.fill(body('on'));
    await json.fill(body('one'));
    await page.getByRole('button', { name: 'Run query' }).click();
    await page.locator('.answered').waitFor();
    await json.fill(body('tw'));
    await json.fill(body('two'));
    // An example begins an entry at once, before an edit was written.
    await page.getByRole('button', { name: 'Batch of two queries' }).click();
    await expect.poll(() => json.inputValue()).toContain('"batch"');

    await page.goBack();
    await shown('two');
    await page.goBack();
    await shown('one');
    expect(await page.locator('.answered').count()).toBe(0);
    await page.goForward();
    await shown('two');
    await page.goForward();
    await expect.poll(() => json.inputValue()).toContain('"batch"');
    // What was asked stays so after Back and another document.
    await page.goBack();
    await page.goBack();
    await page.getByRole('link', { name: 'Map' }).click();
    await page.locator('canvas').waitFor();
    await page.goBack();
    await shown('one');
    await json.fill(body('three'));
    await page.goBack();
    await shown('one');
  });

  it('restores a body that is too long for the address', async () => {
    const page = await explorer.open('/explore/query', faults);
    const json = page.getByLabel('As JSON', { exact: true });
    const long = JSON.stringify({ like: 'word '.repeat(2_000) });
    await json.fill(long);
    await page.getByRole('button', { name: 'Words', exact: true }).click();
    await page.goBack();
    await expect.poll(() => json.inputValue()).toBe(long);
  });

  it('shows the rows of a response as JSON or as a list', async () => {
    const page = await explorer.open('/explore/query', faults);
    await page.getByLabel('As JSON', { exact: true }).fill('{"match":{"text":"entity tag","in":"title"},"limit":3}');
    await page.getByRole('button', { name: 'Run query' }).click();
    await page.locator('.answer-body').waitFor();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    expect(await page.locator('#builder .row a').first().textContent()).toBe('Entity tag');
    expect(await page.locator('.answer-body').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    expect(await page.locator('.answer-body').textContent()).toContain('"path": "glossary/entity-tag"');
  });

  it('shows refusals of the service in the builder', async () => {
    const page = await explorer.open('/explore/query', []);
    await page.getByLabel('As JSON', { exact: true }).fill('{"match":{"text":"","in":"all"}}');
    await page.getByRole('button', { name: 'Run query' }).click();
    await page.locator('.answer-body').waitFor();
    expect(await page.locator('.answered strong').textContent()).toBe('422');
    expect(await page.locator('.answer-body').textContent()).toContain('"dimension": "length"');
  });

  it('draws the map and lists the links of a page that is chosen there', async () => {
    const page = await explorer.open('/explore/map', faults);
    const canvas = page.getByRole('img', { name: /^A map of \d+ pages\./ });
    await canvas.waitFor();
    expect(await canvas.getAttribute('aria-label')).toMatch(/Its groups are about .*\b(?:HTTP|Deployment)\b/);
    const link = page.locator('.map-beside section a').first();
    const address = await link.getAttribute('href');
    await link.click();
    const chosen = page.locator('.map-beside p a').first();
    await expect.poll(() => chosen.getAttribute('href')).toBe(address);
    const path = address!.replace('/explore/page/', '');
    const { page: read } = await (await page.request.get(`${explorer.url}/api/pages/${path}`)).json();
    await expect.poll(() => chosen.textContent()).toBe(read.title);
    const isPainted = `(() => { const c = document.querySelector('canvas'); return new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer).some((pixel) => pixel !== 0); })()`;
    await expect.poll(() => page.evaluate(isPainted)).toBe(true);
  });

  it('leads to the feedback form with the page filled in', async () => {
    const page = await explorer.open('/explore/page/docs/reference/search', faults);
    await page.getByRole('link', { name: 'Send feedback' }).click();
    expect(await page.getByLabel('Page or tool (optional)').inputValue()).toBe('docs/reference/search');
  });
});

describe.skipIf(chromiumPath === undefined)('a site with an order of its own, in Chromium', () => {
  it.each([true, false])('leads from page to page and back, with script: %s', async (javaScriptEnabled) => {
    const explorer = await openExplorer(
      corpusOf([
        { path: 'b', title: 'First', next: 'c' },
        { path: 'c', title: 'Second', next: 'a', nextLabel: 'The last one' },
        { path: 'a', title: 'Third' },
        { path: 'd', title: 'Beside' },
      ]),
    );
    const faults: Fault[] = [];
    const page = await explorer.open('/explore/page/b', faults, { javaScriptEnabled });
    const around = page.getByRole('navigation', { name: 'Previous and next page' });
    expect(await around.getByRole('link').allTextContents()).toEqual(['Next Second']);
    await around.getByRole('link', { name: 'Next Second' }).click();
    await page.locator('h1', { hasText: 'Second' }).waitFor();
    expect(await around.getByRole('link').allTextContents()).toEqual(['Previous First', 'Next The last one']);
    await around.locator('[rel="next"]').click();
    await page.locator('h1', { hasText: 'Third' }).waitFor();
    await around.locator('[rel="prev"]').click();
    await page.locator('h1', { hasText: 'Second' }).waitFor();
    await page.goto(`${explorer.url}/explore/page/d`);
    expect(await around.count()).toBe(0);
    expect(faults).toEqual([]);
    await explorer.close();
  });
});

describe.skipIf(chromiumPath === undefined)('a site written from right to left, in Chromium', () => {
  it('shows each text in its own direction', async () => {
    const explorer = await openExplorer(
      corpusOf([
        {
          path: 'index',
          title: 'مرحبا بالعالم',
          text: 'هذا نص عربي عن البحث',
          markdown: '# مرحبا بالعالم\n\nهذا نص عربي',
          language: 'ar',
        },
        { path: 'b', title: 'Hello world', text: 'An English text' },
      ]),
    );
    const faults: Fault[] = [];
    const directions = `[...document.querySelectorAll('.row h2')].map((each) => getComputedStyle(each).direction)`;
    const page = await explorer.open('/explore?sort=title', faults);
    expect(await page.evaluate(directions)).toEqual(expect.arrayContaining(['rtl', 'ltr']));
    const languages = `[...document.querySelectorAll('.row h2')].map((each) => each.lang)`;
    expect(await page.evaluate(languages)).toEqual(expect.arrayContaining(['ar', 'en']));
    await page.goto(`${explorer.url}/explore/page/index`);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('article')).direction`)).toBe('rtl');
    expect(await page.locator('article').getAttribute('lang')).toBe('ar');
    expect(faults).toEqual([]);
    await explorer.close();
  });
});
