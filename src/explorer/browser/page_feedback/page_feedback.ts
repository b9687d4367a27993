/**
 * `<catchword-feedback>`: asks below any page whether it helped. One click is one submission (specification 4.13); a second one may say
 * more. Nothing counts as sent before the service confirms that it is stored. The form inside the element is what stays where this
 * script does not run.
 */
import { PAGE_ANSWERS, type PageAnswer } from '../../../text/page_answers.ts';
import type { Kind } from '../../../text/submission_kinds.ts';
import { createStyle } from '../element_style.ts';
import { labelsOf, readLabels } from '../labels.ts';
import { serviceAddress } from '../service_address.ts';
import { english, type Say } from './feedback_labels.ts';
import { ATTRIBUTES, aboutOf } from './feedback_settings.ts';
import { createFeedbackView, type FeedbackView } from './feedback_view.ts';
import { createKeys, type Outcome, sendSubmission } from './send_submission.ts';

/** `element.css` and `page_feedback.css`, minified; the build puts them here. */
declare const FEEDBACK_STYLE: string;

/** The service that this file comes from, also behind a proxy that adds a path: the file is at `explore/assets/`. */
const ownService = new URL('../../', import.meta.url).href;

/** Milliseconds after which a request counts as slow. */
const slowAfter = 400;

const feedbackStyle = createStyle(FEEDBACK_STYLE);

class CatchwordFeedback extends HTMLElement {
  static readonly observedAttributes: readonly string[] = ATTRIBUTES;

  readonly #root: ShadowRoot;
  readonly #keyOf = createKeys();
  #say: Say = readLabels(english, null, '');
  #view: FeedbackView | null = null;
  /** What the reader answered, once it is recorded. */
  #answer: PageAnswer | null = null;
  #isSending = false;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    this.#root.adoptedStyleSheets = [feedbackStyle()];
    // Shortcuts of the page must not take what is typed: outside the shadow root the fields do not look like some.
    this.#root.addEventListener('keydown', (event) => {
      const { key, ctrlKey, metaKey } = event as KeyboardEvent;
      if (key.length === 1 && !ctrlKey && !metaKey) event.stopPropagation();
    });
  }

  connectedCallback(): void {
    // An element that is moved keeps what was typed.
    if (this.#view === null) this.#build();
  }

  /** Another page is another question. */
  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (this.#view !== null && before !== now) this.#build();
  }

  #build(): void {
    this.#say = labelsOf(this, english);
    this.#answer = null;
    this.#isSending = false;
    const view = createFeedbackView(this.#say);
    this.#view = view;
    view.buttons.yes.addEventListener('click', () => this.#give(view, 'yes'));
    view.buttons.no.addEventListener('click', () => this.#give(view, 'no'));
    view.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#sendMore(view);
    });
    this.#root.replaceChildren(view.group);
  }

  async #give(view: FeedbackView, answer: PageAnswer): Promise<void> {
    if (this.#answer !== null) return;
    const { buttons, answered, form } = view;
    const both = [buttons.yes, buttons.no];
    const about = await this.#send(view, answered, both, 'other', 'low', PAGE_ANSWERS[answer]);
    if (about === false) return;
    this.#answer = answer;
    view.setOff(true, ...both);
    buttons[answer].setAttribute('aria-pressed', 'true');
    answered.textContent = this.#say('thanks');
    form.hidden = false;
    this.#dispatch('catchword-feedback', { about, answer });
  }

  async #sendMore(view: FeedbackView): Promise<void> {
    const { form, kind, message, answered, sent, send } = view;
    const text = message.value.trim();
    // A kind says something by itself; "something else" does not.
    message.required = kind.value === 'other';
    if (text === '') message.value = '';
    if (!form.reportValidity()) return;
    const answer = this.#answer!;
    const severity = answer === 'no' ? 'medium' : 'low';
    const about = await this.#send(view, sent, [send], kind.value as Kind, severity, text || PAGE_ANSWERS[answer]);
    if (about === false) return;
    const hadFocus = form.contains(this.#root.activeElement);
    form.hidden = true;
    message.value = '';
    answered.textContent = '';
    sent.textContent = this.#say('sent');
    if (hadFocus) sent.focus();
    this.#dispatch('catchword-feedback-more', { about, kind: kind.value });
  }

  /**
   * Sends a submission, and tells what became of it unless it is recorded.
   * @param off buttons that do nothing meanwhile
   * @returns what it is about; false: it is not recorded, or the element is about another page by now
   */
  async #send(
    view: FeedbackView,
    status: HTMLElement,
    off: readonly HTMLElement[],
    kind: Kind,
    severity: string,
    message: string,
  ): Promise<string | null | false> {
    if (this.#isSending) return false;
    this.#isSending = true;
    view.setOff(true, ...off);
    status.textContent = '';
    const slow = setTimeout(() => {
      status.textContent = this.#say('sending');
    }, slowAfter);
    const about = aboutOf(this);
    const service = serviceAddress(this.getAttribute('api'), document.baseURI) ?? ownService;
    const body = JSON.stringify({ kind, severity, message, about: about ?? undefined });
    const outcome = await sendSubmission(`${service}api/feedback`, body, this.#keyOf(body));
    clearTimeout(slow);
    if (this.#view !== view) return false;
    this.#isSending = false;
    view.setOff(false, ...off);
    if (outcome.kind === 'recorded') return about;
    status.textContent = this.#explain(outcome);
    status.scrollIntoView({ block: 'nearest' });
    return false;
  }

  #explain(outcome: Exclude<Outcome, { readonly kind: 'recorded' }>): string {
    if (outcome.kind === 'refused') return this.#say('refused', { reason: outcome.reason });
    if (outcome.kind === 'offline') return this.#say('offline');
    return outcome.seconds === null ? this.#say('busy') : this.#say('later', { total: outcome.seconds });
  }

  /** Tells the page what is recorded, without the message, which is for the owner alone. */
  #dispatch(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

const name = 'catchword-feedback';
/** In browsers without these, the form inside the element is the better choice. */
const isSupported = 'adoptedStyleSheets' in Document.prototype && 'timeout' in AbortSignal;

// The page may load two versions; the first one stays.
if (isSupported && customElements.get(name) === undefined) customElements.define(name, CatchwordFeedback);
