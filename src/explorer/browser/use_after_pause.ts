import { useEffect } from 'preact/hooks';

/** Milliseconds after a change before a question is asked. */
const pause = 120;

/**
 * Asks a while after the last change of the inputs, and takes the answer unless they have changed since.
 * @param ask null: nothing is asked
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
