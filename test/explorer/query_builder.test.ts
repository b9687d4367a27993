import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../fixtures/chromium.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { type Fault, type OpenExplorer, openExplorer } from './open_explorer.ts';

describe.skipIf(chromiumPath === undefined)('the query builder in Chromium (which must be installed)', () => {
  let explorer: OpenExplorer;
  const faults: Fault[] = [];
  beforeAll(async () => {
    explorer = await openExplorer(
      corpusOf([
        { path: 'etag', title: 'Entity tag', collection: 'glossary', tags: ['http'], text: 'Caches compare it.' },
        { path: 'caching', title: 'Caching', collection: 'writing', tags: ['http'], text: 'Caches keep answers.' },
      ]),
    );
  });
  afterAll(async () => {
    await explorer?.close();
    expect(faults).toEqual([]);
  });

  it('reads an address back into the form and into JSON', async () => {
    const page = await explorer.open('/explore/query', faults);
    const address = page.getByLabel('As an address', { exact: true });
    await address.fill('/api/pages?q=answers&in=body&limit=3');
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('answers');
    expect(JSON.parse(await page.getByLabel('As JSON', { exact: true }).inputValue())).toEqual({
      match: { text: 'answers', in: 'body' },
      limit: 3,
    });
    expect(await page.locator('.send code').textContent()).toBe('GET /api/pages?q=answers&in=body&limit=3');
    await page.getByLabel('Text', { exact: true }).fill('caches');
    expect(await address.inputValue()).toBe('/api/pages?q=caches&in=body&limit=3');
    await page.getByRole('button', { name: 'Similar to a passage' }).click();
    expect([await address.inputValue(), await page.locator('.send code').textContent()]).toEqual([
      '',
      'QUERY /api/pages',
    ]);
    await address.fill('/api/tags');
    expect(await page.getByLabel('As JSON', { exact: true }).count()).toBe(0);
    expect(await page.locator('.send code').textContent()).toBe('GET /api/tags');
  });

  it('shows the answer with its status, fields, bytes and milliseconds', async () => {
    const page = await explorer.open('/explore/query', faults);
    await page.getByLabel('As an address', { exact: true }).fill('/api/pages?q=answers');
    await page.keyboard.press('Control+Enter');
    await page.locator('.answered').waitFor();
    const response = await page.request.get(`${explorer.url}/api/pages?q=answers`);
    const body = await response.text();
    expect(await page.locator('.answered > *').allTextContents()).toEqual([
      '200',
      `${Buffer.byteLength(body).toLocaleString('en')} bytes`,
      expect.stringMatching(/^\d+ ms$/),
    ]);
    expect(JSON.parse((await page.locator('.answer-body').textContent())!)).toEqual(JSON.parse(body));
    expect(await page.locator('.headers-list dt').allTextContents()).toEqual(
      expect.arrayContaining(['cache-control', 'content-type']),
    );
  });

  it('keeps the form while the JSON is broken, names the place, and marks the answer as of another query', async () => {
    const page = await explorer.open('/explore/query', faults);
    const json = page.getByLabel('As JSON', { exact: true });
    const ask = page.getByRole('button', { name: 'Run query' });
    await json.fill('{\n  "match": { "text": "cache", "in": "all" }\n}');
    await ask.click();
    await page.locator('.answered').waitFor();
    expect(await page.locator('.stale').count()).toBe(0);

    await json.fill('{\n  "match": {,\n}');
    await page.getByText(/^Line 2, column 13: Expected property name/).waitFor();
    expect(await json.getAttribute('aria-invalid')).toBe('true');
    expect(await ask.isDisabled()).toBe(true);
    const form = page.getByLabel('Text', { exact: true });
    expect([await form.inputValue(), await form.isDisabled()]).toEqual(['cache', true]);
    expect(await page.locator('.stale').textContent()).toContain('You changed the query after this response.');

    await json.fill('{\n  "match": { "text": "cache", "in": "all" }\n}');
    await expect.poll(() => page.locator('.stale').count()).toBe(0);
    expect([await form.isDisabled(), await json.getAttribute('aria-invalid')]).toEqual([false, null]);
    expect(await page.locator('.answer-body .c-name').first().textContent()).toBe('"items"');
  });

  it('is a form of the parameters of GET /api/pages without script', async () => {
    const page = await explorer.open('/explore/query', faults, { javaScriptEnabled: false });
    await page.getByLabel('Text', { exact: true }).fill('caches');
    await page.getByLabel('Glossary', { exact: true }).check();
    await page.getByLabel('HTTP', { exact: true }).check();
    await page.getByLabel('both', { exact: true }).check();
    await page.getByRole('button', { name: 'Run query' }).click();
    await page.waitForURL('**/api/pages?**');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: 'caches',
      in: 'all',
      limit: '10',
      collection: 'glossary',
      tag: 'http',
      facets: 'collection,tags',
    });
    expect(await page.textContent('body')).toContain('"path":"etag"');
  });
});
