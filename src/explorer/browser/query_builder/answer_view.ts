import type { VNode } from 'preact';
import { html } from '../../view/html.ts';
import type { ReceivedAnswer } from './send_request.ts';

/** The last answer; `null` when the service cannot be reached, `none` before the first request. */
export type ShownAnswer = ReceivedAnswer | null | 'waiting' | 'none';

/** Status, size, time, fields and body of an answer. */
export function answerView(answer: ShownAnswer): VNode {
  if (answer === 'none') return html`<p class="count">The answer appears here. Ctrl Enter asks as well.</p>`;
  if (answer === 'waiting') return html`<p class="count">Waiting for the answer...</p>`;
  if (answer === null) return html`<p class="fault">There was no answer: the service cannot be reached.</p>`;
  const { status, fields, bytes, milliseconds, text } = answer;
  return html`<div>
    <p class="answered"><strong>${status}</strong><span>${bytes.toLocaleString('en')} bytes</span><span>${milliseconds.toFixed(0)} ms</span></p>
    <details><summary>Fields of the answer</summary><dl class="headers-list">${fields.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></details>
    <pre class="answer-body" tabindex="0"><code>${text}</code></pre>
  </div>`;
}
