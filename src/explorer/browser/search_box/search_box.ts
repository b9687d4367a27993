/**
 * `<catchword-search>`: a search box for any site. It shows the rows of `GET /api/search` below its field, or in a dialog, and never
 * touches the page outside its shadow root. The form inside the element is what stays where this script does not run.
 */

import type { SearchAnswer } from '../../../client/api_types.ts';
import { withoutDirective } from '../../view/text_directive.ts';
import { element } from '../element.ts';
import { createStyle } from '../element_style.ts';
import { labelsOf, languageAround, readLabels } from '../labels.ts';
import { askService, createTypedSearch, keyPause, type Outcome } from '../search_requests.ts';
import { isEditable, isPlainClick, shortcutName, shortcutOf } from '../shortcuts.ts';
import { english, type Say, statusOf } from './box_labels.ts';
import {
  ATTRIBUTES,
  type BoxAttribute,
  type BoxSettings,
  formAddress,
  formInput,
  formName,
  readSettings,
  resultsAddress,
  searchAddress,
} from './box_settings.ts';
import { type BoxView, createBoxView } from './box_view.ts';
import { type CollectionFilter, createCollectionFilter } from './collection_filter.ts';
import { addStars, updateStar } from './page_stars.ts';
import { type Option, resultRows, storedRows } from './result_rows.ts';
import { siteRange, titleOf } from './site_languages.ts';
import { withStaticFiles } from './static_loader.ts';
import { readPages, storePage } from './stored_pages.ts';

export { describeSite } from './site_languages.ts';

/** `element.css` and `search_box.css`, minified; the build puts them here. */
declare const BOX_STYLE: string;

/** The service that this file comes from, also behind a proxy that adds a path: the file is at `explore/assets/`. */
const ownService = new URL('../../', import.meta.url).href;

/** Attributes that change the elements; the others change what is asked. */
const shaping: readonly string[] = ['mode', 'labels', 'placeholder', 'shortcut'];

const boxStyle = createStyle(BOX_STYLE);

const requestOptions: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer' };

