import { RETRY_AFTER, StoreUnavailable } from '../../feedback/store_error.ts';
import { type Refusal, refuse } from '../../problems/refusal.ts';

/** A caller is told within two seconds that the store does not answer, however many questions one request asks of it. */
const PATIENCE = 1_950;

/** Told why the store did not answer, in words that hold nothing of a request. */
export type OnUnavailable = (error: StoreUnavailable) => void;

/** What work on the store gives, or the refusal for a store that cannot be used now. @param patience milliseconds, or null */
export async function fromStore<Result>(
  work: () => Promise<Result>,
  onUnavailable: OnUnavailable,
  patience: number | null = PATIENCE,
): Promise<Result | Refusal> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    if (patience !== null) timer = setTimeout(() => reject(new StoreUnavailable('overloaded')), patience);
  });
  try {
    return await Promise.race([work(), overdue]);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    onUnavailable(error);
    return unavailable;
  } finally {
    clearTimeout(timer);
  }
}

const unavailable = refuse(
  'unexpected-failure',
  'Cannot use the feedback store at present. To send the request again, with the same Idempotency-Key if it had one, is safe.',
  { retryAfter: RETRY_AFTER },
);
