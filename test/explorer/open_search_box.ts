import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { builtAssets } from '../../src/explorer/explorer_assets.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { type Fault, openExplorer } from './open_explorer.ts';
import { hostPage, openHostSite } from './open_host_site.ts';

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
  {
    path: 'near',
    title: 'Nearness',
    canonical: '/docs/near',
    text: 'Vicinity of a place. Vicinities',
    headings: [{ depth: 2, text: 'Vicinities', anchor: 'vicinities' }],
    sections: [4],
  },
  ...['guide/server/setup', 'setup'].map((path) => {
    return { path, title: 'Set up', canonical: `https://site.example/${path}`, text: 'Prepare things.' };
  }),
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
  '/docs/near': `<p>Nearness</p>${'<p>One of many.</p>'.repeat(20)}<p>Vicinity of a <em>place</em>.</p>`,
  '/twice': '<catchword-search></catchword-search><script type="module" src="{service}/explore/assets/{box}"></script>',
  '/shadow': '<div id="host"></div><script type="module" src="/shadow.js"></script>',
  '/preact': `<div id="app"><div><catchword-search limit="3" labels="none"><form action="{service}/explore"><input name="q" aria-label="Search"></form></catchword-search><output>3</output></div></div>
    <script type="module" src="/app.js"></script>`,
};

/** A service, a site of another origin with its search box on several pages, and a browser. */
export interface OpenSearchBox {
  /** Addresses without a trailing slash. */
  readonly service: string;
  readonly host: string;
  /** Opens a page of the host. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page of the host, types a word into its box and waits for its rows. */
  type(path: string, text: string, options?: BrowserContextOptions): Promise<Page>;
  /** What went wrong on the page that was opened last. */
  faults(): readonly Fault[];
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export async function openSearchBox(): Promise<OpenSearchBox> {
  const explorer = await openExplorer(corpus);
  const { box } = await builtAssets();
  const filled = (text: string) => text.replaceAll('{service}', explorer.url).replaceAll('{box}', box!);
  const page = (text: string, html?: string) => hostPage(explorer.url, filled(text), html);
  const host = await openHostSite(explorer.url, {
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
  let faults: Fault[] = [];
  async function open(path: string, options?: BrowserContextOptions): Promise<Page> {
    faults = [];
    return explorer.open(host.url + path, faults, options);
  }
  return {
    service: explorer.url,
    host: host.url,
    open,
    async type(path, text, options) {
      const page = await open(path, options);
      await page.getByRole('combobox').pressSequentially(text);
      // Rows for less than the whole text come before.
      await page.locator(`.all[href*="?q=${text}"]`).waitFor();
      return page;
    },
    faults: () => faults,
    async closePages() {
      await Promise.all(explorer.browser.contexts().map((context) => context.close()));
    },
    async close() {
      await explorer.close();
      await host.close();
    },
  };
}
