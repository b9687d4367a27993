import type { Browser, CDPSession, Page } from 'playwright-core';

/** How many times the processor of the browser is slowed down. */
const SLOWDOWN = 4;
/** 1.6 Mbit/s, and milliseconds of a round trip. */
const LINE = { offline: false, downloadThroughput: 200_000, uploadThroughput: 200_000, latency: 150 } as const;
/** Rows that a box shows. */
const ROWS = 8;

/** What a search cost its reader. */
export interface Cost {
  readonly bytes: number;
  readonly requests: number;
  readonly milliseconds: number;
  readonly rows: number;
}

/** How a page searches: an expression for a function from a text to a promise of its number of rows. */
export const SEARCHES = {
  /** @param build folder of the build */
  catchword: (build: string): string =>
    `import('/catchword/${build}/search.js').then(({ search }) => async (q) => {
      const asked = 'q=' + encodeURIComponent(q) + '&limit=${ROWS}&sections=2';
      const { body } = await search(asked, new AbortController().signal);
      return JSON.parse(body).items.length;
    })`,
  pagefind: (): string =>
    `import('/pagefind/pagefind.js').then((pagefind) => async (q) => {
      const { results } = await pagefind.search(q);
      return (await Promise.all(results.slice(0, ${ROWS}).map((each) => each.data()))).length;
    })`,
} as const;

/** A reader with an empty cache on a slow processor and a slow line. */
export class StaticReader {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #open: string;
  #bytes = 0;
  #requests = 0;

  private constructor(page: Page, session: CDPSession, open: string) {
    this.#page = page;
    this.#session = session;
    this.#open = open;
  }

  static async begin(browser: Browser, url: string, open: string): Promise<StaticReader> {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const session = await context.newCDPSession(page);
    const reader = new StaticReader(page, session, open);
    await page.goto(`${url}/`, { waitUntil: 'networkidle' });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    session.on('Network.requestWillBeSent', () => {
      reader.#requests++;
    });
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      reader.#bytes += encodedDataLength;
    });
    return reader;
  }

  async search(text: string): Promise<Cost> {
    this.#bytes = 0;
    this.#requests = 0;
    const asked = `(async () => {
      const start = performance.now();
      globalThis.search ??= await ${this.#open};
      const rows = await globalThis.search(${JSON.stringify(text)});
      return { rows, milliseconds: performance.now() - start };
    })()`;
    const found = (await this.#page.evaluate(asked)) as Pick<Cost, 'rows' | 'milliseconds'>;
    return { ...found, bytes: this.#bytes, requests: this.#requests };
  }

  async end(): Promise<void> {
    await this.#session.detach();
    await this.#page.context().close();
  }
}
