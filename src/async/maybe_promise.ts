/** A value, as the embedded engine returns it, or a promise of it. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Calls `next` now for a value, later for a promise. Awaiting a plain value would cost a microtask. */
export function mapMaybe<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
