import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSite, joinArtefact } from '../../src/build.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import { createNodeServer, type NodeServer } from '../../src/http/node/node_server.ts';
import { createService } from '../../src/http/service.ts';
import { refuseSearches } from '../explorer/refuse_searches.ts';
import { chromiumPath, launchChromium } from '../fixtures/chromium.ts';
import { documentationPages, savedAs } from './code_blocks.ts';

const blocks = documentationPages()
  .filter(({ file }) => file.startsWith('site/docs/tutorials/'))
  .flatMap((page) => page.blocks);
const html = blocks.find((block) => savedAs(block) === 'search.html')!.text;

describe.skipIf(chromiumPath === undefined)(
  'the search box of the tutorial in Chromium (which must be installed)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'catchword-search-box-'));
    let browser: Browser;
    let node: NodeServer;
    let page: Page;

    beforeAll(async () => {
      browser = await launchChromium();
      const service = createService({ corpus: await tutorialCorpus(join(folder, 'content')) });
      node = createNodeServer(() => service);
      await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
      const { port } = node.server.address() as AddressInfo;
      writeFileSync(join(folder, 'search.html'), html.replace('127.0.0.1:4777', `127.0.0.1:${port}`));
    });
    afterAll(async () => {
      await browser?.close();
      await node?.close();
      rmSync(folder, { recursive: true });
    });
    beforeEach(async () => {
      page = await browser.newPage();
      await page.goto(pathToFileURL(join(folder, 'search.html')).href);
      return () => page.close();
    });

    const box = () => page.getByRole('searchbox', { name: 'Search' });
    const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
    /** The titles that link to pages. */
    const links = () => page.locator('#results > li > a').allTextContents();

    it('shows results with every letter, as a file that the reader opens', async () => {
      await box().pressSequentially('vege', { delay: 20 });
      await says('1 page');
      expect(await links()).toEqual(['Soup']);
      expect(await page.locator('mark').allTextContents()).toEqual(['vegetables']);
    });

    it('forgives two swapped letters', async () => {
      await box().fill('vegteable');
      await says('1 page');
      expect(await links()).toEqual(['Soup']);
    });

    it('links to the page and to the section that fits, and shows titles as text', async () => {
      await box().fill('knead');
      await says('1 page');
      const found = page.getByRole('link');
      expect(
        await found.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
      ).toEqual([
        ['Bread <3 & more', 'https://site.example/recipes/bread'],
        ['The dough', 'https://site.example/recipes/bread#the-dough'],
      ]);
    });

    it('names the words that no page has', async () => {
      await box().fill('bread kubernets');
      await says('No page has “kubernets”.');
      expect((await links()).length).toBeGreaterThan(0);
    });

    it('offers a corrected text, and searches it on a click', async () => {
      await box().fill('vegteables');
      await page.getByRole('button', { name: 'vegetables' }).click();
      await page.getByRole('button', { name: 'vegetables' }).waitFor({ state: 'hidden' });
      expect([await box().inputValue(), await links()]).toEqual(['vegetables', ['Soup']]);
    });

    it('adds more results on a click, until there are none', async () => {
      const more = page.getByRole('button', { name: 'More results' });
      await box().fill('common');
      await says('20 pages');
      expect(await links()).toHaveLength(8);
      await more.click();
      await page.locator('#results > li:nth-child(16)').waitFor();
      await more.click();
      await page.locator('#results > li:nth-child(20)').waitFor();
      await more.waitFor({ state: 'hidden' });
      expect(new Set(await links()).size).toBe(20);
    });

    it('narrows the results by a tag, and keeps the tag until the reader takes it back', async () => {
      const tag = (name: string | RegExp) => page.getByRole('checkbox', { name });
      await box().fill('bread');
      await tag('Cooking (1)').check();
      await says('1 page');
      expect(await tag('Cooking').isChecked()).toBe(true);
      expect(await tag('Cooking').evaluate((checkbox) => checkbox === document.activeElement)).toBe(true);
      await box().fill('common');
      await says('0 pages');
      await tag('Cooking').click();
      await says('20 pages');
    });

    it('goes through the links by the arrow keys, and back to the box', async () => {
      const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);
      await box().fill('knead');
      await says('1 page');
      const stops: unknown[] = [];
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Escape']) {
        await page.keyboard.press(key);
        stops.push(await focused());
      }
      expect(stops).toEqual(['Bread <3 & more', 'The dough', 'The dough', 'Bread <3 & more', 'q']);
    });

    it('shows nothing for an empty box, and why a text is refused', async () => {
      await box().fill('bread');
      await says('3 pages');
      await box().fill('');
      await page.getByRole('status').filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
      expect(await links()).toEqual([]);
      const refusal = await refuseSearches(page);
      await box().fill('bread x');
      await says(refusal);
      expect(await links()).toEqual([]);
      await page.unroute('**/api/search*');
    });

    it('says so when the service does not answer', async () => {
      await page.route('**/api/search*', (route) => route.abort());
      await box().fill('bread');
      await says('The search service does not answer.');
    });
  },
);

/** The pages of the first tutorial, one of them with a title that must not become markup. */
async function tutorialCorpus(folder: string) {
  for (const block of blocks) {
    const name = savedAs(block);
    if (block.language !== 'md' || name === undefined) continue;
    const file = join(folder, '..', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, block.text.replace('title: Bread', 'title: Bread <3 & more'));
  }
  mkdirSync(join(folder, 'more'));
  for (let i = 1; i <= 20; i++) writeFileSync(join(folder, 'more', `${i}.md`), `# Number ${i}\n\nA common word.\n`);
  const { artefact } = await buildSite({ folder, environment: { CATCHWORD_ORIGIN: 'https://site.example' } });
  return openCorpus(joinArtefact(artefact));
}
