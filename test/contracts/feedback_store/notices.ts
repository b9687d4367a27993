import { expect, test } from 'vitest';
import { attemptOf, NOW } from '../../fixtures/feedback.ts';
import type { OpenedStore } from './opened_store.ts';

/** The contract of the queue of notices. */
export function describeNotices(opened: OpenedStore): void {
  test('records a notice together with its submission, once, and only where one is asked for', async () => {
    const attempt = { ...attemptOf('k'), notice: true };
    await opened.store.submit(attempt);
    await opened.store.submit({ ...attemptOf('k'), notice: true });
    await opened.store.submit({ ...attemptOf('k', { message: 'another' }), notice: true });
    await opened.store.submit(attemptOf('without'));
    expect(await opened.store.countNotices()).toBe(1);
    const record = await opened.store.find(attempt.id);
    expect(await opened.store.claimNotice(NOW - 1, NOW)).toBeNull();
    expect(await opened.store.claimNotice(NOW, NOW + 60)).toEqual({ record, tries: 1 });
    expect(await opened.store.claimNotice(NOW + 59, NOW + 100)).toBeNull();
    expect(await opened.store.claimNotice(NOW + 60, NOW + 100)).toEqual({ record, tries: 2 });
    await opened.store.postponeNotice(attempt.id, NOW + 500);
    expect(await opened.store.claimNotice(NOW + 499, NOW + 900)).toBeNull();
    expect(await opened.store.claimNotice(NOW + 500, NOW + 900)).toEqual({ record, tries: 3 });
    await opened.store.finishNotice(attempt.id);
    expect([await opened.store.claimNotice(NOW + 9_000, NOW + 9_900), await opened.store.countNotices()]).toEqual([
      null,
      0,
    ]);
  });

  test('claims notices oldest first, and purges them with their submission', async () => {
    const attempts = [3, 1, 2].map((late) => ({ ...attemptOf(`k${late}`, {}, NOW + late), notice: true }));
    for (const attempt of attempts) await opened.store.submit(attempt);
    await opened.store.purge(attempts[1]!.id);
    expect(await opened.store.countNotices()).toBe(2);
    const claimed = [
      await opened.store.claimNotice(NOW + 9, NOW + 90),
      await opened.store.claimNotice(NOW + 9, NOW + 90),
    ];
    expect(claimed.map((notice) => notice?.record.id)).toEqual([attempts[2]!.id, attempts[0]!.id]);
  });

  test('gives each notice to one of several nodes', async () => {
    const nodes = opened.place.lasts
      ? [opened.store, await opened.place.open(), await opened.place.open()]
      : [opened.store];
    const attempts = Array.from({ length: 30 }, (_, at) => ({ ...attemptOf(`k${at}`), notice: true }));
    await Promise.all(attempts.map((attempt) => opened.store.submit(attempt)));
    const claimed = await Promise.all(
      attempts.map((_, at) => nodes[at % nodes.length]!.claimNotice(NOW, NOW + 60_000)),
    );
    const ids = claimed.filter((notice) => notice !== null).map(({ record }) => record.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (let left = await opened.store.claimNotice(NOW, NOW + 60_000); left !== null; ) {
      ids.push(left.record.id);
      left = await opened.store.claimNotice(NOW, NOW + 60_000);
    }
    expect(ids.sort()).toEqual(attempts.map(({ id }) => id).sort());
    for (const node of nodes.slice(1)) await node.close();
  });
}
