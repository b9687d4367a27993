import type { Browser, Page } from 'playwright-core';

/** How many times the processor of the browser is slowed down. */
const slowdown = 4;

/** How a page was drawn. */
export interface Drawn {
  /** Requests before it was drawn. */
  readonly requests: number;
  /** Bytes that the answers of these requests had, compressed. */
  readonly bytes: number;
  /** Milliseconds from the start of the navigation to the first paint of content, or to the drawn map. */
  readonly painted: number;
  /** Milliseconds of the longest task from the start to the end of loading; 0 where none took 50. */
  readonly longestTask: number;
}

/** A reader who comes with an empty cache. */
export class ExplorerVisit {
  readonly #page: Page;
  readonly #url: string;
  #requests = 0;
  #bytes = 0;

  private constructor(page: Page, url: string) {
    this.#page = page;
    this.#url = url;
  }

  static async begin(browser: Browser, url: string): Promise<ExplorerVisit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 760 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const visit = new ExplorerVisit(page, url);
    page.on('request', () => {
      visit.#requests++;
    });
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      visit.#bytes += encodedDataLength;
    });
    // The process of the browser that shows the page starts before the measure.
    await page.goto(`${url}/explore/embed`, { waitUntil: 'networkidle' });
    await session.send('Network.clearBrowserCache');
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(() => {
      const kept: number[] = [];
      Object.assign(globalThis, { longTasks: kept });
      new PerformanceObserver((list) => kept.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
    });
    return visit;
  }

  async open(path: string): Promise<Drawn> {
    return this.#drawn(path, async () => {
      const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;
      await this.#page.waitForFunction(paint);
      return (await this.#page.evaluate(paint)) as number;
    });
  }

  async openMap(): Promise<Drawn> {
    return this.#drawn('/explore/map', async () => {
      await this.#page.waitForFunction(`document.querySelector('.map-name')?.textContent`);
      return (await this.#page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))',
      )) as number;
    });
  }

  async #drawn(path: string, untilPainted: () => Promise<number>): Promise<Drawn> {
    this.#requests = 0;
    this.#bytes = 0;
    await this.#page.goto(this.#url + path, { waitUntil: 'networkidle' });
    const painted = await untilPainted();
    return { requests: this.#requests, bytes: this.#bytes, painted, longestTask: await this.longestTask() };
  }

  /** Types a text into the empty field, each letter after the rows of the one before. @returns milliseconds to the rows of each */
  async type(text: string): Promise<number[]> {
    await this.#page.locator('#q').fill('');
    await this.#page.waitForTimeout(200);
    const taken: number[] = [];
    for (const letter of text) {
      // A key may overtake a script that is still to run, so the watch is set first.
      await this.#page.evaluate(watchNextLetter);
      await this.#page.keyboard.type(letter);
      taken.push((await this.#page.evaluate('shown')) as number);
    }
    return taken;
  }

  /** Milliseconds of the longest task on the page since it was opened; 0 where none took 50. */
  async longestTask(): Promise<number> {
    return (await this.#page.evaluate('Math.max(0, ...longTasks)')) as number;
  }

  async end(): Promise<void> {
    await this.#page.context().close();
  }
}

/** Runs in the page: `shown` becomes the milliseconds from the next letter to the frame with the rows of the whole text. */
function watchNextLetter(): void {
  const input = document.querySelector<HTMLInputElement>('#q')!;
  const { promise, resolve } = Promise.withResolvers<number>();
  Object.assign(globalThis, { shown: promise });
  const begin = (): void => {
    const started = performance.now();
    const wanted = `?${new URLSearchParams({ q: input.value.trimStart() })}&`;
    const observer = new MutationObserver(() => {
      if (document.querySelector('.request code')?.textContent.includes(wanted) !== true) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
    });
    const parts = { subtree: true, childList: true, characterData: true, attributes: true };
    observer.observe(document.querySelector('#answer')!, parts);
  };
  input.addEventListener('input', begin, { once: true, capture: true });
}
