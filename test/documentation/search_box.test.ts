import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSite, joinArtefact } from '../../src/build.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import { createNodeServer, type NodeServer } from '../../src/http/node/node_server.ts';
import { createService } from '../../src/http/service.ts';
import { documentationPages, savedAs } from './code_blocks.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const blocks = documentationPages()
  .filter(({ file }) => file.startsWith('site/docs/tutorials/'))
  .flatMap((page) => page.blocks);
const html = blocks.find((block) => savedAs(block) === 'search.html')!.text;

describe.skipIf(executablePath === undefined)(
  'the search box of the tutorial in Chromium (which must be installed)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'catchword-search-box-'));
    let browser: Browser;
    let node: NodeServer;
    let page: Page;

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
      const service = createService({ corpus: await tutorialCorpus(join(folder, 'content')) });
      node = createNodeServer(() => service);
      await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
      const { port } = node.server.address() as AddressInfo;
      writeFileSync(join(folder, 'search.html'), html.replace('127.0.0.1:4777', `127.0.0.1:${port}`));
    }, 60_000);
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
    const links = () => page.getByRole('link').allTextContents();

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

    it('links to the section that fits, and shows titles as text', async () => {
      await box().fill('knead');
      await says('1 page');
      expect(await links()).toEqual(['Bread <3 & more']);
      expect(await page.getByRole('link').getAttribute('href')).toBe('https://site.example/recipes/bread#the-dough');
    });

    it('shows nothing for an empty box, and why a text is refused', async () => {
      await box().fill('bread');
      await says('3 pages');
      await box().fill('');
      await page.getByRole('status').filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
      expect(await links()).toEqual([]);
      await box().fill('a b c d e f g h i j k');
      await says('words');
      expect(await links()).toEqual([]);
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
  const { artefact } = await buildSite({ folder, environment: { CATCHWORD_ORIGIN: 'https://site.example' } });
  return openCorpus(joinArtefact(artefact));
}
