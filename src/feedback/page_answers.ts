import { PAGE_ANSWERS, type PageAnswer } from '../text/page_answers.ts';
import type { Submission } from './submission.ts';

/** The submission that says whether a page helped. @param answer any text; null where it is neither yes nor no */
export function submissionOfAnswer(answer: string | null): Omit<Submission, 'about'> | null {
  if (answer !== 'yes' && answer !== 'no') return null;
  return { kind: 'other', severity: 'low', message: PAGE_ANSWERS[answer] };
}

/** Whether a submission says no more than that a page helped; null where it says something else. */
export function answerOf({ kind, message }: Pick<Submission, 'kind' | 'message'>): PageAnswer | null {
  if (kind !== 'other') return null;
  return message === PAGE_ANSWERS.yes ? 'yes' : message === PAGE_ANSWERS.no ? 'no' : null;
}
