import type { BoundedCache } from '../cache/bounded_cache.ts';
import { type MaybePromise, whenThere } from '../work/maybe_promise.ts';
import { isSteps, type Steps } from '../work/steps.ts';

/** Answers that are cached when they are asked for a second time. */
export interface RepeatedAnswers<Answer> {
  /**
   * Finds an answer in the cache, or makes it.
   * @param reply makes a caller's reply of an answer, and of whether it came from the cache
   */
  find<Reply>(
    key: string,
    make: () => MaybePromise<Answer> | Steps<Answer>,
    reply: (answer: Answer, cached: boolean) => Reply,
  ): MaybePromise<Reply> | Steps<Reply>;
}

/**
 * Most requests never repeat, and caching their answers would evict others. So the first request of an answer only caches its key.
 *
 * @param askedOnce keys of answers that were asked for once; several caches may share it when their keys differ
 * @param sizeOf the size of an answer in bytes
 */
export function createRepeatedAnswers<Answer>(
  askedOnce: BoundedCache<true>,
  cache: BoundedCache<Answer>,
  sizeOf: (answer: Answer) => number,
): RepeatedAnswers<Answer> {
  function keep(key: string, answer: Answer): void {
    if (askedOnce.get(key) !== undefined) cache.set(key, answer, sizeOf(answer));
    else askedOnce.set(key, true, 0);
  }

  return {
    find(key, make, reply) {
      const known = cache.get(key);
      if (known !== undefined) return reply(known, true);
      const made = make();
      const finish = (answer: Answer) => {
        keep(key, answer);
        return reply(answer, false);
      };
      return isSteps(made) ? thenFinish(made, finish) : whenThere(made, finish);
    },
  };
}

function* thenFinish<Answer, Reply>(steps: Steps<Answer>, finish: (answer: Answer) => Reply): Steps<Reply> {
  return finish(yield* steps);
}
