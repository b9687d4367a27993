import { expect, test } from 'vitest';
import { answerOf, submissionOfAnswer } from './page_answers.ts';
import { validateSubmission } from './submission.ts';

test.each(['yes', 'no'] as const)('the answer %s is a submission that is read as that answer', (answer) => {
  const submission = submissionOfAnswer(answer)!;
  expect(validateSubmission(submission)).toEqual({ ...submission, about: null });
  expect(answerOf(submission)).toBe(answer);
});

test.each([
  ['broken', 'This page helped.'],
  ['other', 'This page helped. Thanks!'],
  ['other', 'yes'],
] as const)('a submission of the kind %s with the message "%s" is more than an answer', (kind, message) => {
  expect(answerOf({ kind, message })).toBeNull();
});

test.each([null, '', 'YES', '1', 'constructor'])('%j is no answer', (text) => {
  expect(submissionOfAnswer(text)).toBeNull();
});
