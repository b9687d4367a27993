import { setTimeout as delay } from 'node:timers/promises';
import { type LinkResult, NO_HOST } from './link_results.ts';

/** Bounds on what is asked of other sites. Times are in milliseconds. */
export const askLimits = {
  /** Sites that are asked at once; each has one request at a time. */
  sites: 16,
  /** Between two requests to one site. */
  pause: 250,
  /** For one request, with its redirects. */
  deadline: 10_000,
  /** Repetitions of a request that failed for a reason that may pass, and the wait before the first; it doubles. */
  repetitions: 2,
  wait: 1_000,
  /** The longest wait that a site may ask for by `Retry-After`. A longer one leaves its links unjudged. */
  longestWait: 30_000,
} as const;

export type AskLimits = { readonly [Name in keyof typeof askLimits]: number };

/** Statuses that say "not now". */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Asks each address by GET for its first byte. Sites are asked side by side, the addresses of one site one after the other.
 * @param addresses absolute, of http or https
 * @param agent value of `User-Agent`
 * @param onProgress receives the number of addresses that were asked
 * @returns what was said, by address; not there: it is not known
 */
export async function askAddresses(
  addresses: readonly string[],
  agent: string,
  onProgress: (done: number, total: number) => void,
  limits: AskLimits = askLimits,
): Promise<ReadonlyMap<string, LinkResult>> {
  const results = new Map<string, LinkResult>();
  const sites = [...Map.groupBy(addresses, (address) => new URL(address).host).values()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let site = sites.shift(); site !== undefined; site = sites.shift()) {
      for (const [at, address] of site.entries()) {
        if (at > 0) await delay(limits.pause);
        results.set(address, await askOne(address, agent, limits));
        onProgress(++done, addresses.length);
      }
    }
  };
  // Sites with most addresses first, as theirs take longest.
  sites.sort((a, b) => b.length - a.length);
  await Promise.all(Array.from({ length: Math.min(limits.sites, sites.length) }, work));
  return results;
}

async function askOne(address: string, agent: string, limits: AskLimits): Promise<LinkResult> {
  const checked = new Date().toISOString().slice(0, 10);
  let wait = limits.wait;
  for (let repetition = 0; ; repetition++) {
    const { status, fault, retryAfter } = await request(address, agent, limits.deadline);
    const mayPass = status === 0 ? fault !== NO_HOST : PASSING.has(status);
    const next = Math.max(wait, retryAfter);
    if (!mayPass || repetition === limits.repetitions || next > limits.longestWait)
      return { checked, status, ...(fault !== undefined && { fault }) };
    await delay(next);
    wait *= 2;
  }
}

interface Said {
  readonly status: number;
  readonly fault?: string;
  /** Milliseconds. */
  readonly retryAfter: number;
}

async function request(address: string, agent: string, deadline: number): Promise<Said> {
  try {
    const response = await fetch(address, {
      headers: { 'User-Agent': agent, Accept: '*/*', Range: 'bytes=0-0' },
      signal: AbortSignal.timeout(deadline),
    });
    // Sites that ignore the range send everything.
    await response.body?.cancel();
    return { status: response.status, retryAfter: waitOf(response.headers.get('retry-after')) };
  } catch (error) {
    return { status: 0, fault: faultOf(error), retryAfter: 0 };
  }
}

/** `Retry-After` in milliseconds, as seconds or as a date. */
function waitOf(value: string | null): number {
  if (value === null) return 0;
  const wait = /^\d+$/.test(value) ? 1_000 * Number(value) : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}

function faultOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no response in time';
  const { code = '' } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND') return NO_HOST;
  return code.includes('CERT') || code.startsWith('ERR_TLS') ? 'invalid certificate' : 'no connection';
}
