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
  /** Most rows that are counted for `total`; default 10,000. */
  readonly countBudget?: number;
}

/** One page of the public list: the envelope of 2.5 with `partial`, and where the next page begins. */
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
 * @param cursor as the caller sent it; one that was not minted here means the first page
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
  const items = rows.map((row) => feedbackItem(row, publicAbout(row.about)));
  // The address of the next page names no limit, so a reader of an empty page gets on from the same place.
  const last = rows.at(-1)?.sequence ?? before;
  return {
    envelope: { items, count: items.length, total, partial },
    next: more ? mintCursor(secret, last) : null,
  };
}
