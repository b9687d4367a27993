/** Where a caret stands in a JSON text that is being written. */
export interface JsonPlace {
  /** Whether a member name or a value belongs there. */
  readonly kind: 'name' | 'value';
  /** Containers from the outside to the inside. The last one holds the caret. */
  readonly containers: readonly JsonContainer[];
  /** The written part of the word at the caret, without quotes. */
  readonly word: string;
  /** The word with its quotes, as offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

export interface JsonContainer {
  readonly isArray: boolean;
  /** Name of the member that leads to the next container, or whose value holds the caret; null in an array. */
  readonly name: string | null;
  /** All member names in it, also behind the caret. */
  readonly names: readonly string[];
}

interface Frame {
  readonly isArray: boolean;
  name: string | null;
  readonly names: string[];
  isName: boolean;
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** @returns null where nothing can be completed, such as behind a whole value */
export function jsonPlaceAt(text: string, caret: number): JsonPlace | null {
  const frames: Frame[] = [];
  // The frames are filled beyond the caret.
  const found: {
    readonly open: readonly Frame[];
    readonly path: readonly (string | null)[];
    readonly rest: Omit<JsonPlace, 'containers'>;
  }[] = [];
  let isDone = false;
  const take = (start: number, end: number, token: string): void => {
    const last = frames.at(-1);
    isDone = true;
    if (last === undefined) return;
    const word = token
      .slice(0, Math.max(0, caret - start))
      .replace(/^"/, '')
      .replace(/"$/, '');
    const kind = last.isName ? 'name' : 'value';
    // A text without a closing quote would reach to the end of its line.
    const to = /^"(?:[^"\\]|\\.)*$/.test(token) ? caret : end;
    found.push({ open: [...frames], path: frames.map(({ name }) => name), rest: { kind, word, start, end: to } });
  };
  let previous = '';
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length;
    if (!isDone && index >= caret) atGap();
    if (!isDone && caret <= end && !/^[{}[\],:]$/.test(token)) take(index, end, token);
    read(token);
    previous = token;
  }
  if (!isDone) atGap();
  const [place] = found;
  if (place === undefined) return null;
  const containers = place.open.map(({ isArray, names }, at) => ({ isArray, name: place.path[at]!, names }));
  return { ...place.rest, containers };

  /** The caret stands between tokens: something may begin there behind these signs only. */
  function atGap(): void {
    if (/^[{[,:]$/.test(previous)) take(caret, caret, '');
    isDone = true;
  }

  function read(token: string): void {
    const last = frames.at(-1);
    if (token === '{' || token === '[')
      frames.push({ isArray: token === '[', name: null, names: [], isName: token === '{' });
    else if (token === '}' || token === ']') frames.pop();
    else if (last === undefined || last.isArray) return;
    else if (token === ',') last.isName = true;
    else if (token === ':') last.isName = false;
    else if (last.isName && token.startsWith('"')) {
      last.name = token.replace(/^"|"$/g, '');
      last.names.push(last.name);
    }
  }
}
