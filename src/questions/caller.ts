/** The caller of a request, for scheduling: requests take turns by connection, and are dropped when the caller has gone. */
export interface Caller {
  /**
   * Identifies the share of processing time: the same object for all requests of one connection, or of several connections that
   * share one. May change while the request waits.
   */
  readonly connection: object;
  /** Aborts when the caller has gone. Made on first use, which costs microseconds: read it only where work may wait. */
  readonly signal: AbortSignal;
}
