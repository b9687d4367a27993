import { type Refusal, refuseTransport } from '../problems/refusal.ts';
import { isHost } from '../protocol/host.ts';

const malformed = refuseTransport(400, 'Cannot read the request: it is not well-formed HTTP/1.1.');

/** What is wrong with a message before its resource is looked at, by what Node's parser lets through; null for nothing. */
export function refuseMessage(version: string, hostLines: number, host: string, hasCoding: boolean): Refusal | null {
  if (version === '0.9') return refuseTransport(400, 'Cannot read the request: its first line names no HTTP version.');
  if (!version.startsWith('1.')) {
    return refuseTransport(505, 'Cannot answer in this version of HTTP: HTTP/1.1 is spoken here.');
  }
  // RFC 9112 6.1: who speaks HTTP/1.0 knows no transfer codings, so the end of such a message is anybody's guess.
  if (hasCoding && version === '1.0') return malformed;
  // RFC 9112 3.2: exactly one Host line, and a valid one; HTTP/1.0 may leave it out.
  if (hostLines === 0 && version === '1.0') return null;
  if (hostLines !== 1 || !isHost(host)) {
    return refuseTransport(400, 'Cannot read the request: it needs one Host field that holds a valid host.');
  }
  return null;
}

/** What Node's parser gave up on, by the code of its error and the bytes that it had at hand. */
export function refuseUnparsed(code: string | undefined, bytes: Uint8Array | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refuseTransport(
        431,
        'Cannot read the request: its first line and fields are larger than 16 KiB together.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuseTransport(408, 'Cannot read the request: it did not arrive in time.');
    case 'HPE_INVALID_METHOD':
      // The parser says the same of bytes that are no request at all.
      if (!/^[A-Z-]+ /.test(new TextDecoder('latin1').decode(bytes?.subarray(0, 64)))) return malformed;
      return refuseTransport(501, 'Cannot read the request: its method is unknown here.');
    case 'HPE_INVALID_VERSION':
      return refuseTransport(505, 'Cannot answer in this version of HTTP: HTTP/1.1 is spoken here.');
    default:
      return malformed;
  }
}
