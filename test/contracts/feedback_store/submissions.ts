import { expect, test } from 'vitest';
import type { SubmitOutcome } from '../../../src/feedback/feedback_store.ts';
import { attemptOf, NOW } from '../../fixtures/feedback.ts';
import { all, confirmedId, listed, type OpenedStore } from './opened_store.ts';

/** The contract of submissions under keys. */
export function describeSubmissions(opened: OpenedStore): void {
  test('records a submission and confirms what was recorded', async () => {
    const attempt = attemptOf('k', { about: 'docs/größe 😀', kind: 'missing', severity: 'high' });
    const row = {
      id: attempt.id,
      kind: 'missing',
      severity: 'high',
      about: 'docs/größe 😀',
      submittedAt: NOW,
    };
    expect(await opened.store.submit(attempt)).toEqual({ outcome: 'recorded', row });
    const sequence = expect.any(Number);
    expect(await opened.store.list(all)).toEqual({
      rows: [{ sequence, ...row }],
      more: false,
      total: 1,
      partial: false,
    });
  });

  test('confirms the first submission again when the same one is sent with the same key', async () => {
    const first = await opened.store.submit(attemptOf('k'));
    const again = await opened.store.submit(attemptOf('k', {}, NOW + 400 * 86_400_000));
    expect(again).toEqual({ ...first, outcome: 'replayed' });
    expect(await listed(opened.store)).toHaveLength(1);
  });

  test('reports a conflict when another submission is sent with the same key, and keeps the first', async () => {
    const first = await opened.store.submit(attemptOf('k'));
    expect(await opened.store.submit(attemptOf('k', { message: 'another' }))).toEqual({ outcome: 'conflict' });
    expect(await opened.store.submit(attemptOf('k', { about: '' }))).toEqual({ outcome: 'conflict' });
    expect(await opened.store.submit(attemptOf('k'))).toEqual({ ...first, outcome: 'replayed' });
    expect(await listed(opened.store)).toHaveLength(1);
  });

  test('records one submission per key for a hundred keys with a hundred concurrent attempts each', async () => {
    const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
    const outcomes: (readonly [string, SubmitOutcome])[] = [];
    // As many at once as the queue of a store holds.
    for (let from = 0; from < keys.length; from += 20) {
      const attempts = keys
        .slice(from, from + 20)
        .flatMap((key) =>
          Array.from({ length: 100 }, async () => [key, await opened.store.submit(attemptOf(key))] as const),
        );
      outcomes.push(...(await Promise.all(attempts)));
    }
    expect(outcomes).toHaveLength(10_000);
    for (const key of keys) {
      const own = outcomes.filter(([each]) => each === key).map(([, outcome]) => outcome);
      expect(own.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(1);
      expect(new Set(own.map(confirmedId))).toHaveProperty('size', 1);
    }
    expect(await opened.store.list(all)).toMatchObject({ total: 100, partial: false });
  });

  test('records one of two submissions that race for a key, and answers every attempt by the winner', async () => {
    for (let round = 0; round < 20; round++) {
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const message = index % 2 === 0 ? 'even' : 'odd';
          return { message, outcome: await opened.store.submit(attemptOf(`race ${round}`, { message })) };
        }),
      );
      const winner = outcomes.find(({ outcome }) => outcome.outcome === 'recorded')!.message;
      expect(outcomes.filter(({ outcome }) => outcome.outcome === 'recorded')).toHaveLength(1);
      for (const { message, outcome } of outcomes) expect(outcome.outcome === 'conflict').toBe(message !== winner);
    }
  });

  test.each([
    ['NUL', 'a\u0000b'],
    ['2,000 characters beyond the first plane', '😀'.repeat(2000)],
    ['line ends, quotes and backslashes', '\r\n"\\\'{},NULL\\\\'],
    ['bidirectional formatting', '\u202eright to left\u2066'],
    ['noncharacters', '\ufffe\uffff\u{10ffff}\ufeff'],
  ])('keeps %s in a message byte for byte', async (_, message) => {
    const outcome = await opened.store.submit(attemptOf('k', { message }));
    const record = await opened.store.find(confirmedId(outcome)!);
    expect(record).toMatchObject({ message, intact: true, hidden: false });
  });

  test.each(['', 'NULL', '{a,b}', "'; drop table catchword_submission; --", '"\\', '😀'.repeat(128)])(
    'keeps %j as about',
    async (about) => {
      await opened.store.submit(attemptOf('k', { about }));
      expect((await listed(opened.store))[0]!.about).toBe(about);
    },
  );

  test('keeps keys of eight thousand characters apart', async () => {
    const long = 'k'.repeat(8000);
    expect(await opened.store.submit(attemptOf(`${long}a`))).toMatchObject({ outcome: 'recorded' });
    expect(await opened.store.submit(attemptOf(`${long}b`))).toMatchObject({ outcome: 'recorded' });
    expect(await opened.store.submit(attemptOf(`${long}a`))).toMatchObject({ outcome: 'replayed' });
  });
}
