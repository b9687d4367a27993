/** What answers for a build cannot be reached at present, or did not answer in time. The message names nothing that was asked. */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable';
  /** Seconds after which asking again may help. */
  readonly retryAfter: number = 1;
}
