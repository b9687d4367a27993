import type { Page } from 'playwright-core';

/** A state of the explorer that tests judge and screenshots show. */
export interface ExplorerState {
  readonly name: string;
  readonly path: string;
  /** What the reader does there. */
  readonly act?: (page: Page) => Promise<void>;
}

/** The six states of which there are screenshots. */
export const states: readonly ExplorerState[] = [
  { name: 'start', path: '/explore' },
  {
    name: 'search',
    path: '/explore',
    async act(page) {
      await page.locator('#q').pressSequentially('validatr cach');
      await page.locator('#status', { hasText: 'with a spelling close to' }).waitFor();
    },
  },
  {
    name: 'panel',
    path: '/explore?q=entity+tag',
    async act(page) {
      await page.locator('.row h2 a').first().click();
      await page.locator('#panel').getByText('Link diagram').click();
      await page.locator('#panel .graph').waitFor();
    },
  },
  {
    name: 'page',
    path: '/explore/page/writing/how-ranking-works',
    async act(page) {
      await page.getByText('Link diagram').click();
      await page.locator('.graph').waitFor();
    },
  },
  {
    name: 'query',
    path: '/explore/query',
    async act(page) {
      await page.getByRole('button', { name: 'Collection with counts' }).click();
      await page.getByRole('button', { name: 'Run query' }).click();
      await page.locator('.answered').waitFor();
    },
  },
  {
    name: 'map',
    path: '/explore/map',
    act: (page) => page.locator('.map-beside h2').first().waitFor(),
  },
];
