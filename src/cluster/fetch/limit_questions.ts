import { ClusterUnavailable } from './cluster_unavailable.ts';

/** Maximum number of questions that one thread asks the cluster at a time. Each keeps the rows that it fetched. */
const AT_ONCE = 32;
/** Maximum number of questions that wait for these. */
const WAITING = 1_024;

/** Runs work when there is room for it, in the order of arrival. */
export type LimitQuestions = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/**
 * Bounds how many questions ask the cluster at a time, so that a burst takes a bounded amount of memory and does not push each
 * question past its deadline.
 *
 * The function rejects with a `ClusterUnavailable` when the queue is full, or with the signal's reason once it aborts.
 */
export function createQuestionLimit(atOnce = AT_ONCE, waiting = WAITING): LimitQuestions {
  let running = 0;
  const queue = new Set<() => void>();

  function room(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.delete(start);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.add(start);
    });
  }

  return async (signal, work) => {
    signal.throwIfAborted();
    if (running < atOnce) running++;
    else if (queue.size >= waiting) throw new ClusterUnavailable('overloaded');
    // The finished work passes its place to the next one.
    else await room(signal);
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next === undefined) running--;
      else {
        queue.delete(next);
        next();
      }
    }
  };
}

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
