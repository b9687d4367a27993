/** @returns a function that calls `make` once and then returns the same value. If `make` throws, the next call retries. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Adds members to an object, each made by a function when it is first read. */
export function withLazy<Target extends object, Members extends object>(
  target: Target,
  members: { readonly [Name in keyof Members]: () => Members[Name] },
): Target & Members {
  for (const [name, make] of Object.entries<() => unknown>(members))
    Object.defineProperty(target, name, { get: lazily(make), enumerable: true });
  return target as Target & Members;
}
