/**
 * Whether a value of the field `traceparent` is valid (W3C Trace Context, 3.2). Later versions may have more parts, which are
 * not read here.
 *
 * @example isTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01') === true
 */
export function isTraceparent(value: string): boolean {
  return value.length === 55 && VERSION_0.test(value);
}

/** Neither of the two identifiers may be all zeros. */
const VERSION_0 = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The identifier of the trace, 32 hexadecimal digits. @param traceparent a valid value */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}
