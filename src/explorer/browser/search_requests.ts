import type { SearchAnswer } from '../../client/api_types.ts';

/** The outcome of a search. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: SearchAnswer }
  /** `detail`: why the service refused it. */
  | { readonly kind: 'refusal'; readonly detail: string }
  | { readonly kind: 'offline' };

/** Asks an address. Rejects only when it is aborted. */
type AskSearch = (address: string, options: RequestInit & { readonly signal: AbortSignal }) => Promise<Outcome>;

/** Milliseconds between a key and its search; after a blank, which ends a word, the search starts at once. */
export const keyPause = 40;
/** Milliseconds after the last change before the status line is changed, so that it is not read out letter by letter. */
const statusPause = 500;
/** Milliseconds after which a search counts as slow. */
const slowAfter = 400;

const cachedAnswers = 50;
/** Milliseconds after which a request is aborted when a newer one waits for it. */
const patience = 250;

/**
 * A search while people type: from the keys in a field to the status line.
 * @param status the line that tells what was found
 * @param give takes outcomes, none of them older than the one before
 * @param wait called when a request is slow
 * @param options of every request
 * @param ask how an address is asked
 */
export function createTypedSearch(
  status: HTMLElement,
  give: (address: string, outcome: Outcome) => void,
  wait: () => void,
  options?: RequestInit,
  ask?: AskSearch,
) {
  const request = createSearchRequests(give, options, ask);
  let keyTimer = 0;
  let statusTimer = 0;
  let slowTimer = 0;
  const forget = (): void => clearTimeout(keyTimer);
  const settle = (): void => clearTimeout(slowTimer);
  return {
    /**
     * Calls `ask` when what is typed in a field is to be searched for, and `change` at each change before.
     * @param pauseOf milliseconds between the last key of a text and its search
     */
    listen(
      input: HTMLInputElement,
      ask: () => void,
      change?: () => void,
      pauseOf: (text: string) => number = () => keyPause,
    ): void {
      const typed = (): void => {
        forget();
        change?.();
        if (/\s$/.test(input.value) || input.value === '') ask();
        else keyTimer = window.setTimeout(ask, pauseOf(input.value));
      };
      input.addEventListener('input', (event) => {
        if (!(event as InputEvent).isComposing) typed();
      });
      input.addEventListener('compositionend', typed);
    },
    request(address: string): void {
      settle();
      slowTimer = window.setTimeout(wait, slowAfter);
      request(address);
    },
    /** The last request has no need to be waited for any more. */
    settle,
    /** Changes the status line once the reader pauses. */
    tell(text: string): void {
      clearTimeout(statusTimer);
      statusTimer = window.setTimeout(() => {
        status.textContent = text;
      }, statusPause);
    },
    /** What is typed and is not yet searched for will not be. */
    forget,
    stop(): void {
      forget();
      settle();
      clearTimeout(statusTimer);
    },
  };
}

/**
 * Searches by `/api/search`, with one request in progress and the newest one waiting. An answer that is older than the
 * one shown is dropped. Keeps the last answers by address; the HTTP cache and validators do the rest.
 * @param options of every request
 * @param ask how an address is asked
 * @returns a function that requests an address. Of several that wait, only the newest is sent
 */
export function createSearchRequests(
  give: (address: string, outcome: Outcome) => void,
  options: RequestInit = {},
  ask: AskSearch = askService,
): (address: string) => void {
  const cached = new Map<string, SearchAnswer>();
  let asked = 0;
  let given = 0;
  let underWay: AbortController | null = null;
  let waiting: { readonly address: string; readonly number: number } | null = null;

  function settle(address: string, number: number, outcome: Outcome): void {
    if (number < given) return;
    given = number;
    give(address, outcome);
  }

  async function send(address: string, number: number): Promise<void> {
    const controller = new AbortController();
    underWay = controller;
    const outcome = await ask(address, { ...options, signal: controller.signal });
    if (outcome.kind === 'answer') store(address, outcome.answer);
    if (!controller.signal.aborted) settle(address, number, outcome);
    if (underWay === controller) underWay = null;
    sendWaiting();
  }

  function sendWaiting(): void {
    if (waiting === null || underWay !== null) return;
    const { address, number } = waiting;
    waiting = null;
    void send(address, number);
  }

  function store(address: string, answer: SearchAnswer): void {
    cached.delete(address);
    cached.set(address, answer);
    if (cached.size > cachedAnswers) cached.delete(cached.keys().next().value!);
  }

  return (address) => {
    const number = ++asked;
    const known = cached.get(address);
    if (known !== undefined) {
      waiting = null;
      settle(address, number, { kind: 'answer', answer: known });
      return;
    }
    waiting = { address, number };
    if (underWay === null) {
      sendWaiting();
      return;
    }
    const old = underWay;
    setTimeout(() => {
      if (underWay !== old || waiting === null) return;
      old.abort();
      underWay = null;
      sendWaiting();
    }, patience);
  };
}

/** Asks `/api/search` of a service. */
export async function askService(address: string, options: RequestInit): Promise<Outcome> {
  try {
    const response = await fetch(address, options);
    const body = (await response.json()) as SearchAnswer & { readonly detail?: string };
    return response.ok
      ? { kind: 'answer', answer: body }
      : { kind: 'refusal', detail: body.detail ?? response.statusText };
  } catch {
    return { kind: 'offline' };
  }
}
