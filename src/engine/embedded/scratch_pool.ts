import type { Steps } from '../../async/steps.ts';

/** Maximum number of scratches kept for later requests. */
const MOST_SPARE = 2;

/**
 * Lends working memory to work in steps, and keeps it for later work. After an error or an early stop it is not kept, because it may
 * contain parts of the answer.
 */
export function createScratchPool<Scratch>(make: () => Scratch) {
  const spare: Scratch[] = [];
  return function* withScratch<Answer>(work: (scratch: Scratch) => Steps<Answer>): Steps<Answer> {
    const scratch = spare.pop() ?? make();
    const answer = yield* work(scratch);
    if (spare.length < MOST_SPARE) spare.push(scratch);
    return answer;
  };
}
