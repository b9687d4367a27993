import { h, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SiteFacts } from '../../view/explorer_state.ts';
import { html } from '../../view/html.ts';
import { elementOf, pageFacts, renderOwn } from '../site.ts';
import { createAskedHistory, type FragmentState } from './asked_history.ts';
import * as labels from './builder_labels.ts';
import { JsonEditor } from './json_editor.ts';
import { queryForm } from './query_form.ts';
import { addressFor, bodyOf, type Query, queriesOf, queryAt } from './question.ts';
import { answerView, type BuiltRequest, RequestCopyView, type ShownAnswer, sendRequest } from './requests.ts';
import { examplePage } from './suggestions.ts';

/** Puts the query builder in the place of the form that the server made. */
export function startQueryBuilder(): void {
  renderOwn(h(QueryBuilder, { facts: pageFacts() }), elementOf('builder'));
}

/** The edited query: a body of the grammar as JSON text, or an address, which is sent in its place. */
interface Asked extends FragmentState {
  readonly body: string;
}

function QueryBuilder({ facts }: { readonly facts: SiteFacts }): VNode {
  const [example, setExample] = useState<ExampleWords>(assumedWords);
  const examples = examplesFor(facts, example);
  const [entries] = useState(createAskedHistory);
  const [asked, setAsked] = useState<Asked>(() => readAsked(entries.read(), examples[0]![1]));
  const [selected, select] = useState(0);
  const [answer, setAnswer] = useState<ShownAnswer>('none');
  const [answered, setAnswered] = useState('');

  useEffect(() => {
    void examplePage().then((page) => {
      if (page === null) return;
      setExample(page);
      const [old, next] = [assumedWords, page].map((each) => textOf(examplesFor(facts, each)[0]![1]));
      setAsked((now) => (now.body === old && location.hash === '' ? { get: null, body: next! } : now));
    });
  }, []);
  /** Number of the last request: an answer that arrives after another query was chosen is dropped. */
  const sent = useRef(0);
  const clear = (): void => {
    sent.current++;
    select(0);
    setAnswer('none');
  };

  useEffect(() => {
    const restore = (): void => {
      clear();
      setAsked(readAsked(entries.read(), examples[0]![1]));
    };
    addEventListener('popstate', restore);
    return () => removeEventListener('popstate', restore);
  }, [example]);
  const edit = (next: Asked): void => {
    setAsked(next);
    entries.edit(next);
  };
  const choose = (next: Asked): void => {
    clear();
    setAsked(next);
    entries.choose(next);
  };

  const spelled = asked.get === null ? null : queryAt(asked.get);
  const body = spelled === null ? asked.body : textOf(spelled);
  const isQuery = asked.get === null || spelled !== null;
  const parsed = parse(body);
  /** The last text that was a query: the form shows it, out of use, while the text is none. */
  const lastQuery = useRef<unknown>({});
  if (parsed.ok) lastQuery.current = parsed.value;
  const queries = queriesOf(lastQuery.current);
  const at = Math.min(selected, Math.max(0, queries.length - 1));
  const request = requestOf(asked, parsed);
  const setQueries = (next: readonly Query[]): void => edit({ get: null, body: textOf(bodyOf(next)) });
  const send = async (): Promise<void> => {
    if (request === null) return;
    entries.ask(asked);
    setAnswer('waiting');
    setAnswered(JSON.stringify(request));
    const own = ++sent.current;
    const received = await sendRequest(request);
    if (own === sent.current) setAnswer(received);
  };

  return html`<div class="workbench" onKeyDown=${(event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
  }}>
    <div class="builder">
      <h2>${labels.examples}</h2>
      <ul class="examples">${examples.map(
        ([name, body]) =>
          html`<li><button type="button" onClick=${() => choose({ get: null, body: textOf(body) })}>${name}</button></li>`,
      )}</ul>
      ${
        isQuery
          ? html`
        <fieldset class="bare builder" disabled=${!parsed.ok} aria-label=${labels.form}>
          ${tabs(queries, at, select, setQueries)}
          ${queryForm({ query: queries[at]!, facts, change: (query) => setQueries(queries.with(at, query)) })}
        </fieldset>
        ${h(JsonEditor, { text: body, fault: parsed.ok ? null : parsed.fault, change: (text) => edit({ get: null, body: text }) })}`
          : null
      }
      <label>${labels.asAddress} <input value=${asked.get ?? (request?.method === 'GET' ? request.target : '')} placeholder=${labels.needsBody} autocomplete="off" spellcheck=${false}
        onInput=${(event: Event) => edit({ body, get: (event.target as HTMLInputElement).value })} /></label>
      ${request === null ? null : h(RequestCopyView, { request })}
    </div>
    <div class="builder">
      <div class="send"><button type="button" class="button" disabled=${request === null} onClick=${send}>${labels.run}</button>${request === null ? null : html`<code>${request.method} ${request.target}</code>`}</div>
      <div aria-live="polite">${answerView(answer, JSON.stringify(request) !== answered)}</div>
    </div>
  </div>`;
}

