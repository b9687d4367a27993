import { ASCII } from './normal_form.ts';

const INVISIBLE = /\p{Cf}/gu;
/** Accents that readers often leave out when typing. Not in other scripts: a Japanese dakuten or a Thai vowel sign is part of its letter. */
const ACCENT = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{Mn}*)\p{Mn}/gu;
const CYRILLIC_ACCENT = /(?<=\p{Script=Cyrillic})[\u0300\u0301\u0308]/gu;
const VOWEL_POINTS = /[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g;
/** Letters that Unicode does not decompose, and what readers type instead. */
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

/**
 * One spelling for words that readers consider equal: NFKC, case and diacritics folded, invisible characters removed. Baking and
 * querying both use it.
 *
 * @param word a word or a character; the cost grows with the square of the combining marks in a row
 * @returns its folded form, possibly empty
 * @example fold('Résumé') === 'resume'
 */
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
