/** Who asks: questions take turns by connection, and end when nobody waits for their answers any more. */
export interface Asker {
  /**
   * The same object for all requests of one connection, and of connections that are to have one share of the time together. It may become
   * another one while the asker waits.
   */
  readonly connection: object;
  /** Aborts when the asker has gone. */
  readonly signal: AbortSignal;
}
