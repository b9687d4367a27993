import { render } from 'preact';
import { describeAnswer } from '../view/describe_answer.ts';
import {
  addressOf,
  changed,
  type ExplorerState,
  readState,
  SORTS,
  searchParametersOf,
} from '../view/explorer_state.ts';
import { searchResults } from '../view/search_results.ts';
import { elementOf, pageFacts } from './page_facts.ts';
import { createPagePanel } from './page_panel.ts';
import { startRowKeys } from './row_keys.ts';
import { createSearchRequests, type Outcome } from './search_requests.ts';

/** Milliseconds after a key before it is asked; a blank ends a word and is asked at once. */
const keyPause = 40;
/** Milliseconds after the last change before the status line is changed, so that it is not read out letter by letter. */
const statusPause = 500;
/** Milliseconds after which a search counts as slow. */
const slowAfter = 400;
/** Below this width a page is read on its own instead of beside the rows. */
const besideRows = matchMedia('(min-width: 75rem)');

/** Turns the result page of the server into one that searches while the reader types. */
export function startLiveSearch(input: HTMLInputElement): void {
  const facts = pageFacts();
  const offered = document.body.dataset.sorts?.split(' ') ?? [];
  const sorts = SORTS.filter((sort) => offered.includes(sort));
  const answerPlace = elementOf('answer');
  const status = elementOf('status');
  const frame = elementOf('beside');
  let state = readState(location.search);
  let isOwn = false;
  /** Whether the entry of the history is one to come back to, so that a letter begins another one. */
  let isEntered = false;
  let keyTimer = 0;
  let statusTimer = 0;
  let slowTimer = 0;

  const requests = createSearchRequests(give);
  const panel = createPagePanel(facts, () => {
    const path = state.page;
    go({ ...state, page: null }, 'push');
    answerPlace.querySelector<HTMLElement>(`.row h2 a[data-path=${CSS.escape(path ?? '')}]`)?.focus();
  });

  function give(address: string, outcome: Outcome): void {
    clearTimeout(slowTimer);
    frame.classList.remove('slow');
    if (outcome.kind === 'answer') {
      if (address === addressFor(state)) draw(outcome.answer, state);
      say(describeAnswer(outcome.answer, state.q));
    } else {
      say(
        outcome.kind === 'refusal'
          ? outcome.detail
          : 'There is no connection to the service. The rows are those of the last answer.',
      );
    }
    status.classList.toggle('refused', outcome.kind !== 'answer');
  }

  function draw(answer: Extract<Outcome, { kind: 'answer' }>['answer'], shown: ExplorerState): void {
    if (!isOwn) answerPlace.replaceChildren();
    isOwn = true;
    render(searchResults({ state: shown, answer, facts, sorts, origin: location.origin }), answerPlace);
    showStart(shown.q === '' && shown.collection === null && shown.tags.length === 0 && shown.offset === 0);
    document.title = shown.q === '' ? facts.title : `${shown.q} - ${facts.title}`;
  }

  function say(text: string): void {
    clearTimeout(statusTimer);
    statusTimer = window.setTimeout(() => {
      status.textContent = text;
    }, statusPause);
  }

  /** Shows another state. @param how what becomes of the address */
  function go(next: ExplorerState, how: 'push' | 'replace' | 'keep'): void {
    const isSameSearch = addressFor(next) === addressFor(state);
    const isOtherPage = next.page !== state.page;
    state = next;
    if (how !== 'replace') isEntered = true;
    if (how === 'push' && addressOf(next) !== location.pathname + location.search)
      history.pushState(null, '', addressOf(next));
    else if (how !== 'keep') history.replaceState(null, '', addressOf(next));
    if (isOtherPage) panel.show(next.page, how === 'push');
    if (isSameSearch) return;
    clearTimeout(slowTimer);
    slowTimer = window.setTimeout(() => {
      frame.classList.add('slow');
      status.textContent = 'Searching...';
    }, slowAfter);
    requests.ask(addressFor(next));
  }

  function typed(how: 'push' | 'replace'): void {
    clearTimeout(keyTimer);
    const q = input.value.trimStart();
    if (q === state.q && how === 'replace') return;
    go(changed(state, { q }), isEntered ? 'push' : how);
    isEntered = how === 'push';
  }

  input.addEventListener('input', (event) => {
    if ((event as InputEvent).isComposing) return;
    clearTimeout(keyTimer);
    if (/\s$/.test(input.value)) typed('replace');
    else keyTimer = window.setTimeout(() => typed('replace'), keyPause);
  });
  input.addEventListener('compositionend', () => typed('replace'));
  input.form!.addEventListener('submit', (event) => {
    event.preventDefault();
    typed('push');
  });

  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    if (link == null || !isPlainClick(event) || !elementOf('main').contains(link)) return;
    const { path, anchor } = link.dataset;
    if (path !== undefined && anchor === undefined && besideRows.matches) {
      event.preventDefault();
      go({ ...state, page: path }, 'push');
    } else if (link.pathname === '/explore' && link.origin === location.origin) {
      event.preventDefault();
      const next = readState(link.search);
      if (next.offset !== state.offset) scrollTo({ top: 0 });
      input.value = next.q;
      go(next, 'push');
    }
  });

  addEventListener('popstate', () => {
    const next = readState(location.search);
    input.value = next.q;
    go(next, 'keep');
  });

  startRowKeys(input, answerPlace, () => {
    input.value = '';
    typed('replace');
  });
  // The reader may have typed before the script ran.
  if (input.value.trimStart() !== state.q) typed('replace');
  if (state.page !== null) panel.show(state.page, false);
}

/** Shows what stands above the rows before anything is searched, where the server wrote it; else the heading of the rows. */
function showStart(isStart: boolean): void {
  const start = document.getElementById('start');
  if (start === null) return;
  start.hidden = !isStart;
  elementOf('heading').hidden = isStart;
}

function addressFor(state: ExplorerState): string {
  return `/api/search?${searchParametersOf(state)}`;
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.shiftKey &&
    !event.altKey
  );
}
