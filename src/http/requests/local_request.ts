import type { ApiRequest } from './api_request.ts';

/** A request that is made within the process, without a network. */
export interface LocalRequestParts {
  readonly method: string;
  /** Path and query, as in a request line. */
  readonly target: string;
  /** Values by lower-case name. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const neverGone = new AbortController().signal;

/** @param body absent: the request has no content */
export function createLocalRequest({ method, target, fields = {}, body }: LocalRequestParts): ApiRequest {
  const values = new Map(Object.entries(fields));
  return {
    method,
    target,
    scheme: 'http',
    signal: neverGone,
    arrivedAt: performance.now(),
    hasBody: body !== undefined,
    header: (name) => values.get(name),
    headerLines: (name) => (values.has(name) ? [values.get(name)!] : []),
    body: async (cap) => (body === undefined ? new Uint8Array() : body.length > cap ? 'too-large' : body),
  };
}
