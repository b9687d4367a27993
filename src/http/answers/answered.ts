import type { RequestAnswered } from '../../observation/observation.ts';
import { isTraceparent } from '../../protocol/traceparent.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import type { Answer } from './answer.ts';

/** No resource has a longer path. */
const longestPath = 1024;

/**
 * Describes an answered request.
 * @param request null when the request could not be parsed
 * @param isLogged whether to read what only a log line has: path and trace
 */
export function describeAnswered(
  request: ApiRequest | null,
  answer: Answer,
  milliseconds: number,
  isLogged: boolean,
): RequestAnswered {
  return {
    kind: 'request-answered',
    method: request?.method ?? null,
    path: request === null || !isLogged ? null : pathOf(request.target),
    status: answer.status,
    resource: request?.resource ?? null,
    problem: answer.problem ?? null,
    traceparent: isLogged ? traceparentOf(request) : null,
    milliseconds,
    bytes: answer.text?.length ?? answer.body?.length ?? 0,
  };
}

function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return target.slice(0, Math.min(end === -1 ? target.length : end, longestPath));
}

function traceparentOf(request: ApiRequest | null): string | null {
  const value = request?.header('traceparent');
  return value !== undefined && isTraceparent(value) ? value : null;
}
