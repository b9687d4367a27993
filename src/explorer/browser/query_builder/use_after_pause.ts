import { useEffect } from 'preact/hooks';

/** Milliseconds between the last change and the call. */
const pause = 120;

/**
 * Calls `ask` after a pause in the changes of the inputs, and uses its answer unless they have changed since.
 * @param ask null: there is nothing to ask
 */
export function useAfterPause<Answer>(
  ask: (() => Promise<Answer>) | null,
  take: (answer: Answer) => void,
  inputs: readonly unknown[],
): void {
  useEffect(() => {
    if (ask === null) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const answer = await ask();
      if (!isOld) take(answer);
    }, pause);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, inputs);
}
