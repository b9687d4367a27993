/** A path into a JSON value: member names and array indices, outermost first. */
export type JsonPath = readonly (string | number)[];

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^"{}[\]:,\s]+/g;

/**
 * Reads the numbers at some paths of a JSON text as they are written: a double keeps neither the digits of 9007199254740993
 * nor the spelling of 1e30. One pass without recursion; each number is compared with the paths of its depth.
 *
 * @param text one JSON value that `JSON.parse` reads, whose objects name each key once
 * @returns one literal for each path, in the order of `paths`; null where the path leads to no number
 */
export function readNumbersAsWritten(text: string, paths: readonly JsonPath[]): (string | null)[] {
  const lengths = new Set(paths.map(({ length }) => length));
  const found: (string | null)[] = paths.map(() => null);
  /** The path of the value that is read: in each open container the member's name, or the index. */
  const path: (string | number)[] = [];
  let isName = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const last = path.length - 1;
    if (token === '{' || token === '[') {
      isName = token === '{';
      path.push(isName ? '' : 0);
    } else if (token === '}' || token === ']') path.pop();
    else if (token === ',') {
      const place = path[last]!;
      isName = typeof place === 'string';
      if (typeof place === 'number') path[last] = place + 1;
    } else if (token === ':') isName = false;
    else if (isName) path[last] = JSON.parse(token) as string;
    else if (/^[-\d]/.test(token) && lengths.has(path.length)) {
      for (const [i, wanted] of paths.entries()) if (isSame(wanted, path)) found[i] = token;
    }
  }
  return found;
}

/** Compares from the end: the numbers of a list differ there, and names above them may be long. */
function isSame(a: JsonPath, b: JsonPath): boolean {
  if (a.length !== b.length) return false;
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return false;
  return true;
}
