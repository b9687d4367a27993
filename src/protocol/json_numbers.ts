/** A path into a JSON value: member names and array indices, outermost first. */
export type JsonPath = readonly (string | number)[];

/** A node of the tree of wanted paths: its children by member name or array index, and the numbers of the paths that end here. */
interface PathNode {
  readonly children: Map<string | number, PathNode>;
  readonly ends: number[];
}

/**
 * Reads the numbers at some paths of a JSON text as they are written: a double keeps neither the digits of 9007199254740993
 * nor the spelling of 1e30. One pass in linear time; it recurses only as deep as the longest path.
 *
 * @param text one JSON value that `JSON.parse` reads, whose objects name each key once
 * @returns one literal for each path, in the order of `paths`; null where the path leads to no number
 */
export function readNumbersAsWritten(text: string, paths: readonly JsonPath[]): (string | null)[] {
  const root = buildPathTree(paths);
  const found = new Array<string | null>(paths.length).fill(null);
  visit(text, skipSpace(text, 0), root, found);
  return found;
}

function buildPathTree(paths: readonly JsonPath[]): PathNode {
  const root: PathNode = { children: new Map(), ends: [] };
  for (const [index, path] of paths.entries()) {
    let at = root;
    for (const token of path) {
      const next: PathNode = at.children.get(token) ?? { children: new Map(), ends: [] };
      at.children.set(token, next);
      at = next;
    }
    at.ends.push(index);
  }
  return root;
}

/** Reads the value that begins at `at`. @returns the offset after it */
function visit(text: string, at: number, wanted: PathNode | undefined, found: (string | null)[]): number {
  if (wanted === undefined) return skipValue(text, at);
  const first = text[at];
  if (first === '{' && wanted.children.size > 0) return visitObject(text, at, wanted, found);
  if (first === '[' && wanted.children.size > 0) return visitArray(text, at, wanted, found);
  const end = skipValue(text, at);
  if (wanted.ends.length > 0 && /[-\d]/.test(first ?? '')) {
    for (const index of wanted.ends) found[index] = text.slice(at, end);
  }
  return end;
}

function visitObject(text: string, start: number, wanted: PathNode, found: (string | null)[]): number {
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const end = skipString(text, at);
    const name = JSON.parse(text.slice(at, end)) as string;
    const value = skipSpace(text, skipSpace(text, end) + 1);
    at = skipSpace(text, visit(text, value, wanted.children.get(name), found));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

function visitArray(text: string, start: number, wanted: PathNode, found: (string | null)[]): number {
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== ']'; index++) {
    at = skipSpace(text, visit(text, at, wanted.children.get(index), found));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return at + 1;
}

/** Skips a value of any depth without recursion. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  for (;;) {
    const sign = text[at];
    if (sign === '"') at = skipString(text, at);
    else if (sign === '{' || sign === '[') {
      depth++;
      at++;
    } else if (sign === '}' || sign === ']') {
      depth--;
      at++;
    } else {
      at = depth === 0 ? skipScalar(text, at) : at + 1;
    }
    if (depth === 0) return at;
  }
}

function skipScalar(text: string, start: number): number {
  let at = start;
  while (at < text.length && !',]} \n\r\t'.includes(text[at]!)) at++;
  return at;
}

function skipString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \n\r\t'.includes(text[at]!)) at++;
  return at;
}
