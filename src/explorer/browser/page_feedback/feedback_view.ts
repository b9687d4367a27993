import type { PageAnswer } from '../../../text/page_answers.ts';
import { KINDS } from '../../../text/submission_kinds.ts';
import { element } from '../element.ts';
import type { Say } from './feedback_labels.ts';
import { MOST_OF_MESSAGE } from './feedback_settings.ts';

/** The elements of one question, in one shadow root. */
export type FeedbackView = ReturnType<typeof createFeedbackView>;

export function createFeedbackView(say: Say) {
  const [yes, no] = (['yes', 'no'] as const).map((answer) =>
    element('button', { type: 'button', part: `button ${answer}`, 'aria-pressed': 'false' }, [say(answer)]),
  ) as [HTMLButtonElement, HTMLButtonElement];
  const buttons: Readonly<Record<PageAnswer, HTMLButtonElement>> = { yes, no };
  const kind = element(
    'select',
    { part: 'input', id: 'kind' },
    KINDS.map((each) => element('option', { value: each }, [say(each)])),
  );
  kind.value = 'other';
  const message = element('textarea', {
    ...{ part: 'input', id: 'message', rows: '4', maxlength: String(MOST_OF_MESSAGE), 'aria-describedby': 'reader' },
  });
  const send = element('button', { part: 'button send' }, [say('send')]);
  const form = element('form', { part: 'form', 'aria-labelledby': 'more', novalidate: '', hidden: '' }, [
    element('p', { id: 'more' }, [say('more')]),
    element('label', { for: 'kind' }, [say('kind')]),
    kind,
    element('label', { for: 'message' }, [say('message')]),
    message,
    element('small', { id: 'reader' }, [say('reader')]),
    send,
  ]);
  const status = () => element('p', { part: 'status', role: 'status', tabindex: '-1' });
  /** What became of the answer, and of the message: each line stands where the reader has just clicked. */
  const [answered, sent] = [status(), status()];
  const group = element('div', { part: 'group', role: 'group', 'aria-labelledby': 'question' }, [
    element('p', { part: 'question', id: 'question' }, [say('question')]),
    element('div', { class: 'answers' }, [yes, no]),
    answered,
    form,
    sent,
  ]);
  return {
    ...{ group, buttons, form, kind, message, answered, sent },
    /** A button that is off keeps the focus. */
    setOff(isOff: boolean, ...which: readonly HTMLElement[]): void {
      for (const button of which) button.setAttribute('aria-disabled', String(isOff));
    },
    send,
  };
}
