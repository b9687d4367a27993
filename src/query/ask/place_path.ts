/** A path into a body, as a linked list from the innermost token outwards: a step allocates one small object. Null: the whole body. */
export type PlacePath = { readonly outer: PlacePath; readonly token: string | number; readonly length: number } | null;

/** Long enough for any place in a query within the caps. */
const LONGEST_PATH = 32;
const LONGEST_TOKEN = 100;

/**
 * Appends a token. When the path or the token would be too long (a hostile body), returns `outer`: the path then leads to
 * the enclosing value.
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
