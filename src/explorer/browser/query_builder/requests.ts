import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer, PageInfo } from '../../../client/api_types.ts';
import { breakable, html } from '../../view/html.ts';
import { shellQuoted } from '../../view/search_results.ts';
import { pageAddress } from '../../view/texts.ts';
import * as labels from './builder_labels.ts';
import { queryAt } from './question.ts';

/** A request of the builder: a GET of an address, or a QUERY with a body. */
export type BuiltRequest =
  | { readonly method: 'GET'; readonly target: string }
  | { readonly method: 'QUERY'; readonly target: string; readonly body: string };

const copies = { curl: asCurl, fetch: asFetch, client: asClient };
type Copy = keyof typeof copies;
export const COPIES = Object.keys(copies) as Copy[];

/** The request as text to copy. */
export function copyOf(request: BuiltRequest, copy: Copy, origin: string): string {
  return copies[copy](request, origin);
}

function asCurl(request: BuiltRequest, origin: string): string {
  const address = shellQuoted(origin + request.target);
  if (request.method === 'GET') return `curl ${address}`;
  return [
    `curl ${address}`,
    `-H 'content-type: application/json'`,
    `-H 'x-http-method-override: QUERY'`,
    `-d ${shellQuoted(request.body)}`,
  ].join(' \\\n  ');
}

function asFetch(request: BuiltRequest, origin: string): string {
  const address = JSON.stringify(origin + request.target);
  if (request.method === 'GET')
    return `const response = await fetch(${address});\nconst answer = await response.json();`;
  return `const response = await fetch(${address}, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' },
  body: JSON.stringify(${request.body}),
});
const answer = await response.json();`;
}

/** A call of `catchword/client`; `fetch` for what the client has no method for. */
function asClient(request: BuiltRequest, origin: string): string {
  const call = clientCall(request, origin);
  if (call === null) return asFetch(request, origin);
  return `import { createClient } from 'catchword/client';

const client = createClient({ url: ${JSON.stringify(origin)} });
const answer = await client.${call};`;
}

function clientCall(request: BuiltRequest, origin: string): string | null {
  if (request.method === 'QUERY') return askCall(JSON.parse(request.body));
  const query = queryAt(request.target);
  if (query !== null) return askCall(query);
  const { pathname = '', searchParams = new URLSearchParams() } = URL.parse(request.target, origin) ?? {};
  const page = decoded(/^\/api\/pages\/(.+)$/.exec(pathname)?.[1] ?? '');
  if (page !== '') return `page(${JSON.stringify(page)})`;
  if (pathname !== '/api/search') return null;
  const { q = null, ...options } = Object.fromEntries(searchParams);
  const tags = searchParams.getAll('tag');
  const all = Object.entries({ ...options, ...(tags.length > 1 && { tag: tags }) }).map(([name, value]) => [
    name,
    numbers.includes(name) ? Number(value) : value,
  ]);
  const spelled = all.length === 0 ? '' : `, ${JSON.stringify(Object.fromEntries(all))}`;
  return `search(${JSON.stringify(q)}${spelled})`;
}

/** Empty when the text is not valid percent-encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Options of a search that the client takes as numbers. */
const numbers = ['limit', 'offset', 'sections', 'values', 'suggest'];

function askCall(body: unknown): string {
  const { batch } = body as { readonly batch?: unknown };
  return Array.isArray(batch) ? `batch(${JSON.stringify(batch, null, 2)})` : `ask(${JSON.stringify(body, null, 2)})`;
}

/** The request for a shell or a program, with a button that copies it. */
export function RequestCopyView({ request }: { readonly request: BuiltRequest }): VNode {
  const [copy, choose] = useState<Copy>('curl');
  const [isCopied, setCopied] = useState(false);
  const text = copyOf(request, copy, location.origin);
  return html`<div class="copy">
    <ul class="tabs" aria-label=${labels.copyAs}>${COPIES.map(
      (each) =>
        html`<li><button type="button" aria-pressed=${each === copy} onClick=${() => {
          choose(each);
          setCopied(false);
        }}>${each}</button></li>`,
    )}
      <li><button type="button" onClick=${() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>${isCopied ? labels.copied : labels.copy}</button></li>
    </ul>
    <pre tabindex="0"><code>${text}</code></pre>
  </div>`;
}

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

/** JSON of more characters has no colours. */
const longestColoured = 100_000;
const JSON_PIECE = /("(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|-?\b\d[\d.e+-]*)/;

/** Indented JSON with its names, texts, numbers and literals in colours. */
function coloured(text: string): VNode | string {
  if (!/^[[{]/.test(text) || text.length > longestColoured) return text;
  const pieces = text.split(JSON_PIECE);
  return html`${pieces.map((piece, at) => {
    if (at % 2 === 0) return piece;
    const isName = piece.startsWith('"') && pieces[at + 1]!.startsWith(':');
    const kind = isName ? 'name' : piece.startsWith('"') ? 'string' : /^[-\d]/.test(piece) ? 'number' : 'word';
    return html`<span class=${`c-${kind}`}>${piece}</span>`;
  })}`;
}

/** Status, size, time, fields and body of an answer. @param isStale whether the query was changed since */
export function answerView(answer: ShownAnswer, isStale: boolean): VNode {
  if (answer === 'none') return html`<p class="count">${labels.none}</p>`;
  if (answer === 'waiting') return html`<p class="count">${labels.waiting}</p>`;
  if (answer === null) return html`<p class="fault">${labels.offline}</p>`;
  const { status, fields, bytes, milliseconds, text } = answer;
  return html`<div class=${isStale ? 'stale' : ''}>
    ${isStale ? html`<p class="count">${labels.stale}</p>` : null}
    <p class="answered"><strong>${status}</strong><span>${labels.bytes(bytes)}</span><span>${labels.time(milliseconds)}</span></p>
    <details><summary>${labels.headers}</summary><dl class="headers-list">${fields.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></details>
    ${h(AnswerBody, { text })}
  </div>`;
}

/** The rows of an answer, or of all answers of a batch; none for any other text. */
export function rowsOf(text: string): readonly PageInfo[] {
  try {
    const { items, answers = [{ items: items! }] } = JSON.parse(text) as Partial<
      Answer & { answers: readonly Answer[] }
    >;
    return answers.flatMap((each) => each.items).filter((row) => row.path && row.title);
  } catch {
    return [];
  }
}

/** The body as JSON, or its rows as a list of links. */
function AnswerBody({ text }: { readonly text: string }): VNode {
  const [isList, setList] = useState(false);
  const rows = rowsOf(text);
  const choice = (name: string, list: boolean): VNode =>
    html`<li><button type="button" aria-pressed=${isList === list} onClick=${() => setList(list)}>${name}</button></li>`;
  return html`${rows.length === 0 ? null : html`<ul class="tabs" aria-label=${labels.showAs}>${choice(labels.json, false)}${choice(labels.list, true)}</ul>`}
    ${
      isList && rows.length > 0
        ? html`<ol class="rows">${rows.map(
            ({ path, title, match }) => html`<li class="row"><a href=${pageAddress(path)} dir="auto">${title}</a>
        <p class="trail"><span class="path" dir="ltr">${breakable(path)}</span></p>
        ${match?.excerpt ? html`<p class="excerpt" dir="auto">${match.excerpt}</p>` : null}</li>`,
          )}</ol>`
        : html`<pre class="answer-body" tabindex="0"><code>${coloured(text)}</code></pre>`
    }`;
}
