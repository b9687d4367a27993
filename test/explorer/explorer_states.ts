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
      await page.locator('#status', { hasText: 'with a spelling near' }).waitFor();
    },
  },
  {
    name: 'panel',
    path: '/explore?q=entity+tag',
    async act(page) {
      await page.locator('.row h2 a').first().click();
      await page.locator('#panel').getByText('Picture of the links').click();
      await page.locator('#panel .graph').waitFor();
    },
  },
  {
    name: 'page',
    path: '/explore/page/writing/how-ranking-works',
    async act(page) {
      await page.getByText('Picture of the links').click();
      await page.locator('.graph').waitFor();
    },
  },
  {
    name: 'query',
    path: '/explore/query',
    async act(page) {
      await page.getByRole('button', { name: 'A collection, counted' }).click();
      await page.getByRole('button', { name: 'Ask' }).click();
      await page.locator('.answered').waitFor();
    },
  },
  {
    name: 'map',
    path: '/explore/map',
    act: (page) => page.locator('.map-beside h2').first().waitFor(),
  },
];
