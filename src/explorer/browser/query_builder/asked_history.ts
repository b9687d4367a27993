import { type FragmentState, readFragment, spellFragment } from './fragment_state.ts';

/** What an entry of the browser's history has besides its address. */
interface Entry {
  /** The query, because an address has no room for long bodies. */
  readonly built: FragmentState;
  /** Whether it was asked, so that an edit begins another entry. */
  readonly wasAsked: boolean;
}

/** How long an edit waits to be written, in milliseconds: browsers limit how often an address may change. */
const pause = 300;

/**
 * Keeps the query in the address and in the browser's history. An edit changes the current entry, or Back would undo
 * one letter at a time. A query that was sent keeps its entry, and a chosen example begins a new one.
 */
export class AskedHistory {
  #wasAsked = false;
  #pending: FragmentState | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The query of the current entry; both null when it has none. */
  read(): FragmentState {
    this.#forget();
    const entry = history.state as Entry | null;
    this.#wasAsked = entry?.wasAsked === true;
    const { body, get } = readFragment(location.hash);
    return body === null && get === null && entry !== null ? entry.built : { body, get };
  }

  edit(built: FragmentState): void {
    if (this.#wasAsked) {
      this.#push(built);
      return;
    }
    this.#forget();
    this.#pending = built;
    this.#timer = setTimeout(() => this.#flush(), pause);
  }

  /** Shows another query, in a new entry unless it is the current one. */
  choose(built: FragmentState): void {
    this.#flush();
    if (spellFragment(built) !== location.hash) this.#push(built);
  }

  ask(built: FragmentState): void {
    this.#forget();
    this.#wasAsked = true;
    history.replaceState({ built, wasAsked: true } satisfies Entry, '', spellFragment(built));
  }

  /** Writes what waits to be written. */
  #flush(): void {
    const built = this.#pending;
    this.#forget();
    if (built !== null) history.replaceState({ built, wasAsked: false } satisfies Entry, '', spellFragment(built));
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#pending = null;
  }

  #push(built: FragmentState): void {
    this.#forget();
    this.#wasAsked = false;
    history.pushState({ built, wasAsked: false } satisfies Entry, '', spellFragment(built));
  }
}
