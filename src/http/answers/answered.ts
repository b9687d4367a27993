import type { ApiRequest } from '../requests/api_request.ts';
import type { Answer } from './answer.ts';

/** What became of a request, for whoever keeps a log: nothing that its sender wrote but the path that was asked for. */
export interface Answered {
  /** Null when no request could be read. */
  readonly method: string | null;
  /** The target without its query, which may hold anything; null when no request could be read. */
  readonly path: string | null;
  readonly status: number;
  /** From the end of the request's fields to the hand-over of the answer. */
  readonly milliseconds: number;
  /** Of the answer's content. */
  readonly bytes: number;
}

/** Longer ones address nothing here. */
const longestPath = 1024;

export function describeAnswered(request: ApiRequest | null, answer: Answer, milliseconds: number): Answered {
  return {
    method: request?.method ?? null,
    path: request?.target.replace(/[?#].*/s, '').slice(0, longestPath) ?? null,
    status: answer.status,
    milliseconds,
    bytes: answer.body?.length ?? 0,
  };
}
