/** Runs some of many requests at once. */
const AT_ONCE = 8;

/** Values of one kind. What is asked for and is not there is recorded, and fetched later. */
export class Fetched<Asked, Value> {
  readonly #nothing: Value;
  readonly #fetch: (asked: readonly Asked[], signal: AbortSignal) => Promise<readonly Value[]>;
  readonly #known = new Map<string | number, Value>();
  #missing = new Map<string | number, Asked>();

  /**
   * @param nothing stands for a value that is missing
   * @param fetch returns the values of all that is asked for, in the same order
   */
  constructor(nothing: Value, fetch: (asked: readonly Asked[], signal: AbortSignal) => Promise<readonly Value[]>) {
    this.#nothing = nothing;
    this.#fetch = fetch;
  }

  get isMissing(): boolean {
    return this.#missing.size > 0;
  }

  has(key: string | number): boolean {
    return this.#known.has(key);
  }

  get(key: string | number, asked: Asked): Value {
    const known = this.#known.get(key);
    if (known === undefined) this.#missing.set(key, asked);
    return known ?? this.#nothing;
  }

  /** Fetches what is missing. */
  async fetch(signal: AbortSignal): Promise<void> {
    const missing = this.#missing;
    this.#missing = new Map();
    if (missing.size === 0) return;
    const values = await this.#fetch([...missing.values()], signal);
    [...missing.keys()].forEach((key, i) => {
      this.#known.set(key, values[i]!);
    });
  }
}

/** A request for each value, some at a time: a question may ask for hundreds. */
export function oneByOne<Asked, Value>(
  fetch: (asked: Asked, signal: AbortSignal) => Promise<Value>,
): (asked: readonly Asked[], signal: AbortSignal) => Promise<readonly Value[]> {
  return async (asked, signal) => {
    const values: Value[] = [];
    for (let at = 0; at < asked.length; at += AT_ONCE) {
      const some = asked.slice(at, at + AT_ONCE);
      values.push(...(await Promise.all(some.map((each) => fetch(each, signal)))));
    }
    return values;
  };
}
