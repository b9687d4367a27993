import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findDamage } from '../../src/feedback/find_damage.ts';
import { describeBounds } from './feedback_store/bounds.ts';
import { describeLists } from './feedback_store/lists.ts';
import { describeMisses } from './feedback_store/misses.ts';
import { describeNodes } from './feedback_store/nodes.ts';
import { describeNotices } from './feedback_store/notices.ts';
import { type OpenedStore, patient, type StorePlace, submitMany } from './feedback_store/opened_store.ts';
import { describeOwnerCalls } from './feedback_store/owner_calls.ts';
import { describeRollUps } from './feedback_store/roll_ups.ts';
import { describeSubmissions } from './feedback_store/submissions.ts';

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
    const opened = {} as OpenedStore;

    beforeAll(async () => setUp?.());
    afterAll(async () => tearDown?.());
    beforeEach(async () => {
      const place = await makePlace();
      opened.place = { ...place, open: async () => patient(await place.open()) };
      opened.store = await opened.place.open();
    });
    afterEach(async () => {
      await opened.store.close();
      await opened.place.remove();
    });

    describeSubmissions(opened);
    describeLists(opened);
    describeOwnerCalls(opened);
    describeRollUps(opened);
    describeNotices(opened);
    describeMisses(opened);
    describeBounds(opened);
    describeNodes(opened);

    test('has one secret of 32 bytes', async () => {
      const secret = await opened.store.cursorSecret();
      expect(secret).toHaveLength(32);
      expect(await opened.store.cursorSecret()).toEqual(secret);
    });

    test('reports no damage and good health', async () => {
      await submitMany(opened.store, 3);
      expect(await findDamage(opened.store)).toEqual({ rows: 3, altered: [], structure: [] });
      await opened.store.checkHealth();
    });
  });
}
