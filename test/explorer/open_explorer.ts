import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import type { BakeSettings } from '../../src/bake/bake_options.ts';
import { bake } from '../../src/bake/site_baker.ts';
import { joinArtefact } from '../../src/corpus/artefact/artefact_format.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import { builtAssets } from '../../src/explorer/explorer_assets.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { createNodeServer } from '../../src/http/node/node_server.ts';
import type { FeedbackOptions } from '../../src/http/resources/from_store.ts';
import { createService } from '../../src/http/service.ts';
import { launchChromium } from '../fixtures/chromium.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';

/** In milliseconds. Without a window, a page that draws nothing is never called idle. */
const LONGEST_UNTIL_IDLE = 100;

/** An address of another host that a page asked for, a violation of the policy, or an error on its console. */
export type Fault = string;

export interface OpenExplorer {
  /** Address of the service, without a trailing slash. */
  readonly url: string;
  /**
   * Opens a page of the explorer, or one of another origin by its whole address. Every other origin is blocked.
   * @param faults collects what went wrong on it
   */
  open(path: string, faults: Fault[], options?: BrowserContextOptions): Promise<Page>;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Watches a page's requests. @returns a function that waits until its scripts have nothing to do and no request is under way */
function whenSettled(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return async () => {
    for (let idle = 0; idle < 3; idle++) {
      await page.evaluate(
        (timeout) => new Promise((resolve) => requestIdleCallback(() => resolve(null), { timeout })),
        LONGEST_UNTIL_IDLE,
      );
      if (underWay.size > 0) idle = -1;
    }
  };
}

let shipped: Promise<Corpus> | undefined;

/** The documentation of this repository, baked once for all files of a worker. */
export function shippedSite(): Promise<Corpus> {
  shipped ??= bakeShippedSite();
  return shipped;
}

async function bakeShippedSite(): Promise<Corpus> {
  const folder = fileURLToPath(new URL('../../site', import.meta.url));
  const settings = {
    ...((await import('../../site/catchword.config.json', { with: { type: 'json' } }))
      .default as unknown as BakeSettings),
    ...{ origin: null, publicOrigin: null },
  };
  const { artefact } = await bake({ folder, out: null, settings, commit: null, local: true, cache: null, workers: 1 });
  return openCorpus(joinArtefact(artefact));
}

/** Serves a corpus and starts a browser beside it. @param feedbackOf what its feedback has of its own, by the address of the service */
export async function openExplorer(
  corpus: Corpus,
  feedbackOf: (url: string) => Promise<Partial<FeedbackOptions>> = async () => ({}),
  executablePath?: string,
): Promise<OpenExplorer> {
  const node = createNodeServer(() => service);
  await builtAssets();
  await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}`;
  const usual = { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() };
  const service = createService({ corpus, feedback: { ...usual, ...(await feedbackOf(url)) } });
  const browser = await launchChromium(executablePath);
  return {
    url,
    browser,
    async open(path, faults, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const opened = new URL(path, url);
      await context.route('**', (route) => {
        const address = route.request().url();
        if ([url, opened.origin].includes(new URL(address).origin)) return route.continue();
        faults.push(`asked ${address}`);
        return route.abort();
      });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      page.on('console', (message) => {
        if (message.type() === 'error' || /Content.Security.Policy|Trusted/i.test(message.text()))
          faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(error.message));
      const settle = whenSettled(page);
      await page.goto(opened.href);
      if (options.javaScriptEnabled !== false) await settle();
      return page;
    },
    async close() {
      await browser.close();
      await node.close();
    },
  };
}
