/** Longer bodies are not kept in the address, in bytes of UTF-8. */
const longestBody = 8 * 1024;

/** What the fragment of the builder's address says. A fragment is neither sent nor logged. */
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
export function spellFragment({ body, get }: FragmentState): string {
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
