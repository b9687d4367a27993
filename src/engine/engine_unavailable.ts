/** The engine of a build is unreachable, or did not answer in time. The message contains nothing of the request. */
export class EngineUnavailable extends Error {
  override name = 'EngineUnavailable';
  /** Seconds after which asking again may help. */
  readonly retryAfter: number = 1;
}
