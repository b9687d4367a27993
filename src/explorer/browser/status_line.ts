import { elementOf } from './page_facts.ts';

/** Milliseconds after the last change before the status line is changed, so that it is not read out letter by letter. */
const pauseBeforeText = 500;
/** Milliseconds after which a search counts as slow. */
const slowAfter = 400;

/** The line that says what was found, or that a slow search is under way. */
export class StatusLine {
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
    }, pauseBeforeText);
  }
}
