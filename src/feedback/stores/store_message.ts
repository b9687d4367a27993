import { StoreRefused, StoreUnavailable, type Unavailability } from '../store_error.ts';

/** A call of a store's method, by name, as the store's thread receives it. */
export interface StoreCall {
  readonly call: number;
  readonly method: string;
  readonly given: readonly unknown[];
  /** Milliseconds until the deadline, as threads have clocks of their own; null for none. */
  readonly patience: number | null;
}

/** The reply: a value, or an error in our own words. */
export interface StoreReply {
  readonly call: number;
  readonly value?: unknown;
  readonly unavailable?: Unavailability;
  readonly refused?: string;
}

/** An error as a reply can carry it. */
export function replyOf(call: number, error: unknown): StoreReply {
  if (error instanceof StoreRefused) return { call, refused: error.message };
  return { call, unavailable: error instanceof StoreUnavailable ? error.reason : 'failing' };
}

/** The error that a reply carries, or null. */
export function errorOf({ unavailable, refused }: StoreReply): Error | null {
  if (refused !== undefined) return new StoreRefused(refused);
  return unavailable === undefined ? null : new StoreUnavailable(unavailable);
}
