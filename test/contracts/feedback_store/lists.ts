import { expect, test } from 'vitest';
import { attemptOf, NOW } from '../../fixtures/feedback.ts';
import { all, confirmedId, listed, type OpenedStore, submitMany } from './opened_store.ts';

/** The contract of the public list. */
export function describeLists(opened: OpenedStore): void {
  test('lists the newest first in order of arrival, whatever the clock said', async () => {
    const ids: string[] = [];
    for (const [index, time] of [NOW, NOW - 86_400_000, NOW + 86_400_000].entries()) {
      ids.push(confirmedId(await opened.store.submit(attemptOf(`k${index}`, {}, time)))!);
    }
    expect((await listed(opened.store)).map(({ id }) => id)).toEqual(ids.reverse());
  });

  test('lists pages without a gap while submissions arrive and the last row of a page is removed', async () => {
    const ids = await submitMany(opened.store, 7);
    const first = await opened.store.list({ ...all, limit: 3 });
    expect(first).toMatchObject({ more: true, total: 7, partial: false });
    const last = first.rows.at(-1)!;
    await opened.store.purge(last.id);
    await submitMany(opened.store, 2, 'later');
    const second = await opened.store.list({ ...all, before: last.sequence, limit: 3 });
    expect(second).toMatchObject({ more: true, total: 8 });
    const third = await opened.store.list({ ...all, before: second.rows.at(-1)!.sequence, limit: 3 });
    expect(third.more).toBe(false);
    expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids.reverse());
  });

  test('lists no row for a limit of zero, and says whether there are any', async () => {
    expect(await opened.store.list({ ...all, limit: 0 })).toEqual({ rows: [], more: false, total: 0, partial: false });
    await submitMany(opened.store, 1);
    expect(await opened.store.list({ ...all, limit: 0 })).toEqual({ rows: [], more: true, total: 1, partial: false });
  });

  test.each([
    [4, 4, true],
    [5, 5, false],
    [6, 5, false],
  ])('counts five rows with a budget of %i as %i', async (countBudget, total, partial) => {
    await submitMany(opened.store, 5);
    expect(await opened.store.list({ ...all, countBudget })).toMatchObject({ total, partial });
  });

  test('reads rows and total from one snapshot while another node writes and purges', async () => {
    const other = opened.place.lasts ? await opened.place.open() : opened.store;
    // A synchronous store would otherwise not let the other side run.
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    let listing = true;
    const writing = (async () => {
      for (let at = 0; listing; at++) {
        const id = confirmedId(await other.submit(attemptOf(`k ${at}`)))!;
        if (at % 3 !== 0) await other.purge(id);
        await turn();
      }
    })();
    const totals = new Set<number>();
    try {
      while (totals.size < 20) {
        await turn();
        const { rows, more, total } = await opened.store.list({ ...all, limit: 1000, countBudget: 1000 });
        expect([rows.length, more]).toEqual([total, false]);
        totals.add(total);
      }
    } finally {
      listing = false;
      await writing;
      if (other !== opened.store) await other.close();
    }
  });
}
