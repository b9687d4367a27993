/** A way into a body, kept as a list from the inside out so that a step costs one small object; null is the whole body. */
export type PlacePath = { readonly outer: PlacePath; readonly token: string | number; readonly length: number } | null;

/** Deep enough for any place in a query that keeps to the caps. */
const LONGEST_PATH = 32;
const LONGEST_TOKEN = 100;

/**
 * One step further in. Where a hostile body would make a path long the step is not taken: the path then leads to what
 * surrounds the place.
 */
export function stepInto(outer: PlacePath, token: string | number): PlacePath {
  const length = (outer?.length ?? 0) + 1;
  if (length > LONGEST_PATH || (typeof token === 'string' && token.length > LONGEST_TOKEN)) return outer;
  return { outer, token, length };
}

/** Member names and array indices, outermost first. */
export function tokensOf(path: PlacePath): (string | number)[] {
  const tokens: (string | number)[] = [];
  for (let step = path; step !== null; step = step.outer) tokens.push(step.token);
  return tokens.reverse();
}
