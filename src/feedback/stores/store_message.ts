import { StoreRefused, StoreUnavailable, type Unavailability } from '../store_error.ts';

/** The message that calls a method of the store on its thread. */
export interface StoreCall {
  readonly call: number;
  readonly method: string;
  readonly given: readonly unknown[];
  /** Milliseconds until the deadline, as each thread has its own clock; null for none. */
  readonly patience: number | null;
}

/** The reply: a value, or an error without text of the driver. */
export interface StoreReply {
  readonly call: number;
  readonly value?: unknown;
  readonly unavailable?: Unavailability;
  readonly refused?: string;
}

/** Converts an error to a reply. */
export function replyOf(call: number, error: unknown): StoreReply {
  if (error instanceof StoreRefused) return { call, refused: error.message };
  return { call, unavailable: error instanceof StoreUnavailable ? error.reason : 'failing' };
}

/** The error in a reply, or null. */
export function errorOf({ unavailable, refused }: StoreReply): Error | null {
  if (refused !== undefined) return new StoreRefused(refused);
  return unavailable === undefined ? null : new StoreUnavailable(unavailable);
}
