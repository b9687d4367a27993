import { MemberNames } from './member_names.ts';

export interface JsonFault {
  /** What is wrong, without quoting the text: "an object names a key twice". */
  readonly detail: string;
  /** UTF-16 offset at which reading stopped. */
  readonly offset: number;
}

/** Marks an array in the stack of open values, where an object has the index of its first name. */
const ARRAY = -1;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Finds the first fault in a text that must be one JSON value (RFC 8259) whose objects name each key once. Null means that
 * `JSON.parse` accepts the text. Takes linear time and does not recurse, because the text may nest as deep as it is long.
 */
export function findJsonFault(text: string): JsonFault | null {
  /** A stack with an entry for each open array and object: ARRAY, or the index in `names` of the object's first name. */
  const open: number[] = [];
  const names = new MemberNames(text);
  let at = skipSpace(text, 0);
  if (at === text.length) return { detail: 'it is empty', offset: 0 };

  for (;;) {
    // A value begins here.
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      at = skipSpace(text, at + 1);
      const isObject = code === OPEN_BRACE;
      if (text.charCodeAt(at) !== (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
        open.push(isObject ? names.count : ARRAY);
        if (isObject) {
          const value = readName(text, at, names, names.count);
          if (typeof value !== 'number') return value;
          at = value;
        }
        continue;
      }
      at++;
    } else {
      const end = readScalar(text, at, code);
      if (end < 0) return fault(text, ~end, code === QUOTE ? 'a string is not well-formed' : 'a value was expected');
      at = end;
    }

    // A value has ended: close the arrays and objects that end here, then find the next value.
    for (;;) {
      at = skipSpace(text, at);
      if (open.length === 0) return at === text.length ? null : { detail: 'something follows the value', offset: at };
      const start = open[open.length - 1]!;
      const next = text.charCodeAt(at);
      if (next === COMMA) {
        at = skipSpace(text, at + 1);
        if (start === ARRAY) break;
        const value = readName(text, at, names, start);
        if (typeof value !== 'number') return value;
        at = value;
        break;
      }
      if (next !== (start === ARRAY ? CLOSE_BRACKET : CLOSE_BRACE)) {
        return fault(text, at, `a comma or the end of ${start === ARRAY ? 'an array' : 'an object'} was expected`);
      }
      if (start !== ARRAY) names.leave(start);
      open.pop();
      at++;
    }
  }
}

function fault(text: string, offset: number, detail: string): JsonFault {
  return offset >= text.length ? { detail: 'it ends too early', offset: text.length } : { detail, offset };
}

/** Reads a member's name and colon. Returns where its value begins. `start` is the object's start in `names`. */
function readName(text: string, at: number, names: MemberNames, start: number): number | JsonFault {
  if (text.charCodeAt(at) !== QUOTE) return fault(text, at, 'the name of a member was expected');
  const end = readString(text, at);
  if (end < 0) return fault(text, ~end, 'a string is not well-formed');
  if (!names.add(at + 1, end - 1, start)) return { detail: 'an object names a key twice', offset: at };

  const colon = skipSpace(text, end);
  if (text.charCodeAt(colon) !== COLON) return fault(text, colon, 'a colon was expected');
  return skipSpace(text, colon + 1);
}

// The readers below return the offset after what they read, or the complement (~) of the offset of the fault.

function readScalar(text: string, at: number, code: number): number {
  if (code === QUOTE) return readString(text, at);
  if (code === MINUS || isDigit(code)) return readNumber(text, at);
  for (const word of ['true', 'false', 'null']) {
    if (text.startsWith(word, at)) return at + word.length;
  }
  return ~at;
}

function readString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < SPACE) return ~at;
    if (code === BACKSLASH) {
      const escaped = text[++at];
      if (escaped === undefined) return ~at;
      if (escaped === 'u') {
        for (let digit = at + 1; digit <= at + 4; digit++) if (!isHexDigit(text.charCodeAt(digit))) return ~digit;
        at += 4;
      } else if (!'"\\/bfnrt'.includes(escaped)) {
        return ~at;
      }
    }
  }
  return ~text.length;
}

function readNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === MINUS ? start + 1 : start;
  if (!isDigit(text.charCodeAt(at))) return ~at;
  // No digit may follow a leading zero.
  at = text.charCodeAt(at) === ZERO ? at + 1 : skipDigits(text, at);
  if (text.charCodeAt(at) === DOT) {
    if (!isDigit(text.charCodeAt(++at))) return ~at;
    at = skipDigits(text, at);
  }
  if ((text.charCodeAt(at) | 0x20) === 0x65 /* e or E */) {
    at++;
    const sign = text.charCodeAt(at);
    if (sign === PLUS || sign === MINUS) at++;
    if (!isDigit(text.charCodeAt(at))) return ~at;
    at = skipDigits(text, at);
  }
  return at;
}

function skipDigits(text: string, at: number): number {
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function skipSpace(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== SPACE && code !== LINE_FEED && code !== RETURN && code !== TAB) return at;
    at++;
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}
