import { renderFeedbackPage } from '../../discovery/feedback_page.ts';
import { submissionCaps } from '../../feedback/submission.ts';
import { uuidV7 } from '../../feedback/uuid_v7.ts';
import { unstored } from '../answers/caching.ts';
import { pagePolicy } from '../answers/page_policy.ts';
import { createRepresentation } from '../answers/representation.ts';
import type { FeedbackOptions } from './feedback_options.ts';
import type { HandlerContext } from './handler_context.ts';
import type { HandlerOf } from './resource_handler.ts';

/** `/feedback`: the form, with a new idempotency key in each answer. */
export function handleFeedbackForm(
  { questions }: HandlerContext,
  { now, randomBytes }: FeedbackOptions,
): HandlerOf<'feedbackForm'> {
  return {
    GET({ search }) {
      const parameters = new URLSearchParams(search ?? '');
      const isThanks = parameters.get('submitted') === '1';
      const about = (parameters.get('about') ?? '').slice(0, submissionCaps.about);
      const html = renderFeedbackPage(questions.settings, uuidV7(now(), randomBytes(10)), isThanks, about);
      return createRepresentation({
        contentType: 'text/html; charset=utf-8',
        body: new TextEncoder().encode(html),
        validator: null,
        caching: unstored,
        fields: pagePolicy('self'),
      });
    },
  };
}
