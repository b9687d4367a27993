import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterFailure } from '../client/cluster_client.ts';
import { ClusterError } from '../client/cluster_error.ts';

const ATTEMPTS = 8;
/** Milliseconds before the second attempt. Each further one waits twice as long. */
const FIRST_WAIT = 250;

/**
 * Waits before the next attempt at a step that failed.
 * @param attempt number of the failed attempt, from 1
 * @throws ClusterError when the failure is permanent, or too many attempts failed
 */
export async function tryAgain(
  step: string,
  failure: ClusterFailure,
  attempt: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isPassing = ['deadline', 'unreachable', 'overloaded', 'failing'].includes(failure.reason);
  if (!isPassing || attempt === ATTEMPTS) throw new ClusterError(step, failure);
  await sleep(FIRST_WAIT * 2 ** (attempt - 1), undefined, signal === undefined ? {} : { signal }).catch(
    () => undefined,
  );
}
