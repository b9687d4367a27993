import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { submissionOfAnswer } from '../../src/feedback/page_answers.ts';
import { chromiumPath } from '../fixtures/chromium.ts';
import { CANARY } from '../fixtures/feedback.ts';
import { axeViolations } from './axe_violations.ts';
import { type OpenPageFeedback, openPageFeedback } from './open_page_feedback.ts';

describe.skipIf(chromiumPath === undefined)(
  'the question whether a page helped, on a site of another origin in Chromium (which must be installed)',
  () => {
    let site: OpenPageFeedback;
    beforeAll(async () => {
      site = await openPageFeedback();
    });
    afterEach(() => site.closePages());
    afterAll(() => site?.close());

    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
    const submissions = async () =>
      (await site.stored()).map(({ kind, severity, message, about }) => ({ kind, severity, message, about }));
    /** Name of the focused element of the page, in the shadow root if the focus is there; null: the focus is lost. */
    const focused = (page: Page) =>
      page.evaluate(() => {
        const { activeElement } = document;
        const inner = activeElement?.shadowRoot?.activeElement;
        return inner === undefined || inner === null ? null : inner.id || inner.textContent;
      });
    /** Answers, and waits until that is recorded. */
    async function answered(path: string, name: 'Yes' | 'No', options = {}): Promise<Page> {
      const page = await site.open(path, options);
      await button(page, name).click();
      await says(page, 'Thank you. Your answer was recorded.');
      return page;
    }

    it('asks, and sends nothing before a click', async () => {
      const page = await site.open('/plain');
      expect(await page.locator('main').ariaSnapshot()).toBe(
        [
          '- main:',
          '  - heading "A site" [level=1]',
          '  - group "Was this page helpful?":',
          '    - paragraph: Was this page helpful?',
          '    - button "Yes"',
          '    - button "No"',
          '    - status',
          '    - status',
        ].join('\n'),
      );
      expect([await submissions(), site.faults()]).toEqual([[], []]);
    });

    it.each([
      ['Yes', 'yes'],
      ['No', 'no'],
    ] as const)('stores the answer %s by one click, and then says so', async (name, answer) => {
      const page = await answered('/plain', name);
      expect(await submissions()).toEqual([{ ...submissionOfAnswer(answer), about: 'guide' }]);
      const pressed = (each: string) => button(page, each).getAttribute('aria-pressed');
      expect([await pressed('Yes'), await pressed('No')]).toEqual([String(name === 'Yes'), String(name === 'No')]);
      // Neither button does anything more.
      await button(page, 'Yes').click({ force: true });
      await button(page, 'No').click({ force: true });
      expect([(await submissions()).length, site.faults()]).toEqual([1, []]);
    });

    it.each([
      ['/plain', 'guide'],
      ['/about', 'search box'],
      ['/canonical', 'https://site.example/guide'],
      ['/path', '{host}/path'],
      [`/path?${'x'.repeat(200)}#here`, '{host}/path'],
    ])('says on %s that the answer is about %s', async (path, about) => {
      await answered(path, 'Yes');
      expect((await submissions()).map((each) => each.about)).toEqual([about.replace('{host}', site.host)]);
    });

    it.each([
      ['Yes', 'low'],
      ['No', 'medium'],
    ] as const)('stores a kind and a message after %s, with the severity %s', async (name, severity) => {
      const page = await answered('/plain', name);
      await page.getByRole('combobox', { name: 'Kind of feedback' }).selectOption('Something is incorrect');
      await page.getByRole('textbox', { name: 'Message' }).fill(`  Two\nlines. ${CANARY} 😀 `);
      await button(page, 'Send').click();
      await says(page, 'Thank you. Your message was recorded.');
      expect((await submissions()).slice(1)).toEqual([
        { kind: 'inaccurate', severity, message: `Two\nlines. ${CANARY} 😀`, about: 'guide' },
      ]);
      expect(await page.getByRole('form').count()).toBe(0);
      expect(await page.getByRole('status').allTextContents()).toEqual(['', 'Thank you. Your message was recorded.']);
      expect(site.faults()).toEqual([]);
    });

    it('takes a kind without a message, and nothing without both', async () => {
      const page = await answered('/plain', 'No');
      await page.getByRole('textbox').fill(' \n ');
      await button(page, 'Send').click();
      expect([await focused(page), (await submissions()).length]).toEqual(['message', 1]);
      await page.getByRole('combobox').selectOption('broken');
      await button(page, 'Send').click();
      await says(page, 'Your message was recorded.');
      expect((await submissions()).slice(1)).toEqual([
        { kind: 'broken', severity: 'medium', message: 'This page did not help.', about: 'guide' },
      ]);
    });

    it('takes a message of 2,000 characters and no more', async () => {
      const page = await answered('/plain', 'No');
      await page.getByRole('textbox').focus();
      await page.keyboard.insertText('x'.repeat(2001));
      expect((await page.getByRole('textbox').inputValue()).length).toBe(2000);
      await button(page, 'Send').click();
      await says(page, 'Your message was recorded.');
      expect((await submissions())[1]!.message.length).toBe(2000);
    });

    it('tells the page what is recorded, without the message', async () => {
      const page = await site.open('/plain');
      await page.evaluate(`window.told = []; for (const name of ['feedback', 'feedback-more'])
        addEventListener('catchword-' + name, ({ type, detail }) => told.push([type, detail]))`);
      await button(page, 'No').click();
      await page.getByRole('textbox').fill(CANARY);
      await button(page, 'Send').click();
      await says(page, 'Your message was recorded.');
      expect(await page.evaluate('told')).toEqual([
        ['catchword-feedback', { about: 'guide', answer: 'no' }],
        ['catchword-feedback-more', { about: 'guide', kind: 'other' }],
      ]);
    });

    it('says so where it is offline, keeps what was typed, and stores it once when it is sent again', async () => {
      const page = await site.open('/plain');
      await page.context().setOffline(true);
      await button(page, 'No').click();
      await says(
        page,
        'Your feedback may not have been recorded. Try again when you are online: it will not be recorded twice.',
      );
      expect([await button(page, 'No').getAttribute('aria-pressed'), await submissions()]).toEqual(['false', []]);
      await page.context().setOffline(false);
      await button(page, 'No').click();
      await says(page, 'Your answer was recorded.');
      await page.context().setOffline(true);
      await page.getByRole('textbox').fill('Kept.');
      await button(page, 'Send').click();
      await says(page, 'Your feedback may not have been recorded.');
      expect(await page.getByRole('textbox').inputValue()).toBe('Kept.');
      await page.context().setOffline(false);
      await button(page, 'Send').click();
      await says(page, 'Your message was recorded.');
      expect((await submissions()).map(({ message }) => message)).toEqual(['This page did not help.', 'Kept.']);
    });

    it('sends the same key again after an answer was lost, and the service stores it once', async () => {
      const page = await site.open('/plain');
      const keys: (string | undefined)[] = [];
      await page.route('**/api/feedback', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length % 2 === 0) return route.continue();
        // The service stores it, and the reader's connection breaks.
        await route.fetch();
        return route.abort();
      });
      await button(page, 'Yes').click();
      await says(page, 'Your feedback may not have been recorded.');
      expect((await submissions()).length).toBe(1);
      await button(page, 'Yes').click();
      await says(page, 'Your answer was recorded.');
      await page.getByRole('textbox').fill('Once.');
      await button(page, 'Send').click();
      await says(page, 'Your feedback may not have been recorded.');
      await button(page, 'Send').click();
      await says(page, 'Your message was recorded.');
      expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2]]);
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
      expect(keys[2]).not.toBe(keys[0]);
      expect((await submissions()).map(({ message }) => message)).toEqual(['This page helped.', 'Once.']);
    });

    it('sends one submission for two clicks', async () => {
      const page = await site.open('/plain');
      await button(page, 'Yes').dblclick();
      await says(page, 'Your answer was recorded.');
      await page.getByRole('textbox').fill('Once.');
      await button(page, 'Send').dblclick();
      await says(page, 'Your message was recorded.');
      expect((await submissions()).length).toBe(2);
    });

    it.each([
      [429, '7', 'The service is busy. Try again in 7 seconds: your feedback will not be recorded twice.'],
      [503, '1', 'The service is busy. Try again in 1 second: your feedback will not be recorded twice.'],
      [
        503,
        'Sat, 28 Nov 2026 09:00:00 GMT',
        'The service is busy. Try again in a minute: your feedback will not be recorded twice.',
      ],
      [500, null, 'The service is busy. Try again in a minute: your feedback will not be recorded twice.'],
      [422, null, 'Your feedback was not recorded. Cannot record <b>it</b>.'],
      [404, null, 'Your feedback was not recorded. Cannot record <b>it</b>.'],
      [200, null, 'Your feedback was not recorded. Cannot record <b>it</b>.'],
    ])('says why nothing is confirmed: %i with Retry-After %s', async (status, retryAfter, text) => {
      const page = await site.open('/plain');
      await page.route('**/api/feedback', (route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          headers: {
            'access-control-allow-origin': '*',
            'access-control-allow-headers': 'content-type, idempotency-key',
            'access-control-expose-headers': 'retry-after',
            ...(retryAfter === null ? {} : { 'retry-after': retryAfter }),
          },
          body: JSON.stringify({ detail: 'Cannot record <b>it</b>.' }),
        }),
      );
      await button(page, 'Yes').click();
      await says(page, text);
      expect([await focused(page), await submissions()]).toEqual(['Yes', []]);
      await page.unroute('**/api/feedback');
      await button(page, 'Yes').click();
      await says(page, 'Your answer was recorded.');
      expect((await submissions()).length).toBe(1);
    });

    it('says what the service says of a submission that it refuses', async () => {
      const page = await site.open('/plain');
      await page.route('**/api/feedback', (route) =>
        route.request().method() === 'POST' ? route.continue({ postData: '{' }) : route.continue(),
      );
      await button(page, 'Yes').click();
      await says(page, 'Your feedback was not recorded. Cannot read the body as JSON');
    });

    it('says so while an answer takes long', async () => {
      const page = await site.open('/plain');
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route('**/api/feedback', async (route) => {
        await promise;
        await route.continue();
      });
      await button(page, 'Yes').click();
      await says(page, 'Sending…');
      expect(await button(page, 'No').getAttribute('aria-disabled')).toBe('true');
      resolve();
      await says(page, 'Your answer was recorded.');
    });

    it('is confirmed on a site whose origin may submit, and stores nothing on another', async () => {
      const page = await site.openUnwatched(`${site.host}/plain`);
      await button(page, 'Yes').click();
      await says(page, 'Your answer was recorded.');
      expect((await submissions()).length).toBe(1);
      const stranger = await site.openUnwatched(`${site.stranger}/plain`);
      await button(stranger, 'Yes').click();
      await says(stranger, 'Your feedback may not have been recorded.');
      expect(await submissions()).toEqual([]);
    });

    it('is used by the keyboard alone, and the focus is never lost', async () => {
      const page = await site.open('/plain');
      const walk: unknown[] = [];
      const press = async (...keys: readonly string[]) => {
        for (const key of keys) await page.keyboard.press(key);
        walk.push(await focused(page));
      };
      await page.evaluate(
        `window.taken = ''; addEventListener('keydown', ({ key }) => (taken += key.length === 1 ? key : ''))`,
      );
      await press('Tab');
      await press('Tab');
      await press('Enter');
      await says(page, 'Your answer was recorded.');
      await press('Tab');
      await press('Tab');
      await page.keyboard.type('a/b');
      await press('Tab');
      await page.keyboard.press('Enter');
      await says(page, 'Your message was recorded.');
      walk.push(await focused(page));
      expect(walk).toEqual(['Yes', 'No', 'No', 'kind', 'message', 'Send', 'Thank you. Your message was recorded.']);
      // Shortcuts of the page take nothing that is typed.
      expect(await page.evaluate('taken')).toBe('');
      expect((await submissions()).map(({ message }) => message)).toEqual(['This page did not help.', 'a/b']);
    });

    it.each(['light', 'dark'] as const)(
      'has no fault for axe in %s colours, and fits into 320 pixels',
      async (colorScheme) => {
        const page = await site.open('/plain', { colorScheme, viewport: { width: 320, height: 700 } });
        const check = async () => {
          expect(await axeViolations(page)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
        };
        await check();
        await page.context().setOffline(true);
        await button(page, 'No').click();
        await says(page, 'Your feedback may not have been recorded.');
        await check();
        await page.context().setOffline(false);
        await button(page, 'No').click();
        await says(page, 'Your answer was recorded.');
        await check();
        await page.getByRole('textbox').fill('More.');
        await button(page, 'Send').click();
        await says(page, 'Your message was recorded.');
        await check();
      },
    );

    it('uses the labels that the page translates, in its language', async () => {
      const page = await site.open('/german');
      await page.getByRole('group', { name: 'War diese Seite hilfreich?' }).waitFor();
      await page.route('**/api/feedback', (route) =>
        route.fulfill({
          status: 503,
          headers: {
            ...{ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type, idempotency-key' },
            ...{ 'access-control-expose-headers': 'retry-after', 'retry-after': '12345' },
          },
        }),
      );
      await button(page, 'Ja').click();
      await says(page, 'In 12.345 Sekunden.');
      await page.unroute('**/api/feedback');
      await button(page, 'Ja').click();
      await says(page, 'Thank you. Your answer was recorded.');
      // Answers in all languages are counted as one.
      expect((await submissions())[0]!.message).toBe('This page helped.');
    });

    it('asks again when it is about another page', async () => {
      const page = await answered('/about', 'Yes');
      await page.evaluate(`document.querySelector('catchword-feedback').setAttribute('about', 'guide')`);
      expect(await page.getByRole('status').allTextContents()).toEqual(['', '']);
      await button(page, 'Yes').click();
      await says(page, 'Your answer was recorded.');
      expect((await submissions()).map(({ about }) => about)).toEqual(['search box', 'guide']);
    });

    it('keeps what was typed where the page moves it', async () => {
      const page = await answered('/about', 'Yes');
      await page.getByRole('textbox').fill('Kept.');
      await page.evaluate(`document.body.append(document.querySelector('catchword-feedback'))`);
      expect(await page.getByRole('textbox').inputValue()).toBe('Kept.');
    });

    it('works where its script is loaded twice', async () => {
      await answered('/twice', 'Yes');
      expect(site.faults()).toEqual([]);
    });

    it('sends to the service that the page names, without credentials and referrer', async () => {
      const page = await site.open('/plain');
      const asked: unknown[] = [];
      await page.route('**/behind/**', async (route) => {
        const { referer, cookie, accept } = await route.request().allHeaders();
        asked.push([route.request().url(), accept, referer, cookie]);
        await route.fulfill({ status: 201, headers: { 'access-control-allow-origin': '*' }, body: '{}' });
      });
      await page.evaluate(
        (api) => document.querySelector('catchword-feedback')!.setAttribute('api', api),
        `${site.service}/behind`,
      );
      await button(page, 'Yes').click();
      await says(page, 'Your answer was recorded.');
      expect(asked).toEqual([[`${site.service}/behind/api/feedback`, 'application/json', undefined, undefined]]);
    });

    it.each(['/plain', '/absent'])('leaves the form where its script does not run: %s', async (path) => {
      const page = await site.open(path, { javaScriptEnabled: path === '/absent' });
      await button(page, 'No').click();
      await page.waitForURL(`${site.service}/feedback?about=guide&helpful=no`);
      await button(page, 'Send').click();
      await page.waitForURL(`${site.service}/feedback?submitted=1`);
      expect(await submissions()).toEqual([{ ...submissionOfAnswer('no'), about: 'guide' }]);
    });

    it('sends a form with a key of its server by one click without script', async () => {
      const page = await site.open('/own-key', { javaScriptEnabled: false });
      await button(page, 'Yes').click();
      await page.waitForURL(`${site.service}/feedback?submitted=1`);
      expect(await page.getByRole('status').textContent()).toBe('Thank you. Your feedback was recorded.');
      expect(await submissions()).toEqual([{ ...submissionOfAnswer('yes'), about: 'guide' }]);
    });

    it('takes custom properties and styles of its parts from the page, and nothing else', async () => {
      const page = await site.open('/plain');
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`button, p { color: rgb(9, 9, 9) !important }
          catchword-feedback { --catchword-text: rgb(1, 2, 3); --catchword-background: rgb(4, 5, 6); --catchword-radius: 11px }
          catchword-feedback::part(question) { letter-spacing: 3px } catchword-feedback::part(yes) { text-indent: 5px }`);
        document.adoptedStyleSheets = [sheet];
      });
      const styleOf = (selector: string, property: string) =>
        page.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
      expect([
        await styleOf('catchword-feedback [part~=yes]', 'color'),
        await styleOf('catchword-feedback [part~=yes]', 'text-indent'),
        await styleOf('catchword-feedback [part~=no]', 'text-indent'),
        await styleOf('catchword-feedback [part=group]', 'background-color'),
        await styleOf('catchword-feedback [part=group]', 'border-radius'),
        await styleOf('catchword-feedback [part=question]', 'letter-spacing'),
      ]).toEqual(['rgb(1, 2, 3)', '5px', '0px', 'rgb(4, 5, 6)', '11px', '3px']);
    });
  },
);
