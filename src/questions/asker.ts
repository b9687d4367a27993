/** The client of a request, for scheduling: requests take turns by connection and are dropped when the client has gone. */
export interface Asker {
  /**
   * Identifies the share of processing time: the same object for all requests of one connection, or of several connections that
   * share one. May change while the request waits.
   */
  readonly connection: object;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}
