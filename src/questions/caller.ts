/** Who asks. A question whose caller has gone is dropped. */
export interface Caller {
  /** Whether the question was sent before the answer to the one before on its connection; absent: it was not. */
  readonly isPipelined?: boolean;
  /** Whether the caller has gone; absent: the signal tells. */
  readonly isGone?: boolean;
  /** Aborts when the caller goes. Made on first use, which costs microseconds: read it only for work that it can end. */
  readonly signal: AbortSignal;
}
