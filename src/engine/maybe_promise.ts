/** A value that is there at once, as the embedded engine gives it, or that has to be waited for. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Goes on with a value now where it is there, else when it comes. A promise costs a turn of the event loop's microtasks. */
export function whenThere<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
