import { render } from 'preact';
import type { SearchAnswer } from '../../client/api_types.ts';
import {
  addressOf,
  changed,
  type ExplorerState,
  isStart,
  readState,
  SORTS,
  type Sort,
  searchParametersOf,
} from '../view/explorer_state.ts';
import { describeAnswer, searchResults } from '../view/search_results.ts';
import { createPagePanel } from './page_panel.ts';
import { createSearchRequests, keyPause, type Outcome, slowAfter, statusPause } from './search_requests.ts';
import { isPlainClick } from './shortcuts.ts';
import { elementOf, pageFacts } from './site.ts';

/** Below this width a page opens on its own instead of beside the rows. */
const besideRows = matchMedia('(min-width: 75rem)');

/** Turns the result page of the server into one that searches while the reader types. */
export function startLiveSearch(input: HTMLInputElement): void {
  const search = new LiveSearch(input);
  listenToTyping(input, search);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    if (link == null || event.defaultPrevented || !isPlainClick(event) || !elementOf('main').contains(link)) return;
    if (search.follow(link)) event.preventDefault();
  });
  addEventListener('popstate', () => search.restore());
  startRowKeys(input, elementOf('answer'), () => {
    input.value = '';
    search.typed('replace');
  });
  search.start();
}

/** How the address changes when another state is shown. */
type History = 'push' | 'replace' | 'keep';

/** The state that is shown, and the search for it. */
class LiveSearch {
  readonly #input: HTMLInputElement;
  readonly #facts = pageFacts();
  readonly #sorts: readonly Sort[];
  readonly #rows = elementOf('answer');
  readonly #status = new StatusLine();
  readonly #request = createSearchRequests((address, outcome) => this.#receive(address, outcome));
  readonly #panel = createPagePanel(this.#facts, () => this.#closePage());
  #state = readState(location.search);
  /** Whether the rows are this script's, and no longer the server's. */
  #isOwn = false;
  /** Whether Back should return to the current entry, so that the next letter begins another one. */
  #isEntered = false;

  constructor(input: HTMLInputElement) {
    this.#input = input;
    const offered = document.body.dataset.sorts?.split(' ') ?? [];
    this.#sorts = SORTS.filter((sort) => offered.includes(sort));
  }

