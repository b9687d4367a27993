import { expect, test } from 'vitest';
import { attemptOf } from '../../test/fixtures/feedback.ts';
import type { FeedbackStore } from './feedback_store.ts';
import { findDamage } from './find_damage.ts';
import { StoreUnavailable, type Unavailability } from './store_limits.ts';
import { createMemoryStore } from './stores/sqlite.ts';

/** A store of rows 1 to `rows` whose reads fail when they include a lost row. */
async function storeWithout(lost: readonly number[], rows: number, reason: Unavailability = 'damaged') {
  const store = createMemoryStore();
  for (let row = 1; row <= rows; row++) await store.submit(attemptOf(`k${row}`));
  const spoilt: FeedbackStore = {
    ...store,
    checkStructure: async () => ['a fault'],
    async exportRows(after, limit) {
      const end = Math.min(after + limit, Math.max(rows, ...lost));
      if (lost.some((row) => row > after && row <= end)) throw new StoreUnavailable(reason);
      return store.exportRows(after, limit);
    },
  };
  return spoilt;
}

test.each([
  ['one row', [4], 10, 9, ['row 4 cannot be read']],
  ['the first rows', [1, 2], 10, 8, ['rows 1 to 2 cannot be read']],
  ['two places', [3, 4, 9], 1500, 1497, ['rows 3 to 4 cannot be read', 'row 9 cannot be read']],
  ['one beyond a batch', [1200], 1500, 1499, ['row 1200 cannot be read']],
  ['the last row', [10], 10, 9, ['row 10 cannot be read']],
])('reports an unreadable range, and counts the rows around it: %s', async (_, lost, rows, read, places) => {
  expect(await findDamage(await storeWithout(lost, rows))).toEqual({
    rows: read,
    altered: [],
    structure: ['a fault', ...places],
  });
});

test('gives up after too many unreadable rows', async () => {
  const lost = Array.from({ length: 5000 }, (_, index) => index + 6);
  expect(await findDamage(await storeWithout(lost, 5))).toEqual({
    rows: 5,
    altered: [],
    structure: ['a fault', 'rows from 6 onwards cannot be read'],
  });
});

test('throws when the store does not answer', async () => {
  await expect(findDamage(await storeWithout([2], 3, 'busy'))).rejects.toThrow(new StoreUnavailable('busy'));
});
