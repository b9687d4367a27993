import { KIND_LABELS, type Kind } from '../../../text/submission_kinds.ts';
import type { PluralText, SayOf } from '../labels.ts';

/** The words of the element. Pages translate them; `{total}` and `{reason}` stand for what the service says. */
export interface FeedbackLabels extends Readonly<Record<Kind, string>> {
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  readonly thanks: string;
  /** Name of the form that an answer opens. */
  readonly more: string;
  readonly kind: string;
  readonly message: string;
  /** Who reads the message. */
  readonly reader: string;
  readonly send: string;
  readonly sent: string;
  readonly sending: string;
  /** No answer came: it is not known whether it was recorded. */
  readonly offline: string;
  readonly busy: string;
  /** As `busy`, where the service says for how many seconds. */
  readonly later: PluralText;
  readonly refused: string;
}

export const english: FeedbackLabels = {
  question: 'Was this page helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thank you. Your answer was recorded.',
  more: 'Add details (optional)',
  kind: 'Kind of feedback',
  ...KIND_LABELS,
  message: 'Message',
  reader: 'Only the owner of the site reads it. The date, the kind and the page are public.',
  send: 'Send',
  sent: 'Thank you. Your message was recorded.',
  sending: 'Sending…',
  offline: 'Your feedback may not have been recorded. Try again when you are online: it will not be recorded twice.',
  busy: 'The service is busy. Try again in a minute: your feedback will not be recorded twice.',
  later: {
    one: 'The service is busy. Try again in {total} second: your feedback will not be recorded twice.',
    other: 'The service is busy. Try again in {total} seconds: your feedback will not be recorded twice.',
  },
  refused: 'Your feedback was not recorded. {reason}',
};

export type Say = SayOf<FeedbackLabels>;
