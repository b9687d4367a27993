import { type Refusal, refuseTransport } from '../../problems/refusal.ts';
import { isHost } from '../../protocol/host.ts';
import { parseRequestTarget } from '../../protocol/request_target.ts';
import type { NodeRequest } from './node_request.ts';

const malformed = refuseTransport(400, 'Cannot read the request: it is not well-formed HTTP/1.1.');
const noHost = refuseTransport(400, 'Cannot read the request: it needs exactly one Host header, with a valid host.');
const otherVersion = refuseTransport(505, 'Cannot answer in this version of HTTP: only HTTP/1.1 is supported.');
const unknownCoding = refuseTransport(501, 'Cannot read the request: the only supported transfer coding is chunked.');

/** A message that Node's parser accepted, before routing. */
export type Message = Pick<NodeRequest, 'target' | 'host' | 'hostLines' | 'coding'>;

/** The refusal for an invalid message, or null for a valid one. @param version as the first line names it, such as `1.1` */
export function refuseMessage(version: string, { target, host, hostLines, coding }: Message): Refusal | null {
  if (version === '0.9') return refuseTransport(400, 'Cannot read the request: its first line has no HTTP version.');
  if (!version.startsWith('1.')) return otherVersion;
  // RFC 9112 6.1: HTTP/1.0 has no transfer codings, so the end of such a message is unknown.
  if (coding !== null && version === '1.0') return malformed;
  if (coding !== null && coding !== 'chunked') {
    const refusal = refuseCoding(coding);
    if (refusal !== null) return refusal;
  }
  // RFC 9112 3.2: exactly one Host line, and a valid one; HTTP/1.0 may leave it out.
  if (!(hostLines === 0 && version === '1.0') && (hostLines !== 1 || !isHost(host))) return noHost;
  // RFC 9110 4.2: an authority in the target, which replaces Host, must be valid too.
  return target.startsWith('/') || hasValidAuthority(target) ? null : malformed;
}

/** RFC 9112 6.1 and 6.3: the end of the content is known only where chunked is the last coding, and applied once. */
function refuseCoding(field: string): Refusal | null {
  const codings = field.split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.indexOf('chunked') !== codings.length - 1) return malformed;
  return codings.length === 1 ? null : unknownCoding;
}

function hasValidAuthority(target: string): boolean {
  const authority = parseRequestTarget(target)?.authority ?? null;
  return authority === null || isHost(authority);
}

/** An error of Node's parser, with the bytes that it was given and how many of them it read. */
export interface ParserError {
  readonly code?: string | undefined;
  readonly rawPacket?: Uint8Array;
  readonly bytesParsed?: number;
}

/** The refusal for a request that Node's parser could not read. */
export function refuseUnparsed(error: ParserError): Refusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return refuseTransport(431, 'Cannot read the request: its first line and headers together exceed 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuseTransport(408, 'Cannot read the request: it did not arrive in time.');
    case 'HPE_INVALID_METHOD':
      // The parser reports the same code for bytes that are not a request.
      return beginsRequest(error)
        ? refuseTransport(501, 'Cannot read the request: its method is not supported.')
        : malformed;
    case 'HPE_INVALID_VERSION':
      return namesVersion(error) ? otherVersion : malformed;
    case 'HPE_PAUSED_H2_UPGRADE':
      return otherVersion;
    default:
      return malformed;
  }
}

/** Whether the parser stopped within a token where a method is expected: any token may be a method (RFC 9110 9.1). */
function beginsRequest(error: ParserError): boolean {
  const [before, after] = aroundEnd(error);
  return /^[\w!#$%&'*+.^`|~-]+ (?:\/|\*|https?:)/i.test(lastToken(before) + after);
}

function lastToken(text: string): string {
  return /[\w!#$%&'*+.^`|~-]*$/.exec(text)?.[0] ?? '';
}

/** First line and fields of a request whose method the parser does not know. */
export interface UnknownMethodHead {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** Names and values in turn, as received. */
  readonly fields: readonly string[];
}

/** @returns null when first line and fields are incomplete or malformed */
export function readUnknownMethod(error: ParserError): UnknownMethodHead | null {
  const { code, rawPacket, bytesParsed = 0 } = error;
  if (code !== 'HPE_INVALID_METHOD' || !beginsRequest(error)) return null;
  const start = bytesParsed - lastToken(aroundEnd(error)[0]).length;
  const [head, ...rest] = decode(rawPacket?.subarray(start)).split('\r\n\r\n', 2);
  const [first = '', ...lines] = (head ?? '').split('\r\n');
  const [, method, target, version] = /^(\S+) (\S+) HTTP\/(1\.[01])$/.exec(first) ?? [];
  const fields = lines.map((line) => /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\0\r\n]*?)[ \t]*$/.exec(line));
  if (rest.length === 0 || version === undefined || fields.includes(null)) return null;
  return { method: method!, target: target!, version, fields: fields.flatMap((field) => [field![1]!, field![2]!]) };
}

/** Whether the parser stopped within an HTTP version, rather than at other bytes in its place (RFC 9112 2.3). */
function namesVersion(error: ParserError): boolean {
  const [before, after] = aroundEnd(error);
  return /^HTTP\/\d\.\d\r\n/.test(before.slice(Math.max(0, before.lastIndexOf('HTTP/'))) + after);
}

/** The text before and after the place where the parser stopped. */
function aroundEnd({ rawPacket, bytesParsed = 0 }: ParserError): readonly [string, string] {
  const around = 64;
  const before = rawPacket?.subarray(Math.max(0, bytesParsed - around), bytesParsed);
  return [decode(before), decode(rawPacket?.subarray(bytesParsed, bytesParsed + around))];
}

/**
 * Whether an unreadable message began as a HEAD, whose answer has no content (RFC 9110 9.3.2).
 * @param begun first bytes of the message, if they arrived before `rawPacket`
 */
export function isHead({ rawPacket, bytesParsed }: ParserError, begun = ''): boolean {
  const read = decode(rawPacket?.subarray(0, bytesParsed));
  const end = read.lastIndexOf('\r\n\r\n');
  return (end === -1 ? begun + read : read.slice(end + 4)).startsWith('HEAD ');
}

function decode(bytes: Uint8Array | undefined): string {
  return new TextDecoder('latin1').decode(bytes);
}
