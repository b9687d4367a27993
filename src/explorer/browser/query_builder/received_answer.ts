import type { VNode } from 'preact';
import { html } from '../../view/html.ts';
import type { BuiltRequest } from './request_copies.ts';

interface ReceivedAnswer {
  readonly status: number;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Bytes of the body, decompressed. */
  readonly bytes: number;
  /** From sending to the last byte. */
  readonly milliseconds: number;
  /** The body, indented when it is JSON. */
  readonly text: string;
}

/** Maximum length, in characters, of a body that is indented. */
const longestIndented = 2_000_000;

/** @returns null when there was no answer */
export async function sendRequest(request: BuiltRequest): Promise<ReceivedAnswer | null> {
  const started = performance.now();
  try {
    const response = await fetch(
      request.target,
      request.method === 'GET'
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' },
            body: request.body,
          },
    );
    const bytes = await response.arrayBuffer();
    const milliseconds = performance.now() - started;
    const text = new TextDecoder().decode(bytes);
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text.length <= longestIndented;
    return {
      status: response.status,
      fields: [...response.headers],
      bytes: bytes.byteLength,
      milliseconds,
      text: isJson ? JSON.stringify(JSON.parse(text), null, 2) : text,
    };
  } catch {
    return null;
  }
}

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
