/** @returns a function that calls `make` when it is first called, and gives that value from then on; if `make` throws, the next call retries */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
