/**
 * What one client may cost the server: every bound on connections and their messages. Bounds on queries are in
 * `query/ask/caps.ts`. Times are in milliseconds, sizes in bytes. `site/docs/reference/server-limits.md` documents each bound, and a test
 * compares it with this record.
 */
export const serverLimits = {
  /** Open connections of each worker. Above it idle connections are closed; if none is idle, the new connection gets a 503. */
  connections: 10_000,
  /** For the first line and all fields to arrive. */
  headersTimeout: 8_000,
  /** For a whole request to arrive. */
  requestTimeout: 8_000,
  /** For the client to receive a whole answer. */
  answerTimeout: 7_000,
  /** How long a connection may neither send nor receive a byte during a request. */
  idleTimeout: 9_500,
  /** How long a connection may wait for its next request. */
  keepAliveTimeout: 60_000,
  /** How often the timeouts of requests are checked. */
  checkingInterval: 500,
  /** First line and fields together. */
  headerBytes: 16 * 1024,
  /** Lines of fields. */
  headerLines: 256,
  /** Bytes read and discarded after a refusal that ends the connection, so that the client can read the refusal. */
  lingerBytes: 512 * 1024,
  lingerTimeout: 1_000,
  /** How long answers carry `Connection: close` before the port is closed. */
  announceTime: 100,
  /** For requests in flight to end when the server closes. */
  closeTimeout: 9_000,
};

export type ServerLimits = Readonly<typeof serverLimits>;
