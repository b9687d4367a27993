import { describe, expect, test } from 'vitest';
import { attemptOf, CANARY, NOW } from '../../test/fixtures/feedback.ts';
import type { FeedbackStore } from './feedback_store.ts';
import { emptyAggregate } from './public_feedback.ts';
import { rollUp } from './roll_up.ts';
import { createMemoryStore } from './stores/sqlite.ts';
import type { Submission } from './submission.ts';

const publicAbout = (about: string | null) => (about?.startsWith('page ') ? about.trimEnd() : null);

async function storeOf(submissions: readonly Partial<Submission>[]): Promise<FeedbackStore> {
  const store = createMemoryStore();
  for (const [index, members] of submissions.entries()) await store.submit(attemptOf(`k${index}`, members));
  return store;
}

const roll = (store: FeedbackStore) => rollUp({ store, publicAbout, now: () => NOW, batch: 3 });

describe('rollUp', () => {
  test('counts nothing in an empty store, and gives the time', async () => {
    const store = await storeOf([]);
    expect(await roll(store)).toEqual({ ...emptyAggregate, generatedAt: '2026-11-21T09:30:00Z' });
    expect(await store.readAggregate()).toEqual({ ...emptyAggregate, generatedAt: '2026-11-21T09:30:00Z' });
  });

  test('counts by kind and severity and merges spellings of a subject, over several batches', async () => {
    const store = await storeOf([
      { kind: 'missing', severity: 'high', about: 'page a' },
      { kind: 'missing', severity: 'low', about: 'page a ' },
      { kind: 'other', severity: 'low', about: CANARY },
      { kind: 'broken', severity: 'medium', about: 'page b' },
      { kind: 'broken', severity: 'medium' },
      { kind: 'confusing', severity: 'low', about: '' },
      { kind: 'inaccurate', severity: 'low', about: 'page a' },
    ]);
    const aggregate = await roll(store);
    expect(JSON.stringify(aggregate)).toBe(
      '{"total":7,"byKind":{"missing":2,"broken":2,"confusing":1,"inaccurate":1,"other":1},' +
        '"bySeverity":{"high":1,"medium":2,"low":4},' +
        '"subjects":[{"about":"page a","count":3},{"about":"page b","count":1}],"generatedAt":"2026-11-21T09:30:00Z"}',
    );
  });

  test('lists ten subjects, the most frequent first, then by code point', async () => {
    const names = ['page \u{10000}', 'page \uffee', ...Array.from({ length: 10 }, (_, index) => `page ${index}`)];
    const store = await storeOf([...names, 'page 7', 'page z', 'page z'].map((about) => ({ about })));
    const { subjects } = (await roll(store))!;
    expect(subjects.map(({ about }) => about)).toEqual([
      ...['page 7', 'page z'],
      ...['page 0', 'page 1', 'page 2', 'page 3', 'page 4', 'page 5', 'page 6', 'page 8'],
    ]);
    const two = await roll(await storeOf(names.slice(0, 2).map((about) => ({ about }))));
    expect(two!.subjects.map(({ about }) => about)).toEqual(['page \uffee', 'page \u{10000}']);
  });

  test('skips hidden rows, and gives the same result twice', async () => {
    const store = await storeOf([{ about: 'page a' }, { about: 'page b' }]);
    const [row] = await store.scan(0, 1);
    await store.hide(row!.id, true);
    const first = await roll(store);
    expect(first).toMatchObject({ total: 1, subjects: [{ about: 'page b', count: 1 }] });
    expect(await roll(store)).toEqual(first);
  });

  test('keeps the older aggregate when it fails midway', async () => {
    const store = await storeOf([{}, {}, {}, {}]);
    const older = await roll(store);
    let reads = 0;
    const failing: FeedbackStore = {
      ...store,
      scan: (after, limit) => (reads++ === 0 ? store.scan(after, limit) : Promise.reject(new Error('stopped'))),
    };
    await expect(roll(failing)).rejects.toThrow('stopped');
    expect(await store.readAggregate()).toEqual(older);
  });
});
