import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../fixtures/chromium.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { type Fault, type OpenExplorer, openExplorer } from './open_explorer.ts';

const filler = Array.from({ length: 60 }, (_, at) => `Filler number ${at}.`);
/** What `markdown` shows of it has the same words, with other signs between. */
const pageWith = (path: string, title: string, text: string, markdown = text) => ({
  ...{ path, title, sections: [filler.join(' ').split(' ').length] },
  text: [...filler, 'Details', ...filler, text, ...filler].join('\n'),
  markdown: [`# ${title}`, ...filler, '## Details', ...filler, markdown, ...filler].join('\n\n'),
  headings: [{ depth: 2, text: 'Details', anchor: 'details' }],
});
const corpus = corpusOf([
  pageWith(
    'marked',
    'Marked up',
    'Read-only lanterns, lamps & oil.',
    '**Read-only** [lanterns](other), `lamps` & oil.',
  ),
  pageWith('blocks', 'Blocks', 'Wooden\nzithers\nand harps', '- Wooden\n- zithers\n- and harps'),
  pageWith('coded', 'Coded', 'brew   now hurdygurdy --later.', '```sh\nbrew   now hurdygurdy --later.\n```'),
  pageWith('gone', 'Gone', 'The marimbas are not shown.', 'Nothing.'),
  {
    path: 'plain',
    title: 'Plain',
    text: [...filler, 'A lonely bassoon plays.'].join('\n'),
    markdown: [...filler, 'A lonely bassoon plays.'].join('\n\n'),
  },
]);

/** Whether the window shows a text of the page. */
const isShown = (page: Page, text: string): Promise<boolean> =>
  page
    .getByText(text)
    .last()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });

/** On a busy machine, Chromium now and then does not look for the words. */
const RARELY_LOST = { retry: 1 };

describe.skipIf(chromiumPath === undefined)(
  'the passages that rows lead to, in Chromium (which must be installed)',
  () => {
    let explorer: OpenExplorer;
    const faults: Fault[] = [];
    beforeAll(async () => {
      explorer = await openExplorer(corpus);
    });
    afterAll(async () => {
      await explorer?.close();
      expect(faults).toEqual([]);
    });

    /** Where browsers do not find the words, they go to the anchor. */
    it.each([
      ['lanterns', 'marked#details', 'Read%2Donly%20lanterns%2C%20lamps%20%26%20oil', '& oil'],
      ['hurdygurdy', 'coded#details', 'now%20hurdygurdy%20%2D%2Dlater', 'hurdygurdy'],
      ['bassoon', 'plain#', 'A%20lonely%20bassoon%20plays', 'lonely bassoon'],
      ['zithers', 'blocks#details', 'zithers%20and%20harps%20Filler%20number', 'Details'],
      ['marimbas', 'gone#details', 'The%20marimbas%20are%20not%20shown', 'Details'],
    ])('lead, for %s, to %s and its words %s, with and without script', RARELY_LOST, async (q, place, words, shown) => {
      for (const javaScriptEnabled of [true, false]) {
        const page = await explorer.open(javaScriptEnabled ? '/explore' : `/explore?q=${q}`, faults, {
          ...{ javaScriptEnabled, viewport: { width: 800, height: 600 } },
        });
        if (javaScriptEnabled) {
          await page.locator('#q').fill(q);
          await page.locator('.request pre', { hasText: `?q=${q}&` }).waitFor({ state: 'attached' });
        }
        const link = page.locator('.rows li a').last();
        expect(await link.getAttribute('href')).toBe(`/explore/page/${place}:~:text=${words}`);
        await link.click();
        await page.locator('.reading').waitFor();
        await expect.poll(() => isShown(page, shown)).toBe(true);
      }
    });
  },
);
