import { isHost } from './host.ts';
import { readTokenOrString, splitOutsideQuotes, tokenPattern } from './media_type.ts';

/** What a proxy reports about a request that it forwards; null where the value is missing or malformed. */
export interface Forwarded {
  readonly scheme: 'http' | 'https' | null;
  readonly host: string | null;
}

/** The fields that proxies set, with repeated lines joined by `, `. */
export interface ForwardedFields {
  /** RFC 7239 */
  readonly forwarded: string | undefined;
  readonly forwardedProto: string | undefined;
  readonly forwardedHost: string | undefined;
}

/**
 * Reads the values of the nearest proxy: the last element of each field, because a client can forge the earlier ones. A proxy
 * writes one kind of field and may forward the other kind unchanged, so when the two kinds disagree both are ignored.
 */
export function readForwarded({ forwarded, forwardedProto, forwardedHost }: ForwardedFields): Forwarded {
  const pairs = parseLastElement(forwarded);
  return {
    scheme: agreed(readScheme(pairs.get('proto')), readScheme(lastOf(forwardedProto))),
    host: agreed(readHost(pairs.get('host')), readHost(lastOf(forwardedHost))),
  };
}

function agreed<Value>(one: Value | null, other: Value | null): Value | null {
  if (one === null || other === null) return one ?? other;
  return one === other ? one : null;
}

function readScheme(text: string | undefined): 'http' | 'https' | null {
  const scheme = text?.toLowerCase();
  return scheme === 'http' || scheme === 'https' ? scheme : null;
}

function readHost(text: string | undefined): string | null {
  return text !== undefined && isHost(text) ? text : null;
}

function lastOf(field: string | undefined): string | undefined {
  return field?.slice(field.lastIndexOf(',') + 1).trim();
}

/** RFC 7239 4: `name=value` pairs by lower-case name; empty when the element is malformed or repeats a name. */
function parseLastElement(field: string | undefined): ReadonlyMap<string, string> {
  const element = splitOutsideQuotes(field ?? '', ',').at(-1) ?? '';
  const pairs = new Map<string, string>();
  for (const pair of splitOutsideQuotes(element, ';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, equals)).toLowerCase();
    const value = readTokenOrString(pair.slice(equals + 1));
    if (!tokenPattern.test(name) || value === null || pairs.has(name)) return new Map();
    pairs.set(name, value);
  }
  return pairs;
}