function tabs(
  queries: readonly Query[],
  at: number,
  select: (at: number) => void,
  set: (queries: readonly Query[]) => void,
): VNode {
  const add = (): void => {
    set([...queries, queries[at]!]);
    select(queries.length);
  };
  const remove = (): void => {
    set(queries.toSpliced(at, 1));
    select(Math.max(0, at - 1));
  };
  return html`<ul class="tabs" aria-label=${labels.queries}>
    ${queries.length < 2 ? null : queries.map((_, index) => html`<li><button type="button" aria-pressed=${index === at} onClick=${() => select(index)}>${labels.query(index + 1)}</button></li>`)}
    ${queries.length === 0 || queries.length >= 10 ? null : html`<li><button type="button" onClick=${add}>${labels.add}</button></li>`}
    ${queries.length < 2 ? null : html`<li><button type="button" onClick=${remove}>${labels.remove}</button></li>`}
  </ul>`;
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: string };

function parse(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ok: true, value } : { ok: false, fault: labels.notAnObject };
  } catch (error) {
    return { ok: false, fault: describeFault((error as Error).message, text) };
  }
}

/** What is wrong with JSON, behind its place: that which the browser names, else the end. @param message of the browser */
function describeFault(message: string, text: string): string {
  const lines = text.split('\n');
  const [, line = lines.length, column = lines.at(-1)!.length + 1] = /line (\d+) column (\d+)/.exec(message) ?? [];
  const reason = message.replace(/^JSON\.parse: /, '').replace(/,? (?:in JSON )?at (?:position|line) .*$/s, '');
  return labels.fault(line, column, reason);
}

/** GET when parameters can express the query, else QUERY. */
function requestOf({ get, body }: Asked, parsed: Parsed): BuiltRequest | null {
  if (get !== null) return get.startsWith('/') ? { method: 'GET', target: get } : null;
  if (!parsed.ok) return null;
  const address = addressFor(parsed.value);
  return address === null ? { method: 'QUERY', target: '/api/pages', body } : { method: 'GET', target: address };
}

function readAsked({ body, get }: FragmentState, first: unknown): Asked {
  return { get, body: body ?? textOf(first) };
}

function textOf(body: unknown): string {
  return JSON.stringify(body, null, 2);
}

/** A word and a page that the site has. */
interface ExampleWords {
  readonly word: string;
  readonly path: string;
}

/** The value that examples use until a page of the site is known. */
const assumedWords: ExampleWords = { word: 'search', path: 'index' };

/** Bodies of QUERY to begin with, each with its name. */
function examplesFor(
  { collections }: SiteFacts,
  { word, path }: ExampleWords,
): readonly (readonly [name: string, body: unknown])[] {
  const words = { match: { text: word, in: 'all' }, limit: 5 };
  return [
    [labels.words, words],
    [labels.inTitle, { match: { text: word, in: 'title' } }],
    ...collections
      .slice(0, 1)
      .map(({ name }) => [labels.counted, { collection: name, limit: 5, facets: ['collection', 'tags'] }] as const),
    [labels.notInTitle, { match: { all: [{ text: word, in: 'all' }, { not: { text: word, in: 'title' } }] } }],
    [labels.linked, { traverse: { from: path, follow: 'both', depth: 1 }, limit: 10 }],
    [labels.similar, { like: labels.passage, limit: 5 }],
    [labels.batch, { batch: [words, { path }] }],
  ];
}
