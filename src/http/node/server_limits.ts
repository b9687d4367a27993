/**
 * What one client may cost the server: every bound on connections and on the messages that come over them. Bounds on
 * what a request may ask are the query surface's own caps. Times are in milliseconds, sizes in bytes; `site/docs/server-limits.md`
 * tells each, and a test holds it to this record.
 */
export const serverLimits = {
  /** Connections open at once, of each worker. Past it idle ones make room; when none is idle, the newcomer gets 503. */
  connections: 10_000,
  /** For the first line and all fields to arrive. */
  headersTimeout: 8_000,
  /** For a whole request to arrive. */
  requestTimeout: 8_000,
  /** For the client to take a whole answer. */
  answerTimeout: 8_000,
  /** How long a connection within a request may neither send nor take a byte. */
  idleTimeout: 9_500,
  /** How long a connection may wait for its next request. */
  keepAliveTimeout: 60_000,
  /** How often the timeouts of requests are checked. */
  checkingInterval: 500,
  /** First line and fields together. */
  headerBytes: 16 * 1024,
  /** Lines of fields. */
  headerLines: 256,
  /** Of what comes behind a refusal that ends the connection: read and thrown away so that the client can see the refusal. */
  lingerBytes: 512 * 1024,
  lingerTimeout: 1_000,
  /** How long answers announce the end of their connections before the port is closed. */
  announceTime: 100,
  /** For requests in flight to end when the server closes. */
  closeTimeout: 9_000,
};

export type ServerLimits = Readonly<typeof serverLimits>;
