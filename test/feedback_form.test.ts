import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FeedbackStore } from '../src/feedback/feedback_store.ts';
import { createMemoryStore } from '../src/feedback/stores/sqlite.ts';
import { createNodeServer, type NodeServer } from '../src/http/node/node_server.ts';
import { createService } from '../src/http/service.ts';
import { siteCorpus } from './conformance/site.ts';
import { chromiumPath, launchChromium } from './fixtures/chromium.ts';
import { CANARY, countedBytes, NOW } from './fixtures/feedback.ts';

describe.skipIf(chromiumPath === undefined)('the feedback form in Chromium (which must be installed)', () => {
  let browser: Browser;
  let node: NodeServer;
  let store: FeedbackStore;
  let page: Page;
  let url: string;

  beforeAll(async () => {
    browser = await launchChromium();
    store = createMemoryStore();
    const feedback = { store, now: () => NOW, randomBytes: countedBytes() };
    const service = createService({
      corpus: siteCorpus({ publicOrigin: null, title: 'A <site> & "more"' }),
      feedback,
    });
    node = createNodeServer(() => service);
    await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}/feedback`;
  });
  afterAll(async () => {
    await browser?.close();
    await node?.close();
  });
  beforeEach(async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto(url);
    return () => context.close();
  });

  async function fill(message: string): Promise<void> {
    await page.getByRole('radio', { name: 'Something is unclear' }).check();
    await page.getByRole('radio', { name: 'Low', exact: true }).check();
    await page.getByRole('textbox', { name: 'Message' }).fill(message);
  }

  it('applies its style sheet under its content security policy', async () => {
    expect(await page.evaluate('getComputedStyle(document.body).maxWidth')).toBe('672px');
  });

  it('has an accessible name for every field, and a text title', async () => {
    expect(await page.title()).toBe('Feedback - A <site> & "more"');
    expect(await page.locator('main').ariaSnapshot()).toMatchInlineSnapshot(`
      "- main:
        - heading "Feedback on A <site> & \\"more\\"" [level=1]
        - paragraph: Your message goes to the owner of the site and is not published. Only the date, kind, severity and page or tool are published.
        - group "Kind of feedback":
          - text: Kind of feedback
          - radio "Something is missing"
          - text: Something is missing
          - radio "Something does not work"
          - text: Something does not work
          - radio "Something is unclear"
          - text: Something is unclear
          - radio "Something is incorrect"
          - text: Something is incorrect
          - radio "Something else"
          - text: Something else
        - group "How much does it matter?":
          - text: How much does it matter?
          - radio "High"
          - text: High
          - radio "Medium"
          - text: Medium
          - radio "Low"
          - text: Low
        - text: Message
        - textbox "Message"
        - text: At most 2000 characters. Page or tool (optional)
        - textbox "Page or tool (optional)"
        - text: The path of a page, or the name of a tool.
        - paragraph:
          - button "Send""
    `);
  });

  it('records the message and shows the thanks', async () => {
    await fill(`Two\nlines. ${CANARY} 😀`);
    await page.getByRole('textbox', { name: 'Page or tool' }).fill('writing/caching');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(`${url}?submitted=1`);
    expect(await page.getByRole('status').textContent()).toBe('Thank you. Your feedback was recorded.');
    expect(await page.content()).not.toContain(CANARY);
    const [row] = (await store.exportRows(0, 100)).slice(-1);
    expect(row).toMatchObject({
      kind: 'confusing',
      severity: 'low',
      message: `Two\nlines. ${CANARY} 😀`,
      about: 'writing/caching',
    });
  });

  it('has a new key each time, so that a form sent twice is recorded once', async () => {
    const key = () => page.locator('input[name="idempotency-key"]').getAttribute('value');
    const first = await key();
    await page.goto(url);
    expect(await key()).not.toBe(first);
    const before = (await store.exportRows(0, 100)).length;
    await fill('Sent twice.');
    // The second click happens before the first response, and may end the navigation that the first one began.
    await page.getByRole('button', { name: 'Send' }).dblclick();
    await expect.poll(() => page.url()).toBe(`${url}?submitted=1`);
    expect((await store.exportRows(0, 100)).length).toBe(before + 1);
  });

  it('sends nothing while a required field is empty', async () => {
    const before = (await store.exportRows(0, 100)).length;
    await page.getByRole('button', { name: 'Send' }).click();
    expect(page.url()).toBe(url);
    expect((await store.exportRows(0, 100)).length).toBe(before);
  });

  it.each(['light', 'dark'] as const)('has enough contrast in %s mode', async (colorScheme) => {
    const context = await browser.newContext({ colorScheme, bypassCSP: true });
    const seen = await context.newPage();
    await seen.goto(url);
    for (const selector of ['body', 'small', 'textarea']) {
      const [text, ground] = (await seen.evaluate(`(() => {
        const element = document.querySelector('${selector}');
        let behind = element;
        while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
        return [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor];
      })()`)) as [string, string];
      // WCAG 2.2 1.4.3
      expect([selector, contrast(text, ground) >= 4.5]).toEqual([selector, true]);
    }
    await context.close();
  });
});

/** Contrast of two colours as `rgb(r, g, b)` (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
