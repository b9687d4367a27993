import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyAggregate } from '../../src/feedback/aggregate.ts';
import { type FeedbackStore, NEWEST, type SubmitOutcome } from '../../src/feedback/feedback_store.ts';
import { findDamage } from '../../src/feedback/find_damage.ts';
import { StoreUnavailable } from '../../src/feedback/store_error.ts';
import { boundsFromNow, type CallBounds, storeLimits } from '../../src/feedback/store_limits.ts';
import { attemptOf, CANARY, NOW } from '../fixtures/feedback.ts';

/** A location where stores can be opened. */
export interface StorePlace {
  /** Opens the store of this location. Each node or run of the program opens it anew. */
  open(): Promise<FeedbackStore>;
  /** False if the data ends with the process. */
  readonly lasts: boolean;
  /** The calls for which the store has a queue; none if it works synchronously. */
  readonly queued: readonly ('reads' | 'submissions')[];
  remove(): Promise<void>;
}

const all = { before: NEWEST, limit: 25, countBudget: 100 } as const;

/** The contract of every store, whatever database it uses. */
export function describeFeedbackStore(
  name: string,
  {
    before: setUp,
    makePlace,
    after: tearDown,
  }: {
    readonly before?: () => Promise<void>;
    readonly makePlace: () => Promise<StorePlace>;
    readonly after?: () => Promise<void>;
  },
): void {
  describe(`${name} store`, () => {
    let place: StorePlace;
    let store: FeedbackStore;

    beforeAll(async () => setUp?.(), 60_000);
    afterAll(async () => tearDown?.(), 60_000);
    beforeEach(async () => {
      place = await makePlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    const listed = async () => (await store.list(all)).rows;

    test('records a submission and confirms what was recorded', async () => {
      const attempt = attemptOf('k', { about: 'docs/größe 😀', kind: 'missing', severity: 'high' });
      const row = {
        id: attempt.id,
        kind: 'missing',
        severity: 'high',
        about: 'docs/größe 😀',
        submittedAt: NOW,
      };
      expect(await store.submit(attempt)).toEqual({ outcome: 'recorded', row });
      const sequence = expect.any(Number);
      expect(await store.list(all)).toEqual({ rows: [{ sequence, ...row }], more: false, total: 1, partial: false });
    });

    test('confirms the first submission again when the same one is sent with the same key', async () => {
      const first = await store.submit(attemptOf('k'));
      const again = await store.submit(attemptOf('k', {}, NOW + 400 * 86_400_000));
      expect(again).toEqual({ ...first, outcome: 'replayed' });
      expect(await listed()).toHaveLength(1);
    });

    test('reports a conflict when another submission is sent with the same key, and keeps the first', async () => {
      const first = await store.submit(attemptOf('k'));
      expect(await store.submit(attemptOf('k', { message: 'another' }))).toEqual({ outcome: 'conflict' });
      expect(await store.submit(attemptOf('k', { about: '' }))).toEqual({ outcome: 'conflict' });
      expect(await store.submit(attemptOf('k'))).toEqual({ ...first, outcome: 'replayed' });
      expect(await listed()).toHaveLength(1);
    });

    test('records one submission per key for a hundred keys with a hundred concurrent attempts each', async () => {
      const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
      const outcomes: (readonly [string, SubmitOutcome])[] = [];
      // As many at once as the queue of a store holds.
      for (let from = 0; from < keys.length; from += 20) {
        const attempts = keys
          .slice(from, from + 20)
          .flatMap((key) =>
            Array.from({ length: 100 }, async () => [key, await store.submit(attemptOf(key))] as const),
          );
        outcomes.push(...(await Promise.all(attempts)));
      }
      expect(outcomes).toHaveLength(10_000);
      for (const key of keys) {
        const own = outcomes.filter(([each]) => each === key).map(([, outcome]) => outcome);
        expect(own.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(1);
        expect(new Set(own.map(confirmedId))).toHaveProperty('size', 1);
      }
      expect(await store.list(all)).toMatchObject({ total: 100, partial: false });
    }, 30_000);

    test('records one of two submissions that race for a key, and answers every attempt by the winner', async () => {
      for (let round = 0; round < 20; round++) {
        const outcomes = await Promise.all(
          Array.from({ length: 10 }, async (_, index) => {
            const message = index % 2 === 0 ? 'even' : 'odd';
            return { message, outcome: await store.submit(attemptOf(`race ${round}`, { message })) };
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
      const outcome = await store.submit(attemptOf('k', { message }));
      const record = await store.find(confirmedId(outcome)!);
      expect(record).toMatchObject({ message, intact: true, hidden: false });
    });

    test.each(['', 'NULL', '{a,b}', "'; drop table catchword_submission; --", '"\\', '😀'.repeat(128)])(
      'keeps %j as about',
      async (about) => {
        await store.submit(attemptOf('k', { about }));
        expect((await listed())[0]!.about).toBe(about);
      },
    );

    test('keeps keys of eight thousand characters apart', async () => {
      const long = 'k'.repeat(8000);
      expect(await store.submit(attemptOf(`${long}a`))).toMatchObject({ outcome: 'recorded' });
      expect(await store.submit(attemptOf(`${long}b`))).toMatchObject({ outcome: 'recorded' });
      expect(await store.submit(attemptOf(`${long}a`))).toMatchObject({ outcome: 'replayed' });
    });

    test('lists the newest first in order of arrival, whatever the clock said', async () => {
      const ids: string[] = [];
      for (const [index, time] of [NOW, NOW - 86_400_000, NOW + 86_400_000].entries()) {
        ids.push(confirmedId(await store.submit(attemptOf(`k${index}`, {}, time)))!);
      }
      expect((await listed()).map(({ id }) => id)).toEqual(ids.reverse());
    });

    test('lists pages without a gap while submissions arrive and the last row of a page is removed', async () => {
      const ids = await submitMany(store, 7);
      const first = await store.list({ ...all, limit: 3 });
      expect(first).toMatchObject({ more: true, total: 7, partial: false });
      const last = first.rows.at(-1)!;
      await store.purge(last.id);
      await submitMany(store, 2, 'later');
      const second = await store.list({ ...all, before: last.sequence, limit: 3 });
      expect(second).toMatchObject({ more: true, total: 8 });
      const third = await store.list({ ...all, before: second.rows.at(-1)!.sequence, limit: 3 });
      expect(third.more).toBe(false);
      expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(ids.reverse());
    });

    test('lists no row for a limit of zero, and says whether there are any', async () => {
      expect(await store.list({ ...all, limit: 0 })).toEqual({ rows: [], more: false, total: 0, partial: false });
      await submitMany(store, 1);
      expect(await store.list({ ...all, limit: 0 })).toEqual({ rows: [], more: true, total: 1, partial: false });
    });

    test.each([
      [4, 4, true],
      [5, 5, false],
      [6, 5, false],
    ])('counts five rows with a budget of %i as %i', async (countBudget, total, partial) => {
      await submitMany(store, 5);
      expect(await store.list({ ...all, countBudget })).toMatchObject({ total, partial });
    });

    test('reads rows and total from one snapshot while another node writes and purges', async () => {
      const other = place.lasts ? await place.open() : store;
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
          const { rows, more, total } = await store.list({ ...all, limit: 1000, countBudget: 1000 });
          expect([rows.length, more]).toEqual([total, false]);
          totals.add(total);
        }
      } finally {
        listing = false;
        await writing;
        if (other !== store) await other.close();
      }
    });

    test('hides a submission from public reads, and shows it again', async () => {
      const [first, second] = await submitMany(store, 2);
      expect(await store.hide(first!, true)).toBe(true);
      expect((await listed()).map(({ id }) => id)).toEqual([second]);
      expect(await store.list(all)).toMatchObject({ total: 1, more: false });
      expect((await store.scan(0, 10)).map(({ id }) => id)).toEqual([second]);
      expect((await store.exportRows(0, 10)).map(({ hidden, intact }) => [hidden, intact])).toEqual([
        [true, true],
        [false, true],
      ]);
      expect(await store.submit(attemptOf('k 0'))).toMatchObject({ outcome: 'replayed' });
      expect(await store.hide(first!, false)).toBe(true);
      expect((await listed()).map(({ id }) => id)).toEqual([second, first]);
      expect(await store.hide('018f0000-0000-7000-8000-000000000000', true)).toBe(false);
    });

    test('purges a submission with its key', async () => {
      const [id] = await submitMany(store, 1);
      expect(await store.purge(id!)).toBe(true);
      expect(await store.purge(id!)).toBe(false);
      expect(await store.find(id!)).toBeNull();
      expect(await listed()).toEqual([]);
      expect(await store.submit(attemptOf('k 0'))).toMatchObject({ outcome: 'recorded' });
    });

    test('exports every row with its message, oldest first, in batches', async () => {
      const ids = await submitMany(store, 5);
      const first = await store.exportRows(0, 3);
      const second = await store.exportRows(first.at(-1)!.sequence, 3);
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
      const outcome = await store.submit(attemptOf('k'));
      const said = [
        outcome,
        await store.submit(attemptOf('k')),
        await store.submit(attemptOf('k', { message: `another ${CANARY}` })),
        await store.list(all),
        await store.scan(0, 10),
        await findDamage(store),
      ];
      expect(JSON.stringify(said)).not.toContain(CANARY);
      expect(JSON.stringify(await store.find(confirmedId(outcome)!))).toContain(CANARY);
    });

    test('replaces the aggregate as a whole', async () => {
      expect(await store.readAggregate()).toBeNull();
      const one = { ...emptyAggregate, generatedAt: '2026-11-21T09:30:00Z' };
      const two = { ...one, total: 1, subjects: [{ about: 'docs/größe', count: 1 }] };
      await store.writeAggregate(one);
      expect(await store.readAggregate()).toEqual(one);
      await store.writeAggregate(two);
      expect(await store.readAggregate()).toEqual(two);
    });

    test('runs one roll-up at a time, and the next after it, even if it failed', async () => {
      const begun = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<string>();
      const first = store.rollUpAlone(() => {
        begun.resolve();
        return finish.promise;
      });
      await begun.promise;
      expect(await store.rollUpAlone(async () => 'second')).toBeNull();
      finish.resolve('first');
      expect(await first).toBe('first');
      for (let round = 0; round < 20; round++) {
        await expect(store.rollUpAlone(() => Promise.reject(new StoreUnavailable('busy')))).rejects.toThrow();
        expect(await store.rollUpAlone(async () => 'third')).toBe('third');
      }
    });

    test('records a notice together with its submission, once, and only where one is asked for', async () => {
      const attempt = { ...attemptOf('k'), notice: true };
      await store.submit(attempt);
      await store.submit({ ...attemptOf('k'), notice: true });
      await store.submit({ ...attemptOf('k', { message: 'another' }), notice: true });
      await store.submit(attemptOf('without'));
      expect(await store.countNotices()).toBe(1);
      const record = await store.find(attempt.id);
      expect(await store.claimNotice(NOW - 1, NOW)).toBeNull();
      expect(await store.claimNotice(NOW, NOW + 60)).toEqual({ record, tries: 1 });
      expect(await store.claimNotice(NOW + 59, NOW + 100)).toBeNull();
      expect(await store.claimNotice(NOW + 60, NOW + 100)).toEqual({ record, tries: 2 });
      await store.postponeNotice(attempt.id, NOW + 500);
      expect(await store.claimNotice(NOW + 499, NOW + 900)).toBeNull();
      expect(await store.claimNotice(NOW + 500, NOW + 900)).toEqual({ record, tries: 3 });
      await store.finishNotice(attempt.id);
      expect([await store.claimNotice(NOW + 9_000, NOW + 9_900), await store.countNotices()]).toEqual([null, 0]);
    });

    test('claims notices oldest first, and purges them with their submission', async () => {
      const attempts = [3, 1, 2].map((late) => ({ ...attemptOf(`k${late}`, {}, NOW + late), notice: true }));
      for (const attempt of attempts) await store.submit(attempt);
      await store.purge(attempts[1]!.id);
      expect(await store.countNotices()).toBe(2);
      const claimed = [await store.claimNotice(NOW + 9, NOW + 90), await store.claimNotice(NOW + 9, NOW + 90)];
      expect(claimed.map((notice) => notice?.record.id)).toEqual([attempts[2]!.id, attempts[0]!.id]);
    });

    test('gives each notice to one of several nodes', async () => {
      const nodes = place.lasts ? [store, await place.open(), await place.open()] : [store];
      const attempts = Array.from({ length: 30 }, (_, at) => ({ ...attemptOf(`k${at}`), notice: true }));
      await Promise.all(attempts.map((attempt) => store.submit(attempt)));
      const claimed = await Promise.all(
        attempts.map((_, at) => nodes[at % nodes.length]!.claimNotice(NOW, NOW + 60_000)),
      );
      const ids = claimed.filter((notice) => notice !== null).map(({ record }) => record.id);
      expect(new Set(ids).size).toBe(ids.length);
      for (let left = await store.claimNotice(NOW, NOW + 60_000); left !== null; ) {
        ids.push(left.record.id);
        left = await store.claimNotice(NOW, NOW + 60_000);
      }
      expect(ids.sort()).toEqual(attempts.map(({ id }) => id).sort());
      for (const node of nodes.slice(1)) await node.close();
    });

    test('adds up the counts of misses, and lists those from a count on, most frequent first', async () => {
      expect(await store.listMisses(1)).toEqual([]);
      await store.addMisses([
        { words: 'größe', count: 2, day: 20_000 },
        { words: 'b', count: 4, day: 20_001 },
        { words: 'a', count: 4, day: 20_001 },
      ]);
      await store.addMisses([
        { words: 'größe', count: 3, day: 19_999 },
        { words: 'c', count: 4, day: 20_002 },
      ]);
      const listed = [
        { words: 'größe', count: 5, day: 20_000 },
        { words: 'c', count: 4, day: 20_002 },
        { words: 'a', count: 4, day: 20_001 },
        { words: 'b', count: 4, day: 20_001 },
      ];
      expect(await store.listMisses(1)).toEqual(listed);
      expect(await store.listMisses(5)).toEqual(listed.slice(0, 1));
      await store.clearMisses();
      expect(await store.listMisses(1)).toEqual([]);
    });

    test('keeps the most frequent misses when there are more than it has room for', async () => {
      const misses = Array.from({ length: storeLimits.misses }, (_, index) => ({
        words: `w ${index}`,
        count: 1 + (index % 3),
        day: 20_000,
      }));
      await store.addMisses(misses);
      await store.addMisses([
        { words: 'frequent', count: 9, day: 19_000 },
        { words: 'later', count: 1, day: 20_001 },
      ]);
      const kept = await store.listMisses(1);
      expect(kept).toHaveLength(storeLimits.misses);
      expect(kept[0]).toEqual({ words: 'frequent', count: 9, day: 19_000 });
      expect(kept).toContainEqual({ words: 'later', count: 1, day: 20_001 });
      expect(kept.filter(({ count }) => count > 1)).toHaveLength(misses.filter(({ count }) => count > 1).length + 1);
    });

    test('adds misses of several nodes at once', async () => {
      const nodes = place.lasts ? [store, await place.open(), await place.open()] : [store];
      const misses = Array.from({ length: 50 }, (_, index) => ({ words: `w ${index}`, count: 1, day: 20_000 }));
      await Promise.all(
        nodes.flatMap((node, at) => [node.addMisses(at === 1 ? misses.toReversed() : misses), node.addMisses(misses)]),
      );
      const counts = new Set((await store.listMisses(1)).map(({ count }) => count));
      expect(counts).toEqual(new Set([2 * nodes.length]));
      for (const node of nodes.slice(1)) await node.close();
    });

    test('has one secret of 32 bytes', async () => {
      const secret = await store.cursorSecret();
      expect(secret).toHaveLength(32);
      expect(await store.cursorSecret()).toEqual(secret);
    });

    test('reports no damage and good health', async () => {
      await submitMany(store, 3);
      expect(await findDamage(store)).toEqual({ rows: 3, altered: [], structure: [] });
      await store.checkHealth();
    });

    /** A call of each kind that a public request can cause. */
    const calls: readonly [string, (bounds: CallBounds) => Promise<unknown>][] = [
      ['submission', (bounds) => store.submit(attemptOf('k'), bounds)],
      ['list', (bounds) => store.list(all, bounds)],
      ['aggregate', (bounds) => store.readAggregate(bounds)],
      ['secret', (bounds) => store.cursorSecret(bounds)],
    ];

    test.each(calls)('starts no %s whose caller has gone', async (_, call) => {
      const bounds = { ...boundsFromNow(), signal: AbortSignal.abort() };
      await expect(call(bounds)).rejects.toThrow(new StoreUnavailable('gone'));
      expect(await store.list(all)).toMatchObject({ total: 0 });
    });

    test.each(calls)('starts no %s whose deadline has passed', async (_, call) => {
      await expect(call(boundsFromNow(-1))).rejects.toThrow(new StoreUnavailable('late'));
      expect(await store.list(all)).toMatchObject({ total: 0 });
    });

    test.each(calls)('answers a %s whose caller waits', async (_, call) => {
      const { signal } = new AbortController();
      await expect(call({ ...boundsFromNow(10_000), signal })).resolves.toBeDefined();
    });

    test('answers the reads that fit its queue, refuses the rest, and lets submissions through meanwhile', async () => {
      await submitMany(store, 3);
      const order: string[] = [];
      const reads = Array.from({ length: 4 * storeLimits.waitingReads }, () =>
        store.list(all, boundsFromNow(30_000)).then(
          ({ total }) => order.push(`${total} listed`),
          (error: StoreUnavailable) => order.push(error.reason),
        ),
      );
      const submission = store.submit(attemptOf('meanwhile')).then(() => order.push('recorded'));
      await Promise.all([...reads, submission]);
      const listed = order.filter((each) => each.endsWith('listed')).length;
      expect(listed).toBeGreaterThanOrEqual(storeLimits.waitingReads);
      expect(order.filter((each) => each === 'overloaded')).toHaveLength(reads.length - listed);
      // It must not wait for all earlier reads.
      expect(order.lastIndexOf('4 listed')).toBeGreaterThan(
        place.queued.includes('reads') ? order.indexOf('recorded') : -2,
      );
    });

    test('refuses submissions beyond its queue at once, and records all others', async () => {
      const settled = await Promise.allSettled(
        Array.from({ length: 2 * storeLimits.waitingSubmissions }, (_, index) => store.submit(attemptOf(`k${index}`))),
      );
      const refused = settled.filter(({ status }) => status === 'rejected');
      for (const { reason } of refused as PromiseRejectedResult[]) {
        expect(reason).toEqual(new StoreUnavailable('overloaded'));
      }
      expect(refused.length).toBe(place.queued.includes('submissions') ? storeLimits.waitingSubmissions : 0);
      expect(await store.list({ ...all, countBudget: 10_000 })).toMatchObject({
        total: settled.length - refused.length,
      });
    }, 30_000);

    test('drops the reads of a caller that has gone, and answers the next one', async () => {
      const caller = new AbortController();
      const reads = Array.from({ length: storeLimits.waitingReads }, () =>
        store.list(all, { ...boundsFromNow(30_000), signal: caller.signal }).then(
          () => 'listed',
          (error: StoreUnavailable) => error.reason,
        ),
      );
      caller.abort();
      expect(await store.list(all)).toMatchObject({ total: 0 });
      expect(new Set(await Promise.all(reads))).toEqual(new Set([place.queued.includes('reads') ? 'gone' : 'listed']));
    });

    test('rejects every call once it is closed', async () => {
      await store.close();
      await expect(store.submit(attemptOf('k'))).rejects.toThrow(new StoreUnavailable('closed'));
      await expect(store.list(all)).rejects.toThrow(new StoreUnavailable('closed'));
    });

    test('has the same data when it is reopened, or opened twice', async () => {
      if (!place.lasts) return;
      const first = await store.submit(attemptOf('k'));
      const [secret, page] = [await store.cursorSecret(), await store.list(all)];
      const other = await place.open();
      expect(await other.submit(attemptOf('k'))).toEqual({ ...first, outcome: 'replayed' });
      expect(await other.cursorSecret()).toEqual(secret);
      await store.close();
      expect(await other.list(all)).toEqual(page);
      expect(await other.submit(attemptOf('other'))).toMatchObject({ outcome: 'recorded' });
      store = other;
    });

    test('records a key once, however many nodes get it at once', async () => {
      if (!place.lasts) return;
      const nodes = [store, await place.open(), await place.open()];
      const outcomes = await Promise.all(
        Array.from({ length: 6_000 }, (_, index) => nodes[index % 3]!.submit(attemptOf(`k${index % 100}`))),
      );
      expect(outcomes.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(100);
      expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(5900);
      expect(new Set(outcomes.map(confirmedId)).size).toBe(100);
      for (const node of nodes.slice(1)) await node.close();
    }, 30_000);
  });
}

function confirmedId(outcome: SubmitOutcome): string | undefined {
  return outcome.outcome === 'conflict' ? undefined : outcome.row.id;
}

/** Submits sequentially. @returns the ids in that order */
async function submitMany(store: FeedbackStore, count: number, prefix = 'k'): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++)
    ids.push(confirmedId(await store.submit(attemptOf(`${prefix} ${index}`)))!);
  return ids;
}
