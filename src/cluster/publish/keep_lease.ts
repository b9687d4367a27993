import { setInterval } from 'node:timers/promises';
import { LEASE_RENEWAL, type Lease } from '../client/leases.ts';
import { tryAgain } from './try_again.ts';

/** A lease of a build that is being loaded. */
export interface KeptLease {
  /** Aborted, with a ClusterError, when the lease could not be renewed: another publisher may then remove the build. */
  readonly lost: AbortSignal;
  /** Renews it now. @throws ClusterError when it cannot be renewed, or could not be before */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Holds a build until the lease is released.
 * @param now gives milliseconds since 1970
 * @param renewal milliseconds between two renewals
 * @throws ClusterError when the build cannot be held
 */
export async function keepLease(
  lease: Lease,
  index: string,
  now: () => number,
  renewal = LEASE_RENEWAL,
): Promise<KeptLease> {
  const lost = new AbortController();
  const released = new AbortController();
  async function hold(): Promise<void> {
    for (let attempt = 1; !released.signal.aborted; attempt++) {
      const failure = await lease.hold([index], now());
      if (failure === null) return;
      await tryAgain('Cannot mark the build as in use', failure, attempt, released.signal);
    }
  }
  await hold();
  const renewing = (async () => {
    try {
      for await (const _ of setInterval(renewal, null, { signal: released.signal })) await hold();
    } catch (error) {
      if (!released.signal.aborted) lost.abort(error);
    }
  })();
  return {
    lost: lost.signal,
    async renew() {
      lost.signal.throwIfAborted();
      await hold();
    },
    async release() {
      released.abort();
      await renewing;
      await lease.release();
    },
  };
}
