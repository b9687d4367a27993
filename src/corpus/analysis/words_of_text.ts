import { fold } from '../../text/fold.ts';
import { searchForm } from '../../text/search_form.ts';
import { withoutApostrophes } from './stem.ts';
import { tokenise } from './tokenise.ts';

/**
 * The words of a text, folded and without apostrophes, joined by spaces. Texts that readers would call equal give equal results.
 * @example wordsOfText('Don’t cache: C++') === 'dont cache c++'
 */
export function wordsOfText(text: string): string {
  const form = searchForm(text);
  const words: string[] = [];
  /** The end of a name that ends with a sign, and the sign. */
  let signed = { end: -1, sign: '' };
  tokenise(form, {
    compound(_, end, isSigned) {
      if (isSigned) signed = { end, sign: form[end - 1] === '#' ? '#' : '++' };
    },
    word(start, end) {
      const word = withoutApostrophes(fold(form.slice(start, end)));
      if (word !== '') words.push(end + signed.sign.length === signed.end ? word + signed.sign : word);
    },
    character(start, end, joined) {
      const character = fold(form.slice(start, end));
      if (joined) words[words.length - 1] += character;
      else words.push(character);
    },
    border() {},
  });
  return words.join(' ');
}

/**
 * A key that two names share when they have the same words in the same order, whatever their case, accents and punctuation. It is the
 * same in every language, as words are folded and not stemmed.
 * @returns an empty string for a text without words
 * @example nameKey('Getting Started!') === 'getting started'
 */
export function nameKey(text: string): string {
  const form = searchForm(text);
  const words: string[] = [];
  const add = (start: number, end: number): void => {
    const word = fold(form.slice(start, end)).replace(/['’]/g, '');
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
