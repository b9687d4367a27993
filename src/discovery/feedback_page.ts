import type { SiteSettings } from '../corpus/corpus.ts';
import { KEY_FIELD, KINDS, type Kind, SEVERITIES, submissionCaps } from '../feedback/submission.ts';
import { escapeText, renderHtmlPage } from './html_page.ts';

const kinds: Readonly<Record<Kind, string>> = {
  missing: 'Something that should be there is not',
  broken: 'Something does not work',
  confusing: 'Something is hard to follow',
  inaccurate: 'Something is not true',
  other: 'Something else',
};

const severities = { high: 'High', medium: 'Medium', low: 'Low' } as const;

/**
 * The feedback form, as plain HTML.
 *
 * @param key Idempotency-Key of the submission, so that sending the form twice records it once
 * @param isThanks whether to thank the reader for a submission that was just recorded
 * @param about what the form says at first that the feedback is about
 */
export function renderFeedbackPage({ title }: SiteSettings, key: string, isThanks: boolean, about = ''): string {
  const thanks = isThanks ? '<p role="status"><strong>Thank you. Your feedback was recorded.</strong></p>\n' : '';
  return renderHtmlPage(
    isThanks ? `Thank you - ${title}` : `Feedback - ${title}`,
    `<main>
<h1>Feedback on ${escapeText(title)}</h1>
${thanks}<p>What you write goes to the owner of the site and is not published. What is published is when feedback came, of
which kind it was, how severe, and which page or tool of the site it is about.</p>
<form method="post" action="/api/feedback">
<input type="hidden" name="${KEY_FIELD}" value="${escapeText(key)}">
<fieldset>
<legend>What is it?</legend>
${KINDS.map((kind) => choice('kind', kind, kinds[kind])).join('\n')}
</fieldset>
<fieldset>
<legend>How much does it matter?</legend>
${SEVERITIES.map((severity) => choice('severity', severity, severities[severity])).join('\n')}
</fieldset>
<label class="above" for="message">Message</label>
<textarea id="message" name="message" rows="8" required maxlength="${submissionCaps.message}" aria-describedby="message-hint"></textarea>
<small id="message-hint">At most ${submissionCaps.message} characters.</small>
<label class="above" for="about">About (optional)</label>
<input type="text" id="about" name="about" maxlength="${submissionCaps.about}" value="${escapeText(about)}" aria-describedby="about-hint">
<small id="about-hint">The path of a page, or the name of a tool.</small>
<p><button type="submit">Send</button></p>
</form>
</main>`,
  );
}

function choice(name: string, value: string, text: string): string {
  return `<label class="line"><input type="radio" name="${name}" value="${value}" required> ${text}</label>`;
}
