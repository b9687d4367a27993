/** What came of a submission. Only `recorded` is a confirmation. */
export type Outcome =
  | { readonly kind: 'recorded' }
  /** `reason`: why the service refused it. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The service or its proxy is overloaded or failed; `seconds`: when to try again, if that is known. */
  | { readonly kind: 'busy'; readonly seconds: number | null }
  /** No answer came. */
  | { readonly kind: 'offline' };

/** Milliseconds that an answer is waited for. */
const patience = 15_000;
const mostKeys = 16;

/** Sends one submission. @param key the same one whenever this body is sent again */
export async function sendSubmission(address: string, body: string, key: string): Promise<Outcome> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // The reader may leave the page right after the click.
      keepalive: true,
      signal: AbortSignal.timeout(patience),
    });
    const { status, headers } = response;
    if (status === 201) return { kind: 'recorded' };
    if (status === 429 || status >= 500) return { kind: 'busy', seconds: secondsOf(headers.get('Retry-After')) };
    const problem = (await response.json().catch(() => ({}))) as { readonly detail?: unknown } | null;
    return { kind: 'refused', reason: String(problem?.detail ?? status) };
  } catch {
    return { kind: 'offline' };
  }
}

/** A date, which depends on clocks, counts as unknown. */
function secondsOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/**
 * Makes a function that gives the Idempotency-Key of a body: a new one at first, and the same one whenever that body is sent again, so
 * that it is recorded once (specification 4.13).
 */
export function createKeys(): (body: string) => string {
  const keys = new Map<string, string>();
  return (body) => {
    const key = keys.get(body) ?? randomKey();
    if (keys.size >= mostKeys && !keys.has(body)) keys.delete(keys.keys().next().value!);
    keys.set(body, key);
    return key;
  };
}

/** `crypto.randomUUID` is there on secure pages only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
