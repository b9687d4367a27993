import { alignSearchForm } from '../../text/search_form.ts';

/**
 * Receives tokens in text order. Offsets are UTF-16, `[start, end)`.
 *
 * - `compound`: a name of several parts or with a sign at its end (`text-align`, `C++`), reported before its parts; `signed`:
 *   whether it ends with a sign.
 * - `word`: a word of a spaced script, alone or as a part of a compound.
 * - `character`: one letter of an unspaced script with its combining marks; `joined`: whether it directly follows another one.
 * - `border`: the end of a block; phrases do not match across it.
 */
export interface TokenSink {
  compound(start: number, end: number, signed: boolean): void;
  word(start: number, end: number): void;
  character(start: number, end: number, joined: boolean): void;
  border(at: number): void;
}

/** A character's class for the tokeniser. Texts are in search form. */
const SEPARATOR = 0;
/** A letter or digit of a script with spaces between words. */
export const WORD = 1;
/** A character that joins the words on both sides of it: `text-align`, `node:sqlite`. */
const JOINER = 2;
/** A letter of a script without spaces between words, or whose words carry particles (Hangul). */
export const UNSPACED = 3;
/** A combining mark: part of the word or unspaced letter before it; ignored elsewhere. */
const MARK = 4;

const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}々ー]/u;
const LETTER_OR_MARK = /[\p{L}\p{M}]/u;
const COMBINING_MARK = /\p{M}/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const JOINERS = "-.:_'’‐";

const UNKNOWN = 255;
/** Cached classes of the characters up to U+FFFF. */
const table = new Uint8Array(0x10000).fill(UNKNOWN);
for (let code = 0; code < 0x80; code++) table[code] = classify(String.fromCharCode(code));
/** The classes of the ASCII characters, by code. */
const asciiClasses = table.slice(0, 0x80);

function classify(character: string): number {
  if (JOINERS.includes(character)) return JOINER;
  if (UNSPACED_LETTER.test(character) && LETTER_OR_MARK.test(character)) return UNSPACED;
  if (COMBINING_MARK.test(character)) return MARK;
  return WORD_CHARACTER.test(character) ? WORD : SEPARATOR;
}

/** @param code a Unicode code point of a search form; @returns its class */
export function characterClass(code: number): number {
  if (code > 0xffff) return classify(String.fromCodePoint(code));
  const known = table[code]!;
  if (known !== UNKNOWN) return known;
  const found = classify(String.fromCharCode(code));
  table[code] = found;
  return found;
}

const NEWLINE = 0x0a;
const PLUS = 0x2b;
const HASH = 0x23;
const COLON = 0x3a;
const APOSTROPHE = 0x27;
const TYPOGRAPHIC_APOSTROPHE = 0x2019;
/** Longer words are data, not names. They are cut, so that terms have a bounded size. */
export const LONGEST_WORD = 64;
const LONGEST_COMPOUND = 128;
/** English contractions and possessives are one word: `don't`, `Redis's`. */
const CONTRACTION = /^['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/iu;

/**
 * Tokenises a text in one pass, in linear time.
 * @param text in search form (`searchForm`); other forms of the same text would give other tokens
 */
export function tokenise(text: string, sink: TokenSink): void {
  const length = text.length;
  const bounds = new Bounds();
  let at = 0;
  let afterUnspaced = -1;
  while (at < length) {
    const unit = text.charCodeAt(at);
    const code = unit < 0xd800 || unit > 0xdbff ? unit : text.codePointAt(at)!;
    const kind = unit < 0x80 ? asciiClasses[unit]! : characterClass(code);
    if (kind === WORD) {
      const end = scanCompound(text, at, bounds);
      const { parts, starts, ends } = bounds;
      const signed = end > ends[parts - 1]!;
      if (parts > 1 || signed) sink.compound(at, end, signed);
      for (let part = 0; part < parts; part++) sink.word(starts[part]!, ends[part]!);
      at = end;
    } else if (kind === UNSPACED) {
      const end = scanCharacter(text, at);
      sink.character(at, end, afterUnspaced === at);
      afterUnspaced = end;
      at = end;
    } else {
      if (code === NEWLINE) sink.border(at);
      at += code > 0xffff ? 2 : 1;
    }
  }
}

/**
 * The parts of one compound after the other, without creating an array for each. Plain arrays: most texts are short, and creating typed
 * arrays costs more than reading such a text.
 */
class Bounds {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  parts = 0;
}

/**
 * Reads the name that starts at `start`, and the bounds of its parts.
 * @returns the end of the whole name; after the last part's end when the name ends with a sign (`C++`, `C#`)
 */
function scanCompound(text: string, start: number, bounds: Bounds): number {
  let at = start;
  bounds.parts = 0;
  for (;;) {
    const end = scanWord(text, at);
    bounds.starts[bounds.parts] = at;
    bounds.ends[bounds.parts++] = end;
    at = end;
    if (at - start >= LONGEST_COMPOUND) return at;
    const next = afterJoiner(text, at);
    if (next < 0) break;
    at = next;
  }
  return at + signLength(text, at);
}

function scanWord(text: string, start: number): number {
  const longest = Math.min(text.length, start + LONGEST_WORD);
  let at = start;
  while (at < longest) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80 && unit !== APOSTROPHE) {
      if (asciiClasses[unit] !== WORD) return at;
      at++;
      continue;
    }
    const kind = characterClass(unit < 0xd800 || unit > 0xdbff ? unit : text.codePointAt(at)!);
    if (kind === WORD || kind === MARK)
      at += unit >= 0xd800 && unit <= 0xdbff && text.codePointAt(at)! > 0xffff ? 2 : 1;
    else if ((unit === APOSTROPHE || unit === TYPOGRAPHIC_APOSTROPHE) && isContraction(text, at)) at++;
    else break;
  }
  return at;
}

