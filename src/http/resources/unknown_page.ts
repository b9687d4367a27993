import { htmlType } from '../../discovery/resources.ts';
import { createExplorer } from '../../explorer/explorer.ts';
import type { Refusal } from '../../problems/refusal.ts';
import { parseRequestTarget } from '../../protocol/request_target.ts';
import { type Answer, commonHeaders } from '../answers/answer.ts';
import { unstored } from '../answers/caching.ts';
import { confirmationType } from '../answers/confirmation_type.ts';
import { explorerPolicy } from '../answers/page_policy.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { originOf } from '../requests/origin_of.ts';
import type { Site } from './site.ts';

/** Says on a page of the explorer that there is nothing at an address. Null: the request gets the problem document. */
export type AnswerUnknown = (request: ApiRequest, refusal: Refusal) => Promise<Answer> | null;

/** Below `/explore`, people who follow an old link get a page; programs, which do not prefer HTML, get the problem document. */
export function createAnswerUnknown({ questions, features }: Site): AnswerUnknown {
  const explorer = createExplorer(questions, features);

  async function answer(request: ApiRequest, refusal: Refusal, path: string): Promise<Answer> {
    const document = await explorer.unknown(path, refusal, originOf(request, questions.settings), request);
    const body = new TextEncoder().encode(document.html);
    const own = ['Content-Type', htmlType, 'Content-Length', String(body.length)];
    const headers = [...own, ...commonHeaders, ...explorerPolicy, ...unstored, 'Vary', 'Accept'];
    return { status: document.status, headers, body, problem: refusal.slug ?? undefined };
  }

  return (request, refusal) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const path = parseRequestTarget(request.target)?.path ?? '';
    if (!path.startsWith('/explore/') || confirmationType(request.header('accept')) !== 'html') return null;
    return answer(request, refusal, path);
  };
}
