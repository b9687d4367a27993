/** What a character is to the tokeniser. */
const SEPARATOR = 0;
/** A letter, digit or mark of a script that writes blanks between words. */
export const WORD = 1;
/** A character that can hold two words together when it stands between them: `text-align`, `node:sqlite`. */
export const JOINER = 2;
/** A letter of a script written without blanks between words, or whose words carry particles (Hangul). */
export const UNSPACED = 3;

const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}々ー]/u;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]|\u00ad|\u200c|\u200d|\u2060/u;
const JOINERS = "-.:_'’‐‑";

const UNKNOWN = 255;
const table = new Uint8Array(0x10000).fill(UNKNOWN);
for (let code = 0; code < 0x80; code++) table[code] = classify(String.fromCharCode(code));

function classify(character: string): number {
  if (JOINERS.includes(character)) return JOINER;
  if (UNSPACED_LETTER.test(character) && /[\p{L}\p{M}]/u.test(character)) return UNSPACED;
  return WORD_CHARACTER.test(character) ? WORD : SEPARATOR;
}

/** @param code a Unicode code point; @returns its class */
export function characterClass(code: number): number {
  if (code > 0xffff) return classify(String.fromCodePoint(code));
  const known = table[code]!;
  if (known !== UNKNOWN) return known;
  const found = classify(String.fromCharCode(code));
  table[code] = found;
  return found;
}
