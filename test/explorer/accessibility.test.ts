import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../fixtures/chromium.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { axeViolations } from './axe_violations.ts';
import { states } from './explorer_states.ts';
import { type Fault, type OpenExplorer, openExplorer, shippedSite } from './open_explorer.ts';

const pages = [
  ...states,
  { name: 'reference', path: '/explore/api' },
  { name: 'search box for other sites', path: '/explore/embed' },
  { name: 'no rows', path: '/explore?q=zzzzqqqq' },
];

/** What authors write that a page must stand: gaps between headings, long words, wide tables, links around images. */
const hard = [
  'import { A } from "a";\n\n# Hard',
  '#### Deep\n\n## An_unusually_long_name_of_a_function_that_no_line_of_a_narrow_screen_has_room_for',
  `| ${'a wide column | '.repeat(12)}\n|${'---|'.repeat(12)}\n| ${'x | '.repeat(12)}`,
  '[![badge](/b.png)](/hard.md) [x]({y})',
  ':::note\n\n    code\n\n:::',
  `\`\`\`\n${'code '.repeat(60)}\n\`\`\``,
  '> [!NOTE]\n> Mind.',
  '<Card title="T">\n    <div>text</div>\n</Card>',
].join('\n\n');

describe.skipIf(chromiumPath === undefined)(
  'a page that is hard to show, in Chromium (which must be installed)',
  () => {
    it.each([320, 1440])('has no fault for axe and fits into %i pixels', async (width) => {
      const explorer = await openExplorer(
        corpusOf([
          {
            ...{ path: 'hard', title: 'Hard', markdown: hard, headings: [{ depth: 4, text: 'Deep', anchor: 'deep' }] },
            ...{ description: 'What authors write', published: '2026-01-02', next: 'next' },
          },
          { path: 'before', next: 'hard' },
          { path: 'next', title: 'An_unusually_long_name_of_a_function_that_no_line_of_a_narrow_screen_has_room_for' },
        ]),
      );
      const faults: Fault[] = [];
      const page = await explorer.open('/explore/page/hard', faults, { viewport: { width, height: 800 } });
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await explorer.close();
    });
  },
);

describe.skipIf(chromiumPath === undefined)('the explorer in Chromium (which must be installed)', () => {
  let explorer: OpenExplorer;
  beforeAll(async () => {
    explorer = await openExplorer(await shippedSite());
  });
  afterAll(() => explorer?.close());

  it.each(['light', 'dark'] as const)(
    'shows an address without a page without a fault for axe in %s colours, and fits into 320 pixels',
    async (colorScheme) => {
      const faults: Fault[] = [];
      const viewport = { width: 320, height: 700 };
      const page = await explorer.open('/explore/page/old/entity-tag.html', faults, { colorScheme, viewport });
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      // Chromium says so of every document with this status.
      expect(faults).toEqual([expect.stringContaining('the server responded with a status of 404')]);
      await page.locator('.near a').first().click();
      await page.locator('h1', { hasText: 'Entity tag' }).waitFor();
      await page.context().close();
    },
  );

  describe.each(pages)('$name', ({ path, act = async () => {} }) => {
    it.each(['light', 'dark'] as const)(
      'has no fault for axe in %s colours, asks no other host and obeys its policy',
      async (colorScheme) => {
        const faults: Fault[] = [];
        const page = await explorer.open(path, faults, { colorScheme, reducedMotion: 'reduce' });
        await act(page);
        expect(await axeViolations(page)).toEqual([]);
        expect(faults).toEqual([]);
        await page.context().close();
      },
    );

    // 320 CSS pixels are also what 1280 pixels are at a zoom of 400 %.
    it('fits into 320 pixels', async () => {
      const page = await explorer.open(path, [], { viewport: { width: 320, height: 640 } });
      // A page is read on its own there.
      if (path !== '/explore?q=entity+tag') await act(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await axeViolations(page)).toEqual([]);
      await page.context().close();
    });

    it('works without script and without a fault', async () => {
      const faults: Fault[] = [];
      const page = await explorer.open(path, faults, { javaScriptEnabled: false });
      expect(await page.locator('h1:not([hidden])').count()).toBe(1);
      expect(await page.locator('main a, main form').count()).toBeGreaterThan(0);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
});
