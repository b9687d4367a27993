/**
 * One spelling for words that readers hold to be the same: compatibility forms (NFKC), case and diacritics folded, invisible
 * characters dropped. The same function serves baking and asking.
 */

const ASCII = /^[\x00-\x7f]*$/;
const INVISIBLE = /\p{Cf}/gu;
/** Accents of alphabets whose readers type without them; a Japanese dakuten or a Thai vowel sign is a letter's own part. */
const ACCENT = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{Mn}*)\p{Mn}/gu;
const CYRILLIC_ACCENT = /(?<=\p{Script=Cyrillic})[\u0300\u0301\u0308]/gu;
const VOWEL_POINTS = /[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
/** Latin letters that Unicode does not decompose but that readers type without their stroke. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ς: 'σ',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
};
const UNDECOMPOSED_LETTER = /[ßςæœøłđħı]/g;

/** @param word any text; @returns its folded form, possibly empty */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return word
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENT, '')
    .replace(CYRILLIC_ACCENT, '')
    .replace(VOWEL_POINTS, '')
    .replace(UNDECOMPOSED_LETTER, (letter) => UNDECOMPOSED[letter]!)
    .normalize('NFC');
}