  start(): void {
    // The reader may have typed before the script ran.
    if (this.#input.value.trimStart() !== this.#state.q) this.typed('replace');
    if (this.#state.page !== null) this.#panel.show(this.#state.page, false);
  }

  /** Searches for what the field holds. */
  typed(how: 'push' | 'replace'): void {
    const q = this.#input.value.trimStart();
    if (q === this.#state.q && how === 'replace') return;
    this.#go(changed(this.#state, { q }), this.#isEntered ? 'push' : how);
    this.#isEntered = how === 'push';
  }

  /** Shows what a link leads to. @returns false where the browser should follow it */
  follow(link: HTMLAnchorElement): boolean {
    const { path, anchor } = link.dataset;
    if (path !== undefined && anchor === undefined && besideRows.matches) {
      this.#go({ ...this.#state, page: path }, 'push');
      return true;
    }
    if (link.pathname !== '/explore' || link.origin !== location.origin) return false;
    const next = readState(link.search);
    if (next.offset !== this.#state.offset) scrollTo({ top: 0 });
    this.#input.value = next.q;
    this.#go(next, 'push');
    return true;
  }

  /** Shows the state of the address. */
  restore(): void {
    const next = readState(location.search);
    this.#input.value = next.q;
    this.#go(next, 'keep');
  }

  #closePage(): void {
    const path = this.#state.page;
    this.#go({ ...this.#state, page: null }, 'push');
    this.#rows.querySelector<HTMLElement>(`.row h2 a[data-path=${CSS.escape(path ?? '')}]`)?.focus();
  }

  #go(next: ExplorerState, how: History): void {
    const isSameSearch = addressFor(next) === addressFor(this.#state);
    const isOtherPage = next.page !== this.#state.page;
    this.#state = next;
    if (how !== 'replace') this.#isEntered = true;
    if (how === 'push' && addressOf(next) !== location.pathname + location.search)
      history.pushState(null, '', addressOf(next));
    else if (how !== 'keep') history.replaceState(null, '', addressOf(next));
    if (isOtherPage) this.#panel.show(next.page, how === 'push');
    if (isSameSearch) return;
    this.#status.begin();
    this.#request(addressFor(next));
  }

  #receive(address: string, outcome: Outcome): void {
    if (outcome.kind === 'answer' && address === addressFor(this.#state)) this.#draw(outcome.answer);
    this.#status.end(describeOutcome(outcome, this.#state.q), outcome.kind !== 'answer');
  }

  #draw(answer: SearchAnswer): void {
    const state = this.#state;
    if (!this.#isOwn) this.#rows.replaceChildren();
    this.#isOwn = true;
    const props = { state, answer, facts: this.#facts, sorts: this.#sorts, origin: location.origin };
    render(searchResults(props), this.#rows);
    showStart(isStart(state));
    document.title = state.q === '' ? this.#facts.title : `${state.q} - ${this.#facts.title}`;
  }
}

/** The line that says what was found, or that a slow search is under way. */
class StatusLine {
  readonly #line = elementOf('status');
  /** Its class `slow` dims the rows of the search before. */
  readonly #frame = elementOf('beside');
  #textTimer = 0;
  #slowTimer = 0;

  /** A search was sent. */
  begin(): void {
    clearTimeout(this.#slowTimer);
    this.#slowTimer = window.setTimeout(() => {
      this.#frame.classList.add('slow');
      this.#line.textContent = 'Searching...';
    }, slowAfter);
  }

  /** A search has ended. @param isRefused whether there are no new rows */
  end(text: string, isRefused: boolean): void {
    clearTimeout(this.#slowTimer);
    clearTimeout(this.#textTimer);
    this.#frame.classList.remove('slow');
    this.#line.classList.toggle('refused', isRefused);
    this.#textTimer = window.setTimeout(() => {
      this.#line.textContent = text;
    }, statusPause);
  }
}

function listenToTyping(input: HTMLInputElement, search: LiveSearch): void {
  let timer = 0;
  const ask = (how: 'push' | 'replace'): void => {
    clearTimeout(timer);
    search.typed(how);
  };
  input.addEventListener('input', (event) => {
    if ((event as InputEvent).isComposing) return;
    clearTimeout(timer);
    if (/\s$/.test(input.value)) ask('replace');
    else timer = window.setTimeout(() => ask('replace'), keyPause);
  });
  input.addEventListener('compositionend', () => ask('replace'));
  input.form!.addEventListener('submit', (event) => {
    event.preventDefault();
    ask('push');
  });
}

function describeOutcome(outcome: Outcome, q: string): string {
  if (outcome.kind === 'answer') return describeAnswer(outcome.answer, q);
  if (outcome.kind === 'refusal') return outcome.detail;
  return 'There is no connection to the service. The rows are those of the last answer.';
}

/** Shows what stands above the rows before anything is searched, where the server wrote it; else the heading of the rows. */
function showStart(isShown: boolean): void {
  const start = document.getElementById('start');
  if (start === null) return;
  start.hidden = !isShown;
  elementOf('heading').hidden = isShown;
}

function addressFor(state: ExplorerState): string {
  return `/api/search?${searchParametersOf(state)}`;
}

/**
 * Arrow keys move the real focus from the search field into the links of the rows and between them. Links stay links. A printable
 * key goes back to the field; Escape goes back, then clears, then leaves.
 *
 * @param clear empties the field and shows what that finds
 */
export function startRowKeys(input: HTMLInputElement, answer: HTMLElement, clear: () => void): void {
  const links = (): HTMLElement[] => [...answer.querySelectorAll<HTMLElement>('.rows a')];

  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') {
      const [first] = links();
      if (first === undefined) return;
      event.preventDefault();
      first.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (input.value === '') input.blur();
      else clear();
    }
  });

  answer.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at === -1 || ctrlKey || metaKey || altKey) return;
    if (key === 'Escape' || (key === 'ArrowUp' && at === 0)) {
      event.preventDefault();
      input.focus();
      return;
    }
    // The key is typed into the field that has the focus when it is pressed.
    if (key.length === 1 && key !== ' ') {
      input.focus();
      input.setSelectionRange(input.value.length, input.value.length);
      return;
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
    const target = to === undefined ? undefined : all[Math.min(to, all.length - 1)];
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  });
}
