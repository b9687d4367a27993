import { expect, test } from 'vitest';
import { findDamage } from '../../../src/feedback/find_damage.ts';
import { attemptOf, CANARY, NOW } from '../../fixtures/feedback.ts';
import { all, confirmedId, listed, type OpenedStore, submitMany } from './opened_store.ts';

/** The contract of the calls of the owner's commands. */
export function describeOwnerCalls(opened: OpenedStore): void {
  test('hides a submission from public reads, and shows it again', async () => {
    const [first, second] = await submitMany(opened.store, 2);
    expect(await opened.store.hide(first!, true)).toBe(true);
    expect((await listed(opened.store)).map(({ id }) => id)).toEqual([second]);
    expect(await opened.store.list(all)).toMatchObject({ total: 1, more: false });
    expect((await opened.store.scan(0, 10)).map(({ id }) => id)).toEqual([second]);
    expect((await opened.store.exportRows(0, 10)).map(({ hidden, intact }) => [hidden, intact])).toEqual([
      [true, true],
      [false, true],
    ]);
    expect(await opened.store.submit(attemptOf('k 0'))).toMatchObject({ outcome: 'replayed' });
    expect(await opened.store.hide(first!, false)).toBe(true);
    expect((await listed(opened.store)).map(({ id }) => id)).toEqual([second, first]);
    expect(await opened.store.hide('018f0000-0000-7000-8000-000000000000', true)).toBe(false);
  });

  test('purges a submission with its key', async () => {
    const [id] = await submitMany(opened.store, 1);
    expect(await opened.store.purge(id!)).toBe(true);
    expect(await opened.store.purge(id!)).toBe(false);
    expect(await opened.store.find(id!)).toBeNull();
    expect(await listed(opened.store)).toEqual([]);
    expect(await opened.store.submit(attemptOf('k 0'))).toMatchObject({ outcome: 'recorded' });
  });

  test('exports every row with its message, oldest first, in batches', async () => {
    const ids = await submitMany(opened.store, 5);
    const first = await opened.store.exportRows(0, 3);
    const second = await opened.store.exportRows(first.at(-1)!.sequence, 3);
    expect([...first, ...second].map(({ id }) => id)).toEqual(ids);
    expect(first[0]).toEqual({
      sequence: expect.any(Number),
      id: ids[0],
      kind: 'broken',
      severity: 'low',
      about: null,
      submittedAt: NOW,
      message: `It fails. ${CANARY}`,
      hidden: false,
      intact: true,
    });
  });

  test('returns messages only to calls of the owner', async () => {
    const outcome = await opened.store.submit(attemptOf('k'));
    const said = [
      outcome,
      await opened.store.submit(attemptOf('k')),
      await opened.store.submit(attemptOf('k', { message: `another ${CANARY}` })),
      await opened.store.list(all),
      await opened.store.scan(0, 10),
      await findDamage(opened.store),
    ];
    expect(JSON.stringify(said)).not.toContain(CANARY);
    expect(JSON.stringify(await opened.store.find(confirmedId(outcome)!))).toContain(CANARY);
  });
}
