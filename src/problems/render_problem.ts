import { problemType, statusPhrase } from './catalogue.ts';
import type { NumberAsWritten, Refusal } from './refusal.ts';

export interface Problem {
  readonly status: number;
  /** An `application/problem+json` document (RFC 9457) whose members always come in the same order. */
  readonly body: string;
}

/** @param origin origin of the service without a trailing slash: `type` is an address there, with a page about the problem */
export function renderProblem(refusal: Refusal, origin: string): Problem {
  const { type, status, title } = identify(refusal, origin);
  const { detail, dimension, maximum, actual, errors } = refusal;
  const members = Object.entries({ type, title, status, detail, dimension, maximum, actual, errors })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${name}":${isWritten(value) ? value.written : JSON.stringify(value)}`);
  const json = `{${members.join(',')}}`;
  // A detail may quote the request: escape it, so that no client can read it as markup.
  return { status, body: json.replace(/[<>]/g, (sign) => (sign === '<' ? '\\u003c' : '\\u003e')) };
}

/** JSON.stringify would turn the number into a double. */
function isWritten(value: unknown): value is NumberAsWritten {
  return typeof value === 'object' && value !== null && 'written' in value;
}

function identify(refusal: Refusal, origin: string): { type: string; status: number; title: string } {
  // RFC 9457 4.2.1: with about:blank the title is the status phrase.
  if (refusal.slug === null) {
    return { type: 'about:blank', status: refusal.status, title: statusPhrase(refusal.status) };
  }
  const { status, title } = problemType(refusal.slug);
  return { type: `${origin}/api/problems/${refusal.slug}`, status, title };
}
