/** Why a store does not answer. These texts replace those of drivers, which quote rows. */
const REASONS = {
  busy: 'it is busy',
  full: 'it is full',
  failing: 'it is failing',
  damaged: 'it is damaged',
  replaced: 'its file was removed or replaced',
  unreachable: 'it is unreachable',
  overloaded: 'its queue is full',
  late: 'it did not answer in time',
  gone: 'its caller has gone',
  closed: 'it is closed',
} as const;

export type Unavailability = keyof typeof REASONS;

/** The store cannot answer now. The submission may or may not be recorded; a retry with the same key is safe. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly reason: Unavailability;

  /** @param store a name of the store for the message, such as its file */
  constructor(reason: Unavailability, store = '') {
    super(`Cannot use the feedback store${store}: ${REASONS[reason]}.`);
    this.reason = reason;
  }
}

/** The store cannot be used until the owner fixes something. Thrown when the store is opened. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** Value of `Retry-After`, in seconds. */
export const RETRY_AFTER = 5;
