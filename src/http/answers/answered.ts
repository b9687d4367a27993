import type { RequestAnswered } from '../../observation/observation.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import type { Answer } from './answer.ts';

/** Longer ones address nothing here. */
const longestPath = 1024;

/** What became of a request, for whoever keeps a log. @param request null when none could be read */
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
