interface Waiting<Key, Value> {
  readonly key: Key;
  resolve(value: Value): void;
  reject(reason: unknown): void;
}

/**
 * Joins single reads of one turn of the event loop into requests for several keys.
 * @param most keys of one request
 * @param fetch returns the values of keys, in the same order
 */
export function gather<Key, Value>(
  most: number,
  fetch: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = [];

  function send(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    fetch(batch.map(({ key }) => key)).then(
      (values) => {
        for (const [at, { resolve }] of batch.entries()) resolve(values[at]!);
      },
      (reason: unknown) => {
        for (const { reject } of batch) reject(reason);
      },
    );
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (waiting.length === most) send();
      else if (waiting.length === 1) queueMicrotask(send);
    });
}