/** The element `<catchword-search>`: what it does by attribute, by key and by answer. `BoxView` has its elements. */
class CatchwordSearch extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  readonly #root: ShadowRoot;
  readonly #status = element('p', { role: 'status', class: 'unseen' });
  readonly #search = createTypedSearch(
    this.#status,
    (address, outcome) => this.#give(address, outcome),
    () => {
      this.#view!.setMessage(this.#say('searching'));
      this.#open();
    },
    requestOptions,
    (address, options) =>
      this.#settings.src === null
        ? askService(address, options)
        : withStaticFiles(({ askStaticFiles }) => askStaticFiles(address, options.signal)),
  );
  /** The form of the page may come later than the element, or change. */
  readonly #formWatch = new MutationObserver(() => {
    if (formName(this, this.#say('search')) !== this.#view!.name) this.#rebuild();
  });
  #settings: BoxSettings = this.#readSettings();
  #say: Say = readLabels(english, null, '');
  #view: BoxView | null = null;
  #filter: CollectionFilter | null = null;
  /** The last search, without leading blanks; empty when nothing is shown. */
  #q = '';
  #address = '';
  /** The text of the field whose rows are shown. */
  #shown = '';
  /** Whether the reader chose to search in all languages. It lasts until the field is emptied. */
  #isEverywhere = false;
  #isRebuilding = false;
  #listening: AbortController | null = null;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [boxStyle()];
  }

  connectedCallback(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const before = this.#view?.input.value ?? '';
    this.#build();
    this.#view!.input.value = before;
    this.#takeOver();
    // Before the reader types, and perhaps loses the network.
    if (this.#settings.src !== null) withStaticFiles(() => {});
    this.#formWatch.observe(this, { childList: true, subtree: true, attributes: true });
    addEventListener('keydown', (event) => this.#shortcut(event), { signal });
    addEventListener('resize', () => this.#view?.place(), { signal, passive: true });
    addEventListener('scroll', () => this.#view?.place(), { signal, passive: true, capture: true });
    this.addEventListener('focusout', (event) => this.#left(event), { signal });
  }

  disconnectedCallback(): void {
    this.#close();
    this.#listening?.abort();
    this.#formWatch.disconnect();
    this.#search.stop();
    this.#address = '';
    this.#q = '';
  }

  attributeChangedCallback(name: BoxAttribute, before: string | null, now: string | null): void {
    if (!this.isConnected || this.#view === null || before === now) return;
    this.#settings = this.#readSettings();
    if (shaping.includes(name)) this.#rebuild();
    else if (this.#q !== '') this.#ask(this.#q);
  }

  #readSettings(): BoxSettings {
    return readSettings((name) => this.getAttribute(name), ownService, document.baseURI);
  }

  /** Where the answers come from. */
  get #source(): string {
    return this.#settings.src ?? this.#settings.api;
  }

  /** The settings with what the reader chose. */
  get #asked(): BoxSettings {
    return { ...this.#settings, collection: this.#filter!.chosen() ?? this.#settings.collection };
  }

  /** What the search is narrowed to; null: all languages. */
  #range(): string | null {
    const { language } = this.#settings;
    if (language !== null) return language === 'all' ? null : language;
    return this.#isEverywhere || !this.#isOwn ? null : siteRange(languageAround(this));
  }

  /** Whether the service that this file comes from is asked. */
  get #isOwn(): boolean {
    return this.#source === ownService;
  }

  #build(): void {
    this.#settings = this.#readSettings();
    this.#say = labelsOf(this, english);
    const placeholder = this.getAttribute('placeholder') ?? formInput(this)?.placeholder ?? '';
    const view = createBoxView(
      this.#settings,
      this.#say,
      formName(this, this.#say('search')),
      placeholder,
      shortcutName(this.#settings.shortcuts),
    );
    this.#view = view;
    view.setMessage('');
    view.setRows([]);
    this.#filter = createCollectionFilter(
      this.#say,
      (collection) => (this.#isOwn ? titleOf(collection) : collection),
      () => this.#ask(this.#q),
    );
    view.all.before(this.#filter.bar);
    this.#root.replaceChildren(...view.nodes);
    // A dialog makes everything outside it inert, the status line too.
    (view.dialog ?? this.#root).append(this.#status);
    this.#listen(view);
  }

  /** Makes the elements again, with the text, the focus and the rows that were there. */
  #rebuild(): void {
    const { input, isOpen, dialog } = this.#view!;
    const wasOpen = isOpen();
    const hadFocus = this.#root.activeElement === input;
    const wasInDialog = dialog?.open === true;
    const { value, selectionStart, selectionEnd } = input;
    this.#isRebuilding = true;
    this.#close();
    this.#build();
    const view = this.#view!;
    view.input.value = value;
    if (hadFocus || wasInDialog) {
      view.dialog?.showModal();
      view.input.focus();
      view.input.setSelectionRange(selectionStart, selectionEnd);
    }
    this.#isRebuilding = false;
    if ((wasOpen || view.dialog !== null) && this.#q !== '') this.#ask(this.#q);
  }

  #listen(view: BoxView): void {
    const { input, popup, opener, dialog, closer, all } = view;
    const ask = (): void => {
      const q = input.value.trimStart();
      if (q !== this.#q || !view.isOpen()) this.#ask(q);
    };
    // Many files have words that begin with one letter.
    const pauseOf = (text: string): number =>
      this.#settings.src !== null && /(?:^|\s)\S$/.test(text) ? 800 : keyPause;
    this.#search.listen(input, ask, () => view.choose(-1), pauseOf);
    input.addEventListener('focus', () => {
      const { src } = this.#settings;
      if (src !== null) withStaticFiles(({ prepareStaticFiles }) => prepareStaticFiles(src));
    });
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('click', () => this.#reopen());
    // The focus stays in the field; a click still comes.
    popup.addEventListener('mousedown', (event) => event.preventDefault());
    popup.addEventListener('click', (event) => this.#clicked(event));
    opener?.addEventListener('click', () => this.#enter());
    closer?.addEventListener('click', () => dialog?.close());
    dialog?.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog?.addEventListener('close', () => this.#close());
    all.addEventListener('click', () => this.#close());
  }

  /** Takes over what the reader typed into the form before the script ran. */
  #takeOver(): void {
    const field = formInput(this);
    const view = this.#view!;
    if (field === null || view.input.value !== '') return;
    view.input.value = field.value;
    if (document.activeElement === field && view.dialog === null) view.input.focus();
  }

  #shortcut(event: KeyboardEvent): void {
    const shortcut = shortcutOf(event);
    if (shortcut === null || !this.#settings.shortcuts.includes(shortcut)) return;
    if (event.defaultPrevented || event.isComposing || event.repeat || isEditable(event)) return;
    const { opener, input } = this.#view!;
    // The first visible box of the page gets the key.
    if (!(opener ?? input).checkVisibility({ visibilityProperty: true })) return;
    event.preventDefault();
    this.#enter();
  }

  /** Goes to the field, in its dialog if it has one. */
  #enter(): void {
    const { input, dialog } = this.#view!;
    if (dialog?.open === false) dialog.showModal();
    input.focus();
    input.select();
    if (dialog !== null) this.#reopen();
  }

  #left({ relatedTarget }: FocusEvent): void {
    if (this.#isRebuilding || (relatedTarget instanceof Node && this.#root.contains(relatedTarget))) return;
    // Where focus moves inside the shadow root, the event at the host has the host as its related target.
    if (relatedTarget === this || this.#view?.dialog?.open === true) return;
    this.#close();
  }

  #ask(q: string): void {
    this.#search.settle();
    this.#q = q;
    if (q.trim() === '') {
      this.#address = '';
      this.#isEverywhere = false;
      this.#filter!.clear();
      this.#showStored();
      return;
    }
    this.#dispatch('catchword-search', { q });
    this.#address = searchAddress(this.#asked, q, this.#range());
    this.#search.request(this.#address);
  }

  #give(address: string, outcome: Outcome): void {
    // The answer is late, or the box was emptied or removed from the page.
    if (address !== this.#address || this.#view === null) return;
    this.#search.settle();
    if (outcome.kind === 'answer') {
      const { total } = outcome.answer;
      this.#shown = this.#q.trim();
      this.#filter!.show(outcome.answer);
      this.#show(this.#rowsOf(outcome.answer), statusOf(outcome.answer, this.#shown, this.#say), total);
      this.#dispatch('catchword-answer', { q: this.#q, total });
    } else if (outcome.kind === 'refusal') this.#show([], outcome.detail);
    else {
      // The rows of the last answer stay.
      this.#view.setMessage(this.#say('offline'));
      this.#search.tell(this.#say('offline'));
    }
    if (this.#root.activeElement === this.#view.input) this.#open();
  }

  #rowsOf(answer: SearchAnswer): Option[] {
    return resultRows(answer, this.#q, {
      say: this.#say,
      api: this.#settings.src === null ? this.#settings.api : null,
      page: document.baseURI,
      isNarrow: this.#settings.language === null && this.#range() !== null,
      resultsOf: (q, isEverywhere) => this.#resultsOf(q, isEverywhere),
      request: requestOptions,
    });
  }

  #resultsOf(q: string, isEverywhere = false): string | null {
    return resultsAddress(this.#asked, q, isEverywhere ? null : this.#range(), formAddress(this));
  }

  /** @param said of the answer; shown too where there are no rows or only some words are found */
  #show(options: readonly Option[], said: string, total = 0): void {
    const view = this.#view!;
    if (view.dialog !== null) addStars(options, this.#source, this.#say);
    view.setRows(options);
    view.setMessage(total === 0 || said !== this.#say('pages', { total }) ? said : '');
    const results = total === 0 ? null : this.#resultsOf(this.#q.trim());
    view.all.hidden = results === null;
    view.all.textContent = this.#say('all', { total });
    if (results !== null) view.all.href = results;
    this.#search.tell(said);
  }

  /** What an empty field has: in a dialog the pages that the reader keeps and those that were opened last, or how to use it. */
  #showStored(): void {
    const view = this.#view!;
    if (view.dialog?.open !== true) {
      this.#show([], '');
      this.#close();
      return;
    }
    const kept = readPages('kept', this.#source);
    const recent = readPages('recent', this.#source)
      .filter(({ path }) => !kept.some((page) => page.path === path))
      .slice(0, this.#settings.recent);
    const options = storedRows([...kept, ...recent], document.baseURI);
    this.#show(options, '');
    view.setMessage(this.#say(options.length === 0 ? 'keys' : kept.length === 0 ? 'recent' : 'keptAndRecent'));
    this.#open();
  }

  /** Shows the rows of what the field holds. */
  #reopen(): void {
    const q = this.#view!.input.value.trimStart();
    if (q === this.#q && this.#address !== '') this.#open();
    else this.#ask(q);
  }

  #open(): void {
    const view = this.#view!;
    if (this.#q.trim() === '' && view.dialog?.open !== true) return;
    const wasOpen = view.isOpen();
    view.setOpen(true);
    if (!wasOpen) this.#dispatch('catchword-open', {});
  }

  #close(): void {
    this.#search.settle();
    if (this.#view?.isOpen() !== true) return;
    this.#view.setOpen(false);
    this.#dispatch('catchword-close', {});
  }

  #key(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isBare = !ctrlKey && !metaKey && !shiftKey;
    const view = this.#view!;
    // Shortcuts of the page must not take what is typed: outside the shadow root the field does not look like one.
    if (key.length === 1 && !ctrlKey && !metaKey) event.stopPropagation();
    if ((key === 'ArrowDown' || key === 'ArrowUp') && isBare) {
      event.preventDefault();
      if (view.isOpen() && !altKey) view.move(key === 'ArrowDown' ? 1 : -1);
      else if (!view.isOpen()) this.#reopen();
      else if (key === 'ArrowUp') this.#close();
    } else if ((key === 'ArrowRight' || key === 'ArrowLeft') && isBare && !altKey) {
      const isForward = (key === 'ArrowRight') !== (getComputedStyle(this).direction === 'rtl');
      if (this.#turn(view.chosen(), isForward ? 1 : -1)) event.preventDefault();
    } else if (key === 'Enter') {
      event.preventDefault();
      if (altKey && view.dialog !== null) this.#keep(view.chosen());
      else this.#chosen(event);
    } else if (key === 'Escape') this.#escape(event);
    else if (key === 'Tab' && view.dialog === null) this.#close();
  }

  #chosen({ ctrlKey, metaKey }: KeyboardEvent): void {
    this.#search.forget();
    const view = this.#view!;
    const q = view.input.value.trim();
    const results = this.#resultsOf(q);
    let option = view.chosen();
    if (option === undefined && q === '') return;
    if (option === undefined && results === null) {
      // Without a page of results, Enter opens the first page found for the text of the field.
      if (!view.isOpen() || this.#shown !== q) this.#ask(view.input.value.trimStart());
      else option = view.options().find(({ path }) => path !== null);
      if (option === undefined) return;
    }
    const address = option?.link.href ?? results!;
    if (ctrlKey || metaKey) window.open(address, '_blank', 'noopener');
    else if (option !== undefined) option.link.click();
    else location.assign(address);
  }

  #escape(event: KeyboardEvent): void {
    const { dialog, input, isOpen } = this.#view!;
    if (dialog !== null) return;
    if (!isOpen() && input.value === '') return;
    // The page must not close something of its own by the same key.
    event.preventDefault();
    event.stopPropagation();
    this.#search.forget();
    if (isOpen()) {
      // An answer that is still to come must not open the list again.
      this.#address = '';
      this.#close();
    } else {
      input.value = '';
      this.#ask('');
    }
  }

  #clicked(event: MouseEvent): void {
    const option = this.#view!.options().find(({ link }) => event.composedPath().includes(link));
    if (option === undefined || !isPlainClick(event)) return;
    const turner = option.copies?.turner;
    if (turner != null && event.composedPath().includes(turner)) {
      event.preventDefault();
      this.#turn(option, 1);
    } else if ((event.composedPath()[0] as Element).matches('.star')) {
      event.preventDefault();
      this.#keep(option);
    } else this.#choose(option, event);
  }

  /** Leads a row to another copy of its page. @returns false where it has none */
  #turn(option: Option | undefined, by: 1 | -1): boolean {
    const name = option?.copies?.turn?.(by);
    if (name === undefined) return false;
    this.#search.tell(name);
    updateStar(option!, this.#source, this.#say);
    return true;
  }

  #keep(option: Option | undefined): void {
    const said = option && updateStar(option, this.#source, this.#say, true);
    if (said) this.#search.tell(said);
  }

  #choose({ link, path, title = '', language = null, q, isEverywhere = false }: Option, event: MouseEvent): void {
    const { input, dialog } = this.#view!;
    if (path === null) {
      event.preventDefault();
      this.#isEverywhere ||= isEverywhere;
      input.value = q;
      this.#ask(q);
      return;
    }
    const { recent } = this.#settings;
    const address = withoutDirective(link.href);
    if (recent > 0) storePage('recent', this.#source, { path, title, address, language });
    // The page is leaving: by the link, or by its own router, which cancels the event.
    if (!this.#dispatch('catchword-select', { path, address })) event.preventDefault();
    this.#close();
    dialog?.close();
  }

  #dispatch(name: string, detail: object): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }
}

const name = 'catchword-search';
/** In browsers without these, the form inside the element is the better choice. */
const isSupported = 'togglePopover' in HTMLElement.prototype && 'adoptedStyleSheets' in Document.prototype;

// The page may load two versions; the first one stays.
if (isSupported && customElements.get(name) === undefined) customElements.define(name, CatchwordSearch);
