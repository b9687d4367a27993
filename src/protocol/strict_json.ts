type StrictJson =
  /** `text` is what the value was read from, without a BOM. */
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  /**
   * `detail` names the fault and its place and never quotes the input. Line and column count from 1, columns in UTF-16
   * units; a BOM is not counted.
   */
  | { readonly ok: false; readonly detail: string; readonly line: number; readonly column: number };

const utf8 = new TextDecoder('utf-8', { fatal: true });
const lossyUtf8 = new TextDecoder('utf-8');

/**
 * Parses one JSON text (RFC 8259) in strict UTF-8, nested to any depth, in linear time. One leading BOM is ignored. An empty
 * body is a fault, and so is an object that names a key twice (RFC 7493 2.3), even if it is escaped differently.
 * A member named `__proto__` becomes an ordinary own property.
 */
export function parseStrictJson(bytes: Uint8Array): StrictJson {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    const lossy = lossyUtf8.decode(bytes);
    return located('it is not UTF-8', lossy, firstReplacement(lossy, bytes));
  }
  const fault = findJsonFault(text);
  if (fault !== null) return located(fault.detail, text, fault.offset);
  return { ok: true, value: JSON.parse(text), text };
}

/** Offset of the first U+FFFD that decoding inserted for a broken sequence and that is not in the bytes. */
function firstReplacement(lossy: string, bytes: Uint8Array): number {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let place = bom ? 3 : 0;
  for (let offset = 0; offset < lossy.length; offset++) {
    const code = lossy.charCodeAt(offset);
    if (code === 0xfffd && !(bytes[place] === 0xef && bytes[place + 1] === 0xbf && bytes[place + 2] === 0xbd)) {
      return offset;
    }
    // Each half of a surrogate pair counts for two of its four bytes.
    place += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
  }
  return lossy.length;
}

function located(detail: string, text: string, offset: number): StrictJson {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', lineStart)) {
    line++;
    lineStart = end + 1;
  }
  const column = offset - lineStart + 1;
  return { ok: false, detail: `${detail} (line ${line}, column ${column})`, line, column };
}

interface JsonFault {
  /** What is wrong, without quoting the text: "an object has a duplicate key". */
  readonly detail: string;
  readonly offset: number;
}

/** The names of an open object. Many have only one, and a text may have as many of these as it is long: so only several are a set. */
interface MemberNames {
  names: string | Set<string> | null;
}

/**
 * Finds the first fault in a text that must be one JSON value (RFC 8259) whose objects name each key once. Null means that
 * `JSON.parse` accepts the text. Takes linear time and does not recurse, because the text may nest as deep as it is long.
 */
function findJsonFault(text: string): JsonFault | null {
  const open: (MemberNames | null)[] = [];
  let at = skipSpace(text, 0);
  if (at === text.length) return { detail: 'it is empty', offset: 0 };

  for (;;) {
    // A value begins here.
    const first = text[at];
    if (first === '{' || first === '[') {
      at = skipSpace(text, at + 1);
      const isObject = first === '{';
      if (text[at] !== (isObject ? '}' : ']')) {
        open.push(isObject ? { names: null } : null);
        if (isObject) {
          const value = readName(text, at, open.at(-1)!);
          if (typeof value !== 'number') return value;
          at = value;
        }
        continue;
      }
      at++;
    } else {
      const end = readScalar(text, at);
      if (end < 0) return fault(text, ~end, first === '"' ? 'a string is not well-formed' : 'expected a value');
      at = end;
    }

    // A value has ended: close the arrays and objects that end here, then find the next value.
    for (;;) {
      at = skipSpace(text, at);
      if (open.length === 0) return at === text.length ? null : { detail: 'there is text after the value', offset: at };
      const object = open.at(-1)!;
      if (text[at] === ',') {
        at = skipSpace(text, at + 1);
        if (object === null) break;
        const value = readName(text, at, object);
        if (typeof value !== 'number') return value;
        at = value;
        break;
      }
      if (text[at] !== (object === null ? ']' : '}')) {
        return fault(text, at, `expected a comma or the end of ${object === null ? 'the array' : 'the object'}`);
      }
      open.pop();
      at++;
    }
  }
}

function fault(text: string, offset: number, detail: string): JsonFault {
  return offset >= text.length ? { detail: 'it ends too early', offset: text.length } : { detail, offset };
}

/** Reads a member's name and colon. Returns where its value begins. */
function readName(text: string, at: number, object: MemberNames): number | JsonFault {
  if (text[at] !== '"') return fault(text, at, 'expected a member name');
  const end = readString(text, at);
  if (end < 0) return fault(text, ~end, 'a string is not well-formed');
  const raw = text.slice(at + 1, end - 1);
  // Decoded, so that `"\u0061"` and `"a"` are the same name.
  const name = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
  if (hasName(object, name)) return { detail: 'an object has a duplicate key', offset: at };

  const colon = skipSpace(text, end);
  if (text[colon] !== ':') return fault(text, colon, 'expected a colon');
  return skipSpace(text, colon + 1);
}

/** Notes a name. @returns whether the object has it already */
function hasName(object: MemberNames, name: string): boolean {
  const { names } = object;
  if (names === null) object.names = name;
  else if (typeof names !== 'string') return names.size === names.add(name).size;
  else if (names === name) return true;
  else object.names = new Set([names, name]);
  return false;
}

// The readers below return the offset after what they read, or the complement (~) of the offset of the fault. Those of strings and of
// space see every character, so they compare codes.

function readScalar(text: string, at: number): number {
  if (text[at] === '"') return readString(text, at);
  if (text[at] === '-' || isDigit(text[at])) return readNumber(text, at);
  for (const word of ['true', 'false', 'null']) {
    if (text.startsWith(word, at)) return at + word.length;
  }
  return ~at;
}

function readString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return ~at;
    if (code !== 0x5c) continue;
    const escaped = text[++at];
    if (escaped === 'u') {
      for (let digit = at + 1; digit <= at + 4; digit++) if (!/[\da-f]/i.test(text[digit] ?? '')) return ~digit;
      at += 4;
    } else if (escaped === undefined || !'"\\/bfnrt'.includes(escaped)) return ~at;
  }
  return ~text.length;
}

function readNumber(text: string, start: number): number {
  let at = text[start] === '-' ? start + 1 : start;
  if (!isDigit(text[at])) return ~at;
  // No digit may follow a leading zero.
  at = text[at] === '0' ? at + 1 : skipDigits(text, at);
  if (text[at] === '.') {
    if (!isDigit(text[++at])) return ~at;
    at = skipDigits(text, at);
  }
  if (text[at] === 'e' || text[at] === 'E') {
    at++;
    if (text[at] === '+' || text[at] === '-') at++;
    if (!isDigit(text[at])) return ~at;
    at = skipDigits(text, at);
  }
  return at;
}

function skipDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text[at])) at++;
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; )
    code = text.charCodeAt(++at);
  return at;
}

function isDigit(sign: string | undefined): boolean {
  return sign !== undefined && sign >= '0' && sign <= '9';
}

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
