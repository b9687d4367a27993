import type { SiteSettings } from '../corpus/corpus.ts';
import { KEY_FIELD, KIND_LABELS, KINDS, SEVERITIES, type Submission, submissionCaps } from '../feedback/submission.ts';
import { problemType, SLUGS, type Slug } from '../problems/catalogue.ts';

/**
 * A self-contained HTML page without scripts, with a light and a dark colour scheme.
 *
 * @param title text
 * @param body HTML
 */
function renderHtmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The inline style sheet of every page. The Content-Security-Policy names its hash. */
export const pageStyle = `
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem;
  color: light-dark(#1c1c1c, #e6e6e6); background: light-dark(#fff, #161616); }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
small { color: light-dark(#595959, #a6a6a6); font-weight: normal; }
a { color: light-dark(#0b57d0, #8ab4f8); }
fieldset { border: 1px solid light-dark(#8a8a8a, #757575); margin: 1.5rem 0; padding: 0.5rem 1rem 1rem; }
label.line { display: block; }
label.above { display: block; margin-top: 1.5rem; font-weight: 600; }
textarea, input[type="text"] { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem;
  color: inherit; background: light-dark(#fff, #222); border: 1px solid light-dark(#767676, #8a8a8a); }
button { font: inherit; margin-top: 1.5rem; padding: 0.5rem 1.5rem; }
:focus-visible { outline: 3px solid light-dark(#0b57d0, #8ab4f8); outline-offset: 2px; }
`;

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const severities = { high: 'High', medium: 'Medium', low: 'Low' } as const;

/**
 * The feedback form, as plain HTML.
 *
 * @param key Idempotency-Key of the submission, so that sending the form twice records it once
 * @param isThanks whether to thank the reader for a submission that was just recorded
 * @param about what the form says at first that the feedback is about
 * @param said what the form says at first; null: nothing
 */
export function renderFeedbackPage(
  { title }: SiteSettings,
  key: string,
  isThanks: boolean,
  about = '',
  said: Omit<Submission, 'about'> | null = null,
): string {
  const thanks = isThanks ? '<p role="status"><strong>Thank you. Your feedback was recorded.</strong></p>\n' : '';
  return renderHtmlPage(
    isThanks ? `Thank you - ${title}` : `Feedback - ${title}`,
    `<main>
<h1>Feedback on ${escapeText(title)}</h1>
${thanks}<p>Your message goes to the owner of the site and is not published. Only the
date, kind, severity and page or tool are published.</p>
<form method="post" action="/api/feedback">
<input type="hidden" name="${KEY_FIELD}" value="${escapeText(key)}">
<fieldset>
<legend>Kind of feedback</legend>
${KINDS.map((kind) => choice('kind', kind, KIND_LABELS[kind], kind === said?.kind)).join('\n')}
</fieldset>
<fieldset>
<legend>How much does it matter?</legend>
${SEVERITIES.map((severity) => choice('severity', severity, severities[severity], severity === said?.severity)).join('\n')}
</fieldset>
<label class="above" for="message">Message</label>
<textarea id="message" name="message" rows="8" required maxlength="${submissionCaps.message}" aria-describedby="message-hint">${said?.message ?? ''}</textarea>
<small id="message-hint">At most ${submissionCaps.message} characters.</small>
<label class="above" for="about">Page or tool (optional)</label>
<input type="text" id="about" name="about" maxlength="${submissionCaps.about}" value="${escapeText(about)}" aria-describedby="about-hint">
<small id="about-hint">The path of a page, or the name of a tool.</small>
<p><button type="submit">Send</button></p>
</form>
</main>`,
  );
}

function choice(name: string, value: string, text: string, isChosen: boolean): string {
  const checked = isChosen ? ' checked' : '';
  return `<label class="line"><input type="radio" name="${name}" value="${value}" required${checked}> ${text}</label>`;
}

export function renderProblemPage(slug: Slug): string {
  const { status, title, when, remedy } = problemType(slug);
  const others = SLUGS.filter((other) => other !== slug).map(
    (other) =>
      `<li><a href="/api/problems/${other}">${escapeText(problemType(other).title)}</a> <small>${problemType(other).status}</small></li>`,
  );
  return renderHtmlPage(
    `${title} (${status})`,
    `<main>
<p>Problem type <code>${slug}</code></p>
<h1>${escapeText(title)} <small>${status}</small></h1>
<h2>When you get it</h2>
<p>${escapeText(when)}</p>
<h2>What to do</h2>
<p>${escapeText(remedy)}</p>
<p>The <code>detail</code> of the problem document says what was wrong with your request. Match on the last path
segment of its <code>type</code>, which is <code>${slug}</code> on every host.</p>
</main>
<nav aria-labelledby="others">
<h2 id="others">All other problem types</h2>
<ul>
${others.join('\n')}
</ul>
</nav>`,
  );
}
