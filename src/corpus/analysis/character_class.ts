/** A character's class for the tokeniser. Texts are in search form. */
const SEPARATOR = 0;
/** A letter or digit of a script with spaces between words. */
export const WORD = 1;
/** A character that joins the words on both sides of it: `text-align`, `node:sqlite`. */
export const JOINER = 2;
/** A letter of a script without spaces between words, or whose words carry particles (Hangul). */
export const UNSPACED = 3;
/** A combining mark: part of the word or unspaced letter before it; ignored elsewhere. */
export const MARK = 4;

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
export const asciiClasses = table.slice(0, 0x80);

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
