/** Why a store does not answer, in words of ours: texts of drivers quote rows and are never passed on. */
export type Unavailability = 'busy' | 'full' | 'failing' | 'damaged' | 'unreachable' | 'overloaded' | 'closed';

/** The store cannot answer now. The attempt may have been recorded or not; to send it again with its key is safe. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly reason: Unavailability;

  constructor(reason: Unavailability) {
    super(`Cannot use the feedback store: it is ${reason}.`);
    this.reason = reason;
  }
}

/** The store is not one that this program may open. Said at the start, to the owner. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** Seconds after which a caller may try again: what `Retry-After` says. */
export const RETRY_AFTER = 5;
