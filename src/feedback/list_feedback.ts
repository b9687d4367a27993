import { mintCursor, readCursor } from './cursor.ts';
import { type FeedbackItem, feedbackItem } from './feedback_item.ts';
import { type FeedbackStore, NEWEST } from './feedback_store.ts';
import type { PublicAbout } from './public_about.ts';
import type { CallBounds } from './store_limits.ts';

/** Rows of a page (specification 4.12). */
export const listLimits = { default: 10, maximum: 25 } as const;

export interface ListOptions {
  readonly store: FeedbackStore;
  readonly publicAbout: PublicAbout;
  /** Maximum number of rows to count for `total`; default 10,000. */
  readonly countBudget?: number;
}

/** One page of the public list: the envelope of 2.5 with `partial`, and the cursor of the next page. */
export interface FeedbackList {
  readonly envelope: {
    readonly items: readonly FeedbackItem[];
    readonly count: number;
    readonly total: number;
    readonly partial: boolean;
  };
  /** Cursor of the next page, or null on the last. */
  readonly next: string | null;
}

const COUNT_BUDGET = 10_000;

/**
 * The newest submissions without their messages (specification 4.12).
 * @param cursor as the client sent it; an invalid one means the first page
 * @param limit rows, 0 to 25
 * @throws StoreUnavailable
 */
export async function listFeedback(
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
  { store, publicAbout, countBudget = COUNT_BUDGET }: ListOptions,
  bounds?: CallBounds,
): Promise<FeedbackList> {
  const secret = await store.cursorSecret(bounds);
  const before = (cursor === null ? null : readCursor(secret, cursor)) ?? NEWEST;
  const { rows, more, total, partial } = await store.list({ before, limit, countBudget }, bounds);
  const items = await Promise.all(rows.map(async (row) => feedbackItem(row, await publicAbout(row.about))));
  // The link to the next page has no limit, so after an empty page (limit 0) it continues at the same row.
  const last = rows.at(-1)?.sequence ?? before;
  return {
    envelope: { items, count: items.length, total, partial },
    next: more ? mintCursor(secret, last) : null,
  };
}
