import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { attemptOf, NOW } from '../../../test/fixtures/feedback.ts';
import { createMemoryStore } from '../stores/memory.ts';
import { deliverNotices, retryDelay } from './deliver_notices.ts';

const webhook = {
  address: 'http://127.0.0.1:1/',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  includeMessage: false,
};

/** @param answers statuses that the receiver answers with, in turn; then 200 */
async function prepare(count: number, answers: readonly number[] = []) {
  const store = createMemoryStore();
  for (let at = 0; at < count; at++) await store.submit({ ...attemptOf(`k${at}`, {}, NOW + at), notice: true });
  const left = [...answers];
  const got: string[] = [];
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    got.push((init!.headers as Record<string, string>)['webhook-id']!);
    return new Response(null, { status: left.shift() ?? 200 });
  });
  onTestFinished(() => void fetched.mockRestore());
  let clock = NOW + 1_000;
  const ending = new AbortController();
  const deliver = () =>
    deliverNotices({ store, webhook, publicAbout: () => null, now: () => clock, signal: ending.signal });
  return { store, got, deliver, ending, pass: (milliseconds: number) => (clock += milliseconds) };
}

test('retryDelay doubles from ten seconds to an hour', () => {
  expect([1, 2, 3, 9, 10, 11, 1_000].map(retryDelay)).toEqual([
    10_000, 20_000, 40_000, 2_560_000, 3_600_000, 3_600_000, 3_600_000,
  ]);
});

describe('deliverNotices', () => {
  test('sends what is due, once', async () => {
    const { store, got, deliver } = await prepare(3);
    expect(await deliver()).toEqual({ sent: 3, failed: null });
    expect(await deliver()).toEqual({ sent: 0, failed: null });
    expect([new Set(got).size, await store.countNotices()]).toEqual([3, 0]);
  });

  test('stops at a failure, and tries that notice again later and later', async () => {
    const { store, got, deliver, pass } = await prepare(2, [500, 503, 200, 301]);
    expect(await deliver()).toEqual({ sent: 0, failed: { failure: 'status-500', tries: 1, delay: 10_000 } });
    expect(await deliver()).toEqual({ sent: 0, failed: { failure: 'status-503', tries: 1, delay: 10_000 } });
    expect(await deliver()).toEqual({ sent: 0, failed: null });
    pass(10_000);
    expect(await deliver()).toEqual({ sent: 1, failed: { failure: 'status-301', tries: 2, delay: 20_000 } });
    pass(19_999);
    expect(await deliver()).toEqual({ sent: 0, failed: null });
    pass(1);
    expect(await deliver()).toEqual({ sent: 1, failed: null });
    expect([got.length, new Set(got).size, await store.countNotices()]).toEqual([5, 2, 0]);
  });

  test('sends a notice again that was claimed before a crash', async () => {
    const { store, deliver, pass } = await prepare(1);
    await store.claimNotice(NOW + 1_000, NOW + 61_000);
    expect(await deliver()).toEqual({ sent: 0, failed: null });
    pass(60_000);
    expect(await deliver()).toEqual({ sent: 1, failed: null });
  });

  test('sends nothing more once the server ends', async () => {
    const { got, deliver, ending } = await prepare(1);
    ending.abort();
    expect([await deliver(), got]).toEqual([{ sent: 0, failed: null }, []]);
  });
});
