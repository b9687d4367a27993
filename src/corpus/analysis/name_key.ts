import { fold } from '../../text/fold.ts';
import { searchForm } from '../../text/search_form.ts';
import { LONGEST_WORD, tokenise } from './tokenise.ts';

const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/i;
const APOSTROPHES = /['’]/g;

/**
 * A key that two names share when they have the same words in the same order, whatever their case, accents and punctuation. It is the
 * same in every language, as words are folded and not stemmed.
 * @returns an empty string for a text without words
 * @example nameKey('Getting Started!') === 'getting started'
 */
export function nameKey(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const words: string[] = [];
  const form = searchForm(text);
  const add = (start: number, end: number): void => {
    const word = fold(form.slice(start, end)).replace(APOSTROPHES, '');
    if (word !== '') words.push(word);
  };
  tokenise(form, {
    // `C++` is another name than `C`.
    compound: (start, end, signed) => signed && add(start, end),
    word: add,
    character: add,
    border() {},
  });
  return words.join(' ');
}

/** Whether a text is words of ASCII with single spaces, which need no reading but for their case. */
export function isPlain(text: string): boolean {
  return text.length <= LONGEST_WORD && PLAIN.test(text);
}
