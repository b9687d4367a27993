import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedbackStore } from '../../src/feedback/feedback_store.ts';
import { KINDS, SEVERITIES } from '../../src/feedback/submission.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';
import { asQuestion, asSubmission } from './feedback.ts';
import { type EmptyStores, storeKinds } from './feedback_stores.ts';
import { siteCorpus } from './site.ts';
import { type Client, type SentRequest, transports } from './transports.ts';

const cronSecret = 'scheduler-secret';
const kinds = storeKinds.filter(({ missing }) => missing === null);

/** Texts that databases, encodings and templates are known to mishandle. */
const notorious = [
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00',
  '\ufeff',
  '\ufffe\uffff\u{10ffff}',
  '\u202e\u2066',
  'Z\u0301\u0317\u0335a\u0489',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'ﷺ﷽',
  "' or 1=1; drop table catchword_submission; --",
  '\\x00\\000\\N\\.',
  '{NULL,"a",\\"}',
  '$1 $$ %s {{a}} <script>',
  '\r\n\t\u000b\u001f\u007f\u0085\u2028',
  'ß ẞ İ ı ſ',
  '1e400',
  '-0',
];
const text = fc.oneof(
  fc.constantFrom(...notorious),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ minLength: 1, maxLength: 40 }),
);
const submission = fc.record(
  {
    kind: fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...KINDS) }, text),
    severity: fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...SEVERITIES) }, text),
    message: text,
    about: fc.oneof(text, fc.constantFrom('about', '/about', 'search box', 'ETag')),
  },
  { requiredKeys: ['kind', 'severity', 'message'] },
);
/** Few keys, so that many repeat, with the same submission or another. */
const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f') },
  fc.constantFrom(...notorious),
);
const attempt = fc.record({ key, submission });

describe(`feedback on ${kinds.map(({ store }) => store).join(', ')}`, () => {
  const sides: { stores: EmptyStores; store: FeedbackStore; client: Client }[] = [];

  beforeAll(async () => {
    for (const { prepare } of kinds) {
      const stores = await prepare();
      const side = { stores, store: await stores.next() } as (typeof sides)[number];
      const store = new Proxy({} as FeedbackStore, { get: (_, name) => Reflect.get(side.store, name) });
      const feedback = { store, now: () => NOW, randomBytes: countedBytes(), cronSecret };
      side.client = await transports[0]!.open({ corpus: siteCorpus({ tools: ['search box'] }), feedback });
      sides.push(side);
    }
  });
  afterAll(async () => {
    for (const { stores, store, client } of sides) {
      await client.close();
      await store.close();
      await stores.end();
    }
  });

  async function expectOneAnswer(request: SentRequest): Promise<void> {
    const answers = await Promise.all(sides.map(({ client }) => client.send(request)));
    const told = answers.map(({ status, headers, body }) => ({
      status,
      // A cursor depends on the secret of its store.
      headers: { ...headers, link: headers.link?.replace(/cursor=[^>&]+/, 'cursor=') },
      body: Buffer.from(body).toString(),
    }));
    for (const other of told.slice(1)) expect(other).toEqual(told[0]);
    expect(told[0]!.status).toBeLessThan(500);
  }

  it('answers every submission, list and aggregate in the same bytes, and holds the same rows', async () => {
    let recorded = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 30 }), async (attempts) => {
        for (const side of sides) {
          await side.store.close();
          side.store = await side.stores.next();
        }
        for (const { key, submission } of attempts) await expectOneAnswer(asSubmission(submission, key));
        await expectOneAnswer({ target: '/api/feedback?limit=25' });
        await expectOneAnswer({ target: '/api/feedback?limit=2' });
        await expectOneAnswer({
          target: '/api/cron/feedback-rollup',
          headers: { Authorization: `Bearer ${cronSecret}` },
        });
        await expectOneAnswer(asQuestion({}));
        const rows = await Promise.all(sides.map(({ store }) => store.exportRows(0, 100)));
        const held = rows.map((each) => each.map((row) => ({ ...row, sequence: null })));
        for (const other of held.slice(1)) expect(other).toEqual(held[0]);
        expect(held[0]!.every(({ intact }) => intact)).toBe(true);
        recorded += held[0]!.length;
      }),
      { numRuns: 40 },
    );
    expect(recorded).toBeGreaterThan(60);
  });
});
