import type { Browser, Page } from 'playwright-core';
import type { FileHost } from './file_host.ts';

/** How many times the processor of the browser is slowed down. */
const SLOWDOWN = 4;
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

/** A reader with an empty cache on a slow processor. A worker, such as that of Pagefind, is not slowed down. */
export class StaticReader {
  readonly #page: Page;
  readonly #host: FileHost;
  readonly #open: string;

  private constructor(page: Page, host: FileHost, open: string) {
    this.#page = page;
    this.#host = host;
    this.#open = open;
  }

  static async begin(browser: Browser, host: FileHost, open: string): Promise<StaticReader> {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`${host.url}/`, { waitUntil: 'networkidle' });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    return new StaticReader(page, host, open);
  }

  async search(text: string): Promise<Cost> {
    this.#host.sent();
    const asked = `(async () => {
      const start = performance.now();
      globalThis.search ??= await ${this.#open};
      const rows = await globalThis.search(${JSON.stringify(text)});
      return { rows, milliseconds: performance.now() - start };
    })()`;
    const found = (await this.#page.evaluate(asked)) as Pick<Cost, 'rows' | 'milliseconds'>;
    return { ...found, ...this.#host.sent() };
  }

  async end(): Promise<void> {
    await this.#page.context().close();
  }
}
