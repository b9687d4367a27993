import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FeedbackItem, feedbackItem } from './feedback_record.ts';
import { type FeedbackStore, NEWEST } from './feedback_store.ts';
import type { PublicAbout } from './public_feedback.ts';
import type { CallBounds } from './store_limits.ts';

/** Rows of a page (specification 4.12). */
export const listLimits = { default: 10, maximum: 25 } as const;

interface ListOptions {
  readonly store: FeedbackStore;
  readonly publicAbout: PublicAbout;
  /** Maximum number of rows to count for `total`; default 10,000. */
  readonly countBudget?: number;
}

/** One page of the public list: the envelope of 2.5 with `partial`, and the cursor of the next page. */
interface FeedbackList {
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

const POSITION_BYTES = 8;
const TAG_BYTES = 16;
/** Base64url of a multiple of three bytes, so that each cursor has exactly one spelling. */
const SPELLING = /^[\w-]{32}$/;

/** Makes an authenticated cursor for the rows with a lower sequence than `before`. Forging one needs the secret. */
export function mintCursor(secret: Uint8Array, before: number): string {
  const position = Buffer.alloc(POSITION_BYTES);
  position.writeBigUInt64BE(BigInt(before));
  return Buffer.concat([position, tagOf(secret, position)]).toString('base64url');
}

/** The sequence in a cursor from `mintCursor`, or null for any other text. A longer text does not take longer. */
export function readCursor(secret: Uint8Array, text: string): number | null {
  if (!SPELLING.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const position = bytes.subarray(0, POSITION_BYTES);
  if (!timingSafeEqual(bytes.subarray(POSITION_BYTES), tagOf(secret, position))) return null;
  return Number(position.readBigUInt64BE());
}

function tagOf(secret: Uint8Array, position: Uint8Array): Uint8Array {
  return createHmac('sha256', secret).update(position).digest().subarray(0, TAG_BYTES);
}
