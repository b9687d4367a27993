import { fold } from '../../text/fold.ts';

const QUOTED = /["“”„«»][^"“”„«»]*(?:["“”„«»]|$)/gu;
const APOSTROPHES = /['’]/gu;
/** Longest word, in letters. */
const longestWord = 40;

/**
 * The words of a search that found nothing, as they are counted: folded, of 2 to 40 letters. Words that may name a
 * person or a secret are left out: words with a digit or an `@`, and text in quotation marks.
 * @returns the words with single blanks between them, or null when none are left
 * @example missKey('Kubernets: bob@example.org "Jo Doe" v2') === 'kubernets'
 */
export function missKey(typed: string): string | null {
  const words = typed
    .replace(QUOTED, ' ')
    .split(/\s+/)
    .filter((word) => !/[\p{N}@＠]/u.test(word))
    .flatMap((word) => fold(word.replace(APOSTROPHES, '')).match(/[\p{L}\p{M}]+/gu) ?? [])
    .filter((word) => isFit([...word].length));
  return words.length === 0 ? null : words.join(' ');
}

function isFit(letters: number): boolean {
  return letters >= 2 && letters <= longestWord;
}
