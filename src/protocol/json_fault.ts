export interface JsonFault {
  /** What is wrong, without quoting the text: "an object names a key twice". */
  readonly detail: string;
  /** UTF-16 offset at which reading stopped. */
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
export function findJsonFault(text: string): JsonFault | null {
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
      if (end < 0) return fault(text, ~end, first === '"' ? 'a string is not well-formed' : 'a value was expected');
      at = end;
    }

    // A value has ended: close the arrays and objects that end here, then find the next value.
    for (;;) {
      at = skipSpace(text, at);
      if (open.length === 0) return at === text.length ? null : { detail: 'something follows the value', offset: at };
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
        return fault(text, at, `a comma or the end of ${object === null ? 'an array' : 'an object'} was expected`);
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
  if (text[at] !== '"') return fault(text, at, 'the name of a member was expected');
  const end = readString(text, at);
  if (end < 0) return fault(text, ~end, 'a string is not well-formed');
  const raw = text.slice(at + 1, end - 1);
  // Decoded, so that `"\u0061"` and `"a"` are the same name.
  const name = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
  if (hasName(object, name)) return { detail: 'an object names a key twice', offset: at };

  const colon = skipSpace(text, end);
  if (text[colon] !== ':') return fault(text, colon, 'a colon was expected');
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
