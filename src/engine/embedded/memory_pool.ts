import type { Steps } from '../../async/steps.ts';

/** Most working memories kept for later requests. */
const MOST_SPARE = 2;

/**
 * Gives work in steps a working memory, and keeps it for later work. After an error or an early stop it is not kept, because it may
 * contain parts of the answer.
 */
export function createMemoryPool<Memory>(make: () => Memory) {
  const spare: Memory[] = [];
  return function* withMemory<Answer>(work: (memory: Memory) => Steps<Answer>): Steps<Answer> {
    const memory = spare.pop() ?? make();
    const answer = yield* work(memory);
    if (spare.length < MOST_SPARE) spare.push(memory);
    return answer;
  };
}
