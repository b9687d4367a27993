/** Why a store does not answer, in our own words: a driver's texts quote rows and are never passed on. */
const REASONS = {
  busy: 'it is busy',
  full: 'it is full',
  failing: 'it is failing',
  damaged: 'it is damaged',
  unreachable: 'it is unreachable',
  overloaded: 'its queue is full',
  late: 'it did not answer in time',
  gone: 'its caller has gone',
  closed: 'it is closed',
} as const;

export type Unavailability = keyof typeof REASONS;

/** The store cannot answer now. The attempt may have been recorded or not; to send it again with its key is safe. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly reason: Unavailability;

  /** @param store how the owner knows the store, such as its file */
  constructor(reason: Unavailability, store = '') {
    super(`Cannot use the feedback store${store}: ${REASONS[reason]}.`);
    this.reason = reason;
  }
}

/** This program may not open the store. Told to the owner at the start. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** Seconds after which a caller may try again: the value of `Retry-After`. */
export const RETRY_AFTER = 5;
