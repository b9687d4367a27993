import { KIND_LABELS } from '../../../text/submission_kinds.ts';
import type { SayOf } from '../labels.ts';

/** The words of the element. Pages translate them; `{total}` and `{reason}` stand for what the service says. */
export const english = {
  question: 'Was this page helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thank you. Your answer was recorded.',
  /** Name of the form that an answer opens. */
  more: 'Add details (optional)',
  kind: 'Kind of feedback',
  ...KIND_LABELS,
  message: 'Message',
  /** Who reads the message. */
  reader: 'Only the owner of the site reads it. The date, the kind and the page are public.',
  send: 'Send',
  sent: 'Thank you. Your message was recorded.',
  sending: 'Sending…',
  /** No answer came: it is not known whether it was recorded. */
  offline: 'Your feedback may not have been recorded. Try again when you are online: it will not be recorded twice.',
  busy: 'The service is busy. Try again in a minute: your feedback will not be recorded twice.',
  /** As `busy`, where the service says for how many seconds. */
  later: {
    one: 'The service is busy. Try again in {total} second: your feedback will not be recorded twice.',
    other: 'The service is busy. Try again in {total} seconds: your feedback will not be recorded twice.',
  },
  refused: 'Your feedback was not recorded. {reason}',
};

export type Say = SayOf<typeof english>;
