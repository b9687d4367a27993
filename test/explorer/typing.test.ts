import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../fixtures/chromium.ts';
import { type Fault, type OpenExplorer, openExplorer, shippedSite } from './open_explorer.ts';

describe.skipIf(chromiumPath === undefined)('typing into the explorer in Chromium (which must be installed)', () => {
  let explorer: OpenExplorer;
  const faults: Fault[] = [];
  beforeAll(async () => {
    explorer = await openExplorer(await shippedSite());
  });
  afterAll(async () => {
    await explorer?.close();
    expect(faults).toEqual([]);
  });

  /** The rows of a search, with the time of the page standing still, and the caret behind the text. */
  async function openPaused(): Promise<{ readonly page: Page; readonly asked: readonly (string | null)[] }> {
    const page = await explorer.open('/explore/embed', faults);
    await page.clock.install({ time: 0 });
    await page.goto(`${explorer.url}/explore?q=cache`, { waitUntil: 'networkidle' });
    await page.clock.pauseAt(3_600_000);
    const asked: (string | null)[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('q')));
    await page.locator('#q').focus();
    await page.keyboard.press('End');
    return { page, asked };
  }

  it('asks 40 ms after a letter, and at once after a blank or Enter', async () => {
    const { page, asked } = await openPaused();
    await page.keyboard.type('d');
    await page.clock.runFor(39);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => asked).toEqual(['cached']);
    await page.locator('.request pre', { hasText: '?q=cached&' }).waitFor({ state: 'attached' });
    await page.keyboard.type(' ');
    await expect.poll(() => asked).toEqual(['cached', 'cached ']);
    await page.locator('.request pre', { hasText: '?q=cached+&' }).waitFor({ state: 'attached' });
    await page.keyboard.type('a');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked).toEqual(['cached', 'cached ', 'cached a']);
  });

  it('says after 400 ms that a search is slow, and keeps the rows until there are others', async () => {
    const { page } = await openPaused();
    const titles = (): Promise<string[]> => page.locator('.row h2').allTextContents();
    const before = await titles();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/q=caches&/, (route) => released.then(() => route.continue()));
    await page.keyboard.type('s');
    await page.clock.runFor(40 + 399);
    expect(await page.locator('.slow').count()).toBe(0);
    await page.clock.runFor(1);
    expect([await page.locator('.slow').count(), await page.locator('#status').textContent()]).toEqual([
      1,
      'Searching…',
    ]);
    expect(await titles()).toEqual(before);
    release();
    await page.locator('.request pre', { hasText: '?q=caches&' }).waitFor({ state: 'attached' });
    expect(await page.locator('.slow').count()).toBe(0);
  });

  it('begins another entry of the history with the first letter after Enter', async () => {
    const page = await explorer.open('/explore', faults);
    const entries = async (): Promise<number> => (await page.evaluate('history.length')) as number;
    const before = await entries();
    const isAt = (q: string) => page.waitForURL((address) => address.searchParams.get('q') === q);
    await page.locator('#q').pressSequentially('entity');
    await isAt('entity');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' tag');
    await isAt('entity tag');
    expect(await entries()).toBe(before + 1);
    await page.goBack();
    await isAt('entity');
    expect(await page.locator('#q').inputValue()).toBe('entity');
  });

  it('opens a row in a new tab by Ctrl and Enter', async () => {
    const page = await explorer.open('/explore?q=entity+tag', faults);
    await page.locator('#q').focus();
    await page.keyboard.press('ArrowDown');
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('ControlOrMeta+Enter'),
    ]);
    await expect.poll(() => new URL(opened.url()).pathname).toBe('/explore/page/glossary/entity-tag');
    expect(await page.locator('#panel h2').count()).toBe(0);
  });

  it('has colours of the system where the reader forces them', async () => {
    const page = await explorer.open('/explore?q=cache&collection=glossary', faults, { forcedColors: 'active' });
    const colours = await page.evaluate(() => {
      const probe = document.createElement('mark');
      probe.style.forcedColorAdjust = 'none';
      probe.style.background = 'Mark';
      document.body.append(probe);
      const ground = (element: Element) => getComputedStyle(element).backgroundColor;
      return [ground(document.querySelector('.row mark')!), ground(probe)];
    });
    expect(colours[0]).toBe(colours[1]);
    const chosen = page.locator('.facets a[aria-current]').first();
    expect(await chosen.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
  });

  it('prints the picture of the links with the page, and not the header', async () => {
    const page = await explorer.open('/explore/page/glossary/entity-tag', faults);
    await page.getByText('Link diagram').click();
    await page.locator('.graph a').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.top').isVisible()).toBe(false);
    expect(await page.locator('.graph svg').isVisible()).toBe(true);
    expect(await page.locator('.graph a[href^="/explore/page/"]').count()).toBeGreaterThan(3);
  });
});
