import type { MaybePromise } from '../async/maybe_promise.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';

/** Makes a value on first use, once for all who ask meanwhile. After a refusal or an error the next one to ask tries again. */
export function makeOnce<Value>(make: () => Promise<Value | Refusal>): () => MaybePromise<Value | Refusal> {
  let made: MaybePromise<Value | Refusal> | null = null;
  return () => {
    made ??= make().then(
      (value) => {
        made = isRefusal(value) ? null : value;
        return value;
      },
      (error: unknown) => {
        made = null;
        throw error;
      },
    );
    return made;
  };
}
