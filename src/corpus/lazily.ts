/** @returns a function that calls `make` once and then returns the same value. If `make` throws, the next call retries. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
