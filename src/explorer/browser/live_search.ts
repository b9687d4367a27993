import type { SearchAnswer } from '../../client/api_types.ts';
import { readersRange } from '../../text/language_range.ts';
import * as labels from '../view/explorer_labels.ts';
import {
  addressOf,
  changed,
  type ExplorerState,
  isStart,
  OWN_LANGUAGE,
  readState,
  SORTS,
  searchParametersOf,
} from '../view/explorer_state.ts';
import { describeAnswer, searchResults } from '../view/search_results.ts';
import { createPagePanel } from './page_panel.ts';
import { createTypedSearch, type Outcome } from './search_requests.ts';
import { isPlainClick } from './shortcuts.ts';
import { elementOf, pageFacts, renderOwn } from './site.ts';

/** Below this width a page opens on its own instead of beside the rows. */
const besideRows = matchMedia('(min-width: 75rem)');

/** How the address changes when another state is shown. */
type History = 'push' | 'replace' | 'keep';

/** Turns the result page of the server into one that searches while the reader types. */
export function startLiveSearch(input: HTMLInputElement): void {
  const facts = pageFacts();
  const offered = document.body.dataset.sorts?.split(' ') ?? [];
  const sorts = SORTS.filter((sort) => offered.includes(sort));
  const rows = elementOf('answer');
  const status = elementOf('status');
  /** Its class `slow` dims the rows of the search before. */
  const frame = elementOf('beside');
  const panel = createPagePanel(facts, closePage);
  const search = createTypedSearch(status, receive, () => {
    frame.classList.add('slow');
    status.textContent = labels.searching;
  });
  /** Where no language is chosen, a search is in that of the reader. Null: all pages are. */
  const ownLanguage = readersRange(
    navigator.languages,
    facts.languages.map(({ code }) => code),
  );
  let state = readState(location.search);
  /** Whether Back should return to the current entry, so that the next letter begins another one. */
  let isEntered = false;
  /** Whether the rows of an earlier entry are awaited. */
  let isReturning = false;
  /** The choice that began the current entry, while it keeps the focus: arrow keys change it again and again. */
  let choosing = '';

  search.listen(input, () => typed('replace'));
  input.form!.addEventListener('submit', (event) => {
    event.preventDefault();
    search.forget();
    typed('push');
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    if (link == null || event.defaultPrevented || !isPlainClick(event) || !elementOf('main').contains(link)) return;
    // Back leads to it, also from another document.
    if (rows.contains(link)) history.replaceState({ followed: link.getAttribute('href') }, '');
    if (follow(link)) event.preventDefault();
  });
  rows.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLSelectElement;
    if (name !== 'language' && name !== 'version') return;
    go(changed(state, { [name]: value || null }), name === choosing ? 'replace' : 'push');
    choosing = name;
  });
  rows.addEventListener('focusin', () => {
    choosing = '';
  });
  addEventListener('popstate', () => {
    const next = readState(location.search);
    input.value = next.q;
    go(next, 'keep');
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) focusFollowed();
  });
  startRowKeys(input, rows, () => {
    input.value = '';
    typed('replace');
  });
  // The reader may have typed before the script ran.
  if (input.value.trimStart() !== state.q) typed('replace');
  const first = state;
  // Each language has an address of its own, so only the script knows the reader's.
  const own = document.querySelector(`#languages :has(> [hreflang="${ownLanguage}" i])`);
  own?.parentElement?.prepend(own);
  if (state.page !== null) {
    void panel.show(state.page, false).then(() => {
      // Below the rows it would be out of sight.
      if (!besideRows.matches && scrollY === 0) elementOf('panel').scrollIntoView();
    });
  }
  focusFollowed();

  /** Searches for what the field holds. */
  function typed(how: 'push' | 'replace'): void {
    const q = input.value.trimStart();
    if (q === state.q && how === 'replace') return;
    go(changed(state, { q, language: state.language ?? ownLanguage }), isEntered ? 'push' : how);
    isEntered = how === 'push';
  }

  /** Gives the focus back to the link by which the reader left this entry of the history. */
  function focusFollowed(): void {
    const { followed } = (history.state ?? {}) as { readonly followed?: string };
    const links = [...rows.querySelectorAll('a')];
    links.find((link) => link.getAttribute('href') === followed)?.focus();
  }

  /** Shows what a link leads to. @returns false where the browser should follow it */
  function follow(link: HTMLAnchorElement): boolean {
    const { path, anchor } = link.dataset;
    if (path !== undefined && anchor === undefined && besideRows.matches) {
      go({ ...state, page: path }, 'push');
      return true;
    }
    // The start in another language is another document.
    if (link.pathname !== '/explore' || link.origin !== location.origin || link.hreflang !== '') return false;
    const read = readState(link.search);
    const next = read.language === OWN_LANGUAGE ? { ...read, language: ownLanguage } : read;
    if (next.offset !== state.offset) scrollTo({ top: 0 });
    input.value = next.q;
    go(next, 'push');
    return true;
  }

  function closePage(): void {
    const path = state.page;
    go({ ...state, page: null }, 'push');
    rows.querySelector<HTMLElement>(`.row h2 a[data-path=${CSS.escape(path ?? '')}]`)?.focus();
  }

  function go(next: ExplorerState, how: History): void {
    const isSameSearch = addressFor(next) === addressFor(state);
    const isOtherPage = next.page !== state.page;
    state = next;
    choosing = '';
    if (how !== 'replace') isEntered = true;
    if (how === 'push' && addressOf(next) !== location.pathname + location.search)
      history.pushState(null, '', addressOf(next));
    else if (how !== 'keep') history.replaceState(null, '', addressOf(next));
    if (isOtherPage) panel.show(next.page, how === 'push');
    isReturning = how === 'keep' && !isSameSearch;
    if (!isSameSearch) search.request(addressFor(next));
    else if (how === 'keep') focusFollowed();
  }

  function receive(address: string, outcome: Outcome): void {
    if (outcome.kind === 'answer' && address === addressFor(state)) draw(outcome.answer);
    search.settle();
    frame.classList.remove('slow');
    status.classList.toggle('refused', outcome.kind !== 'answer');
    search.tell(describeOutcome(outcome, state.q));
  }

  function draw(answer: SearchAnswer): void {
    const { name = '' } = document.activeElement as HTMLSelectElement;
    renderOwn(searchResults({ state, answer, facts, sorts, origin: location.origin }), rows);
    // The first time, what the server wrote goes, and with it the choice that was just made.
    const before = choosing;
    if (document.activeElement === document.body) rows.querySelector<HTMLElement>(`select[name="${name}"]`)?.focus();
    choosing = before;
    if (isReturning) focusFollowed();
    isReturning = false;
    showStart(isStart(state) && (state.language ?? ownLanguage) === (first.language ?? ownLanguage));
    document.title = state.q === '' ? facts.title : `${state.q} - ${facts.title}`;
  }
}

function describeOutcome(outcome: Outcome, q: string): string {
  if (outcome.kind === 'answer') return describeAnswer(outcome.answer, q);
  if (outcome.kind === 'refusal') return outcome.detail;
  return labels.offline;
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
function startRowKeys(input: HTMLInputElement, answer: HTMLElement, clear: () => void): void {
  const links = (): HTMLElement[] => [...answer.querySelectorAll<HTMLElement>('.rows a:not(.copies a)')];

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
