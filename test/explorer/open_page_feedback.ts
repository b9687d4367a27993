import type { BrowserContextOptions, Page } from 'playwright-core';
import type { OwnerRecord } from '../../src/feedback/feedback_record.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { type Fault, openExplorer } from './open_explorer.ts';
import { type HostSite, hostPage, openHostSite } from './open_host_site.ts';

const corpus = corpusOf([{ path: 'guide', title: 'Guide', canonical: 'https://site.example/guide', text: 'A guide.' }]);

const form = `<form action="{service}/feedback"><input type="hidden" name="about" value="guide">Was this page helpful?
  <button name="helpful" value="yes">Yes</button> <button name="helpful" value="no">No</button></form>`;
const ownKey = `<form method="post" action="{service}/api/feedback"><input type="hidden" name="idempotency-key" value="one-of-the-server">
  <input type="hidden" name="kind" value="other"><input type="hidden" name="severity" value="low">
  <input type="hidden" name="about" value="guide">Was this page helpful?
  <button name="message" value="This page helped.">Yes</button> <button name="message" value="This page did not help.">No</button></form>`;

/** Hosts what a test needs; `{service}` is where the service is. */
const bodies: Readonly<Record<string, string>> = {
  '/plain': `<catchword-feedback>${form}</catchword-feedback>`,
  '/own-key': `<catchword-feedback>${ownKey}</catchword-feedback>`,
  '/about': '<catchword-feedback about="search box"></catchword-feedback>',
  '/path': '<catchword-feedback></catchword-feedback>',
  '/translated': `<catchword-feedback labels="words"></catchword-feedback>
    <script type="application/json" id="words">{"question": "War diese Seite hilfreich?", "yes": "Ja", "thanks": 5,
      "later": {"one": "In {total} Sekunde.", "other": "In {total} Sekunden."}}</script>`,
  '/twice':
    '<catchword-feedback></catchword-feedback><script type="module" src="{service}/explore/feedback.js?2"></script>',
};
const canonical = '<link rel="canonical" href="https://site.example/guide#top">';

/** A service, a site of another origin that may submit to it, one that may not, and a browser. */
export interface OpenPageFeedback {
  /** Addresses without a trailing slash. */
  readonly service: string;
  readonly host: string;
  /** Opens a page of the host, or one by its whole address. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** As `open`, with nothing between the page and the network: a browser whose requests are watched sends no preflights. */
  openUnwatched(address: string): Promise<Page>;
  /** Address of the site whose scripts may not submit. */
  readonly stranger: string;
  /** What is stored, oldest first. */
  stored(): Promise<readonly OwnerRecord[]>;
  /** What went wrong on the page that was opened last. */
  faults(): readonly Fault[];
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export async function openPageFeedback(): Promise<OpenPageFeedback> {
  const store = createMemoryStore();
  const hosts: HostSite[] = [];
  const explorer = await openExplorer(corpus, async (service) => {
    const page = (body: string) => hostPage(service, body.replaceAll('{service}', service), 'lang="en"', 'feedback.js');
    const files = {
      ...Object.fromEntries(Object.entries(bodies).map(([path, body]) => [path, page(body)])),
      '/canonical': page(bodies['/path']!).replace('<title>', `${canonical}<title>`),
      '/german': page(bodies['/translated']!).replace('lang="en"', 'lang="de"'),
      '/absent': page(bodies['/plain']!).replace('feedback.js', 'nothing.js'),
      '/host.css': ':root { color-scheme: light dark } * { color: red; padding: 1px }',
    };
    hosts.push(await openHostSite(service, files), await openHostSite(service, files));
    return { store, origins: [hosts[0]!.url] };
  });
  const [host, stranger] = hosts as [HostSite, HostSite];
  let faults: Fault[] = [];
  let before = 0;
  return {
    service: explorer.url,
    host: host.url,
    stranger: stranger.url,
    async open(path, options) {
      faults = [];
      before = (await store.exportRows(0, 1000)).length;
      return explorer.open(new URL(path, host.url).href, faults, options);
    },
    async openUnwatched(address) {
      before = (await store.exportRows(0, 1000)).length;
      const page = await explorer.browser.newPage();
      await page.goto(address);
      return page;
    },
    stored: async () => (await store.exportRows(0, 1000)).slice(before),
    faults: () => faults,
    async closePages() {
      await Promise.all(explorer.browser.contexts().map((context) => context.close()));
    },
    async close() {
      await explorer.close();
      await Promise.all(hosts.map((each) => each.close()));
    },
  };
}
