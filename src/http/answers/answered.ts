import type { RequestAnswered } from '../../observation/observation.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import type { Answer } from './answer.ts';

/** No resource has a longer path. */
const longestPath = 1024;

/** Describes an answered request for the log. @param request null when the request could not be parsed */
export function describeAnswered(request: ApiRequest | null, answer: Answer, milliseconds: number): RequestAnswered {
  return {
    kind: 'request-answered',
    method: request?.method ?? null,
    path: request?.target.replace(/[?#].*/s, '').slice(0, longestPath) ?? null,
    status: answer.status,
    milliseconds,
    bytes: answer.body?.length ?? 0,
  };
}
