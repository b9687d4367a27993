import { htmlType } from '../../discovery/resources.ts';
import { createExplorer } from '../../explorer/explorer.ts';
import type { Refusal } from '../../problems/refusal.ts';
import { parseRequestTarget } from '../../protocol/request_target.ts';
import type { Answer } from '../answers/answer.ts';
import { explorerPolicy } from '../answers/page_policy.ts';
import { confirmationType } from '../answers/submission_fields.ts';
import type { ApiRequest } from '../requests/api_request.ts';
import { originOf } from '../requests/origin_of.ts';
import type { HandlerContext } from './handler_context.ts';

/**
 * Shows a refusal as a page of the explorer, with the status and the fields of the problem document.
 * @param plain the problem document
 * @returns null when the request gets the problem document
 */
export type ShowRefusal = (request: ApiRequest, refusal: Refusal, plain: Answer) => Promise<Answer> | null;

/** In the explorer, people get a page; programs, which do not prefer HTML, get the problem document. */
export function createRefusedPage({ questions, features }: HandlerContext): ShowRefusal {
  const explorer = createExplorer(questions, features);

  async function show(request: ApiRequest, refusal: Refusal, plain: Answer, path: string): Promise<Answer> {
    const document = await explorer.refused(path, refusal, originOf(request, questions.settings), request);
    const body = new TextEncoder().encode(document);
    const own = ['Content-Type', htmlType, 'Content-Length', String(body.length)];
    const headers = [...own, ...withoutContent(plain.headers), ...explorerPolicy, 'Vary', 'Accept'];
    return { ...plain, headers, body };
  }

  return (request, refusal, plain) => {
    const path = parseRequestTarget(request.target)?.path ?? '';
    const isExplorer = path === '/explore' || path.startsWith('/explore/') || (path === '/' && features.home);
    if (!isExplorer || confirmationType(request.header('accept')) !== 'html') return null;
    // The page may fail for the same reason as the request.
    return show(request, refusal, plain, path).catch(() => plain);
  };
}

/** Fields without those of the content, and without `Vary`, which is `Accept` at most. */
function withoutContent(headers: readonly string[]): string[] {
  const names = ['Content-Type', 'Content-Length', 'Vary'];
  return headers.filter((_, at) => !names.includes(headers[at - (at % 2)]!));
}