/** @returns the end of the character at `start` with its combining marks, except marks beyond `LONGEST_WORD` units */
function scanCharacter(text: string, start: number): number {
  let at = start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
  while (at - start < LONGEST_WORD && at < text.length) {
    const code = text.codePointAt(at)!;
    if (characterClass(code) !== MARK) break;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

function isContraction(text: string, at: number): boolean {
  return CONTRACTION.test(text.slice(at, at + 4));
}

/** @returns the start of the next part when a joiner (or `::`) at `at` precedes a word character, else -1 */
function afterJoiner(text: string, at: number): number {
  if (at >= text.length) return -1;
  const unit = text.charCodeAt(at);
  if (characterClass(unit) !== JOINER) return -1;
  const next = unit === COLON && text.charCodeAt(at + 1) === COLON ? at + 2 : at + 1;
  return next < text.length && characterClass(text.codePointAt(next)!) === WORD ? next : -1;
}

/** @returns the length of a `++` or `#` at `at` that no word character follows, else 0 */
function signLength(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const signs = unit === HASH ? 1 : unit === PLUS && text.charCodeAt(at + 1) === PLUS ? 2 : 0;
  if (signs === 0) return 0;
  const after = text.codePointAt(at + signs);
  return after === undefined || characterClass(after) !== WORD ? signs : 0;
}

/** A token's shape: a word, a name with its sign, or this number of characters of an unspaced script. */
export type TokenShape = 'word' | 'signed' | 1 | 2;

/**
 * @param text in search form
 * @returns the end of the token that starts at `start`
 */
export function tokenEnd(text: string, start: number, shape: TokenShape): number {
  if (shape === 'word') return Math.min(scanWord(text, start), text.length);
  if (shape === 'signed') return scanCompound(text, start, new Bounds());
  let at = start;
  for (let i = 0; i < shape && at < text.length; i++) at = scanCharacter(text, at);
  return at;
}

/**
 * Like `tokenEnd`, for a UTF-8 text that need not be in search form.
 * @param start start of the character that contains the token's first one
 * @param to end of the text
 */
export function tokenEndInUtf8(bytes: Buffer, start: number, to: number, shape: TokenShape): number {
  if (shape === 'word') {
    const longest = Math.min(to, start + LONGEST_WORD);
    let at = start;
    while (at < longest && bytes[at]! < 0x80 && characterClass(bytes[at]!) === WORD) at++;
    if (at === longest || (bytes[at]! < 0x80 && bytes[at] !== APOSTROPHE)) return at;
  }
  const text = bytes.utf8Slice(start, Math.min(to, start + 4 * LONGEST_COMPOUND));
  const aligned = alignSearchForm(text);
  return start + Buffer.byteLength(text.slice(0, aligned.end(tokenEnd(aligned.form, 0, shape))));
}
