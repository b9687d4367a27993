import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBudget } from '../../src/cache/cache_budget.ts';
import { createEmbeddedEngine } from '../../src/engine/embedded/embedded_engine.ts';
import { type Fault, type OpenExplorer, openExplorer } from '../explorer/open_explorer.ts';
import { chromiumPath } from '../fixtures/chromium.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { searchPlan } from '../fixtures/search_of.ts';
import { bakedDocumentation, FIELDS, pagesOfVersions, searchesOf } from './many_searches.ts';
import { openStaticSite, type StaticSite, WITHOUT_WORKERS } from './open_static_site.ts';

const PAGES = [
  { path: 'caching', title: 'Caching', canonical: '/docs/caching', text: 'Caches keep answers.' },
  { path: 'etag', title: 'Entity tag', canonical: '/docs/etag', text: 'Caches compare it.' },
];
const corpus = corpusOf(PAGES);
const newer = corpusOf([...PAGES, { path: 'vary', title: 'Vary', canonical: '/docs/vary', text: 'Caches vary.' }]);

describe.skipIf(chromiumPath === undefined)(
  'a search box over static files, in Chromium (which must be installed)',
  () => {
    let explorer: OpenExplorer;
    let site: StaticSite;
    let faults: Fault[] = [];
    beforeAll(async () => {
      explorer = await openExplorer(corpus);
    });
    afterAll(() => explorer.close());
    afterEach(async () => {
      await Promise.all(explorer.browser.contexts().map((context) => context.close()));
      await site.close();
    });

    async function type(text: string): Promise<Page> {
      faults = [];
      const page = await explorer.open(site.page, faults);
      await page.getByRole('combobox').pressSequentially(text);
      return page;
    }

    const titles = (page: Page) => page.locator('[role=option] .name').allTextContents();

    it('answers without a server, in a worker, and obeys the policy of the page', async () => {
      site = await openStaticSite(corpus);
      const page = await type('cach');
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
      expect(page.workers()).toHaveLength(1);
      expect(await page.getByRole('option').first().getAttribute('href')).toBe(
        new URL('/docs/caching#:~:text=Caches%20keep%20answers', site.page).href,
      );
      expect(faults).toEqual([]);
    });

    it('shows the collections in its dialog, and loads what reads static files once, beside the box', async () => {
      const [first, second] = PAGES;
      site = await openStaticSite(
        corpusOf([
          { ...first!, collection: 'writing' },
          { ...second!, collection: 'glossary' },
        ]),
      );
      faults = [];
      const page = await explorer.open(site.page, faults);
      await page.evaluate(`document.querySelector('catchword-search').setAttribute('mode', 'dialog')`);
      await page.getByRole('button').click();
      await page.getByRole('combobox').fill('cach');
      const filters = page.getByRole('group', { name: 'Collections' }).getByRole('button');
      await expect.poll(() => filters.allTextContents()).toEqual(['glossary 1', 'writing 1']);
      await filters.first().click();
      await expect.poll(() => titles(page)).toEqual(['Entity tag']);
      expect(site.asked.filter((path) => path.includes('static_answers'))).toEqual([
        expect.stringMatching(/^\/docs\/search\/static_answers\.[A-Z0-9]{8}\.js$/),
      ]);
      expect(faults).toEqual([]);
    });

    it('loads what every search reads once the field has the focus', async () => {
      site = await openStaticSite(corpus);
      const page = await explorer.open(site.page, []);
      expect(site.asked.filter((path) => path.endsWith('.bin'))).toEqual([]);
      await page.getByRole('combobox').focus();
      await expect
        .poll(() => site.asked.filter((path) => path.endsWith('.bin')))
        .toEqual([expect.stringMatching(/tables\.bin$/)]);
    });

    it('answers where the policy forbids workers', async () => {
      site = await openStaticSite(corpus, { policy: WITHOUT_WORKERS });
      const page = await type('cach');
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
      expect(page.workers()).toHaveLength(0);
    });

    it('opens the first page by Enter, as there is no page of results', async () => {
      site = await openStaticSite(corpus);
      const page = await type('cach');
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
      expect(await page.locator('.all').isVisible()).toBe(false);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/caching**');
    });

    it('opens by Enter no page of another text than that of the field', async () => {
      site = await openStaticSite(corpus);
      const page = await type('caching');
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
      // Both at once: no answer comes between them, however slow the machine is.
      await page.getByRole('combobox').evaluate((field: HTMLInputElement) => {
        field.value = 'entity';
        field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
      });
      expect(page.url()).toBe(site.page);
      await expect.poll(() => titles(page)).toEqual(['Entity tag']);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('option').first().isVisible()).toBe(true);
      expect(page.url()).toBe(site.page);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/etag');
    });

    it('searches for one letter by Enter at once', async () => {
      site = await openStaticSite(corpus);
      const page = await type('c');
      await page.keyboard.press('Enter');
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
    });

    it('keeps its worker and its tables while searches are given up', async () => {
      site = await openStaticSite(corpus);
      site.delay = 900;
      const page = await explorer.open(site.page, []);
      await page.getByRole('combobox').pressSequentially('caches', { delay: 400 });
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
      expect(page.workers()).toHaveLength(1);
      expect(site.asked.filter((path) => path.endsWith('tables.bin'))).toHaveLength(1);
    });

    it('starts one worker for all searches that a broken file fails', async () => {
      site = await openStaticSite(corpus);
      site.faults.set('/lists-0.bin', () => null);
      const page = await explorer.open(site.page, []);
      await page.getByRole('combobox').pressSequentially('caches', { delay: 150 });
      await expect.poll(() => page.locator('[part=message]').textContent()).toContain('lists-0.bin');
      expect(page.workers()).toHaveLength(1);
    });

    it('says that it is offline when a word was not loaded, and keeps its rows', async () => {
      site = await openStaticSite(corpus);
      const page = await explorer.open(site.page, []);
      await page.getByRole('combobox').focus();
      await expect.poll(() => site.asked.filter((path) => path.endsWith('tables.bin'))).toHaveLength(1);
      await page.context().setOffline(true);
      await page.getByRole('combobox').fill('caches');
      await expect.poll(() => page.locator('[part=message]').textContent()).toContain('cannot be reached');
      await page.context().setOffline(false);
      await page.getByRole('combobox').fill('cache');
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
    });

    it('asks again for what reads static files where that failed', async () => {
      site = await openStaticSite(corpus);
      faults = [];
      const page = await explorer.open(site.page, faults);
      let failed = 0;
      await page.route(/static_answers\.[A-Z0-9]{8}\.js$/, (route) => {
        failed++;
        return route.abort();
      });
      await page.reload();
      await expect.poll(() => failed).toBe(1);
      await page.getByRole('combobox').pressSequentially('cach', { delay: 50 });
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
      expect(site.asked.filter((path) => path.includes('static_answers'))).toHaveLength(2);
    });

    it('asks nothing twice, and answers offline what it has', async () => {
      site = await openStaticSite(corpus);
      const page = await type('cach');
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
      const before = site.asked.length;
      await page.context().setOffline(true);
      await page.getByRole('combobox').fill('caches compare');
      await expect.poll(() => titles(page)).toEqual(['Entity tag']);
      expect(site.asked).toHaveLength(before);
      await page.context().setOffline(false);
    });

    it.each([
      ['missing', '/tables.bin', () => null, 'The host returned 404 for the file "tables.bin".'],
      [
        'cut off',
        '/words-0.bin',
        (content: Uint8Array) => content.subarray(0, 200),
        'The file "words-0.bin" is damaged.',
      ],
      [
        'a page of HTML instead',
        '/pages-0.bin',
        () => Buffer.from('<!doctype html><p>Not found'),
        'The file "pages-0.bin" does not belong to this build.',
      ],
      [
        'not a manifest',
        '/search.json',
        () => Buffer.from('<!doctype html><p>Not found'),
        'The file "search.json" is not a search manifest.',
      ],
    ] as const)('says which file is %s, and answers once it is right', async (_, ending, fault, said) => {
      site = await openStaticSite(corpus);
      site.faults.set(ending, fault);
      const page = await type('cach');
      await expect.poll(() => page.locator('[part=message]').textContent()).toBe(said);
      expect(await titles(page)).toEqual([]);
      site.faults.clear();
      await page.getByRole('combobox').fill('caches');
      await expect.poll(() => titles(page)).toEqual(['Caching', 'Entity tag']);
    });

    it('answers from one build while the site is published again, and a new reader from the new one', async () => {
      site = await openStaticSite(corpus);
      const early = await type('ca');
      await expect.poll(() => titles(early)).toEqual(['Caching', 'Entity tag']);
      await site.publish(newer);
      await early.getByRole('combobox').fill('caches');
      await expect.poll(() => titles(early)).toEqual(['Caching', 'Entity tag']);
      const late = await type('caches');
      await expect.poll(() => titles(late)).toEqual(['Caching', 'Vary', 'Entity tag']);
    });

    it.each([
      ['the documentation, whose dictionary is in the tables', bakedDocumentation, 300],
      ['a site with many words', async () => corpusOf(pagesOfVersions(), { fields: FIELDS }, undefined, true), 100],
    ])('answers as the server does, to the byte, by the program of the browser: %s', async (_, open, count) => {
      const searched = await open();
      site = await openStaticSite(searched);
      const page = await explorer.open(site.page, []);
      const { build } = JSON.parse(await (await fetch(new URL('/docs/search/search.json', site.page))).text());
      const server = createEmbeddedEngine(searched, openBudget(1 << 22)).searcher;
      const queries = [...searchesOf(searched, count)];
      const bodies = (await page.evaluate(`import('/docs/search/${build}/search.js').then(async ({ search }) => {
      const bodies = [];
      for (const query of ${JSON.stringify(queries)}) bodies.push((await search(query, new AbortController().signal)).body);
      return bodies;
    })`)) as string[];
      for (const [i, query] of queries.entries()) {
        const { body } = await server.search(searchPlan(searched, query), new AbortController().signal);
        expect(bodies[i], query).toBe(Buffer.from(body).toString());
      }
    });

    it('goes over to the new build when the files of its own are gone', async () => {
      site = await openStaticSite(corpus);
      site.faults.set('/words-0.bin', () => null);
      const page = await type('caches');
      await expect.poll(() => page.locator('[part=message]').textContent()).toContain('words-0.bin');
      await site.publish(newer);
      site.faults.clear();
      await site.publish(
        corpusOf([{ path: 'other', title: 'Other', canonical: '/docs/other', text: 'Caches of others.' }]),
      );
      await page.getByRole('combobox').fill('cache');
      await expect.poll(() => titles(page)).toEqual(['Other']);
    });
  },
);
