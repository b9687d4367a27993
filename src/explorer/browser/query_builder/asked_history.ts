/** Longer bodies are not kept in the address, in bytes of UTF-8. */
const longestBody = 8 * 1024;

/** The state in the fragment of the builder's address. A fragment is neither sent nor logged. */
export interface FragmentState {
  /** JSON text of a QUERY; null for none. */
  readonly body: string | null;
  /** Path and query string of a GET; null for none. */
  readonly get: string | null;
}

/** @param hash `#body=BASE64URL` or `#get=ADDRESS` */
export function readFragment(hash: string): FragmentState {
  const parameters = new URLSearchParams(hash.slice(1));
  const get = parameters.get('get');
  return { body: decodeBody(parameters.get('body') ?? ''), get: get?.startsWith('/') === true ? get : null };
}

/** @returns an empty fragment for a body that is too long */
export function formatFragment({ body, get }: FragmentState): string {
  if (get !== null) return `#get=${encodeURIComponent(get)}`;
  const bytes = new TextEncoder().encode(body ?? '');
  if (bytes.length > longestBody) return '#';
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `#body=${btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

function decodeBody(text: string): string | null {
  if (text === '' || text.length > longestBody * 2) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The state of an entry of the browser's history. */
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
export function createAskedHistory() {
  let wasAsked = false;
  let pending: FragmentState | null = null;
  let timer = 0;

  function forget(): void {
    clearTimeout(timer);
    pending = null;
  }
  function write(how: 'pushState' | 'replaceState', built: FragmentState, isAsked = false): void {
    forget();
    wasAsked = isAsked;
    history[how]({ built, wasAsked } satisfies Entry, '', formatFragment(built));
  }
  function flush(): void {
    if (pending !== null) write('replaceState', pending);
  }

  return {
    /** The query of the current entry; both null when it has none. */
    read(): FragmentState {
      forget();
      const entry = history.state as Entry | null;
      wasAsked = entry?.wasAsked === true;
      const { body, get } = readFragment(location.hash);
      return body === null && get === null && entry !== null ? entry.built : { body, get };
    },
    edit(built: FragmentState): void {
      forget();
      if (wasAsked) write('pushState', built);
      else {
        pending = built;
        timer = window.setTimeout(flush, pause);
      }
    },
    /** Shows another query, in a new entry unless it is the current one. */
    choose(built: FragmentState): void {
      flush();
      if (formatFragment(built) !== location.hash) write('pushState', built);
    },
    ask: (built: FragmentState): void => write('replaceState', built, true),
  };
}
