import { type MaybePromise, mapMaybe } from '../async/maybe_promise.ts';
import { isSteps, type Steps } from '../async/steps.ts';
import type { AskedKeys } from '../cache/asked_keys.ts';
import type { BoundedCache } from '../cache/bounded_cache.ts';

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
 * Most requests never repeat, and caching their answers would evict others. So an answer is cached when its key is asked for again.
 *
 * @param asked may be that of several caches whose keys differ
 * @param sizeOf the size of an answer in bytes
 */
export function createRepeatedAnswers<Answer>(
  asked: AskedKeys,
  cache: BoundedCache<Answer>,
  sizeOf: (answer: Answer) => number,
): RepeatedAnswers<Answer> {
  function keep(key: string, answer: Answer): void {
    if (asked.isAskedAgain(key)) cache.set(key, answer, sizeOf(answer));
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
      return isSteps(made) ? thenFinish(made, finish) : mapMaybe(made, finish);
    },
  };
}

function* thenFinish<Answer, Reply>(steps: Steps<Answer>, finish: (answer: Answer) => Reply): Steps<Reply> {
  return finish(yield* steps);
}
