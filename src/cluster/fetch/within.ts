import { ClusterUnavailable } from './cluster_unavailable.ts';

/**
 * Time limit of a whole answer, as a multiple of the deadline of one attempt: an answer takes several requests, one
 * after the other.
 */
export const ATTEMPTS = 4;

/**
 * Does work that asks a cluster several times.
 * @param deadline of one attempt, in milliseconds
 * @throws ClusterUnavailable when the work takes too long; the signal's reason once it aborts
 */
export async function within<Result>(
  signal: AbortSignal,
  deadline: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const late = AbortSignal.timeout(ATTEMPTS * deadline);
  try {
    return await work(AbortSignal.any([signal, late]));
  } catch (error) {
    if (late.aborted && !signal.aborted) throw new ClusterUnavailable('deadline');
    throw error;
  }
}
