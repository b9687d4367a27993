import { fold } from '../../text/fold.ts';
import { searchForm } from '../../text/search_form.ts';
import { isPlain } from './name_key.ts';
import { withoutApostrophes } from './stem.ts';
import { tokenise } from './tokenise.ts';

/**
 * The words of a text, folded and without apostrophes, joined by spaces. Texts that readers would call equal give equal results.
 * @example wordsOfText('Don’t cache: C++') === 'dont cache c++'
 */
export function wordsOfText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const form = searchForm(text);
  const words: string[] = [];
  /** A name that ends with a symbol, until its last part is read. */
  let signed: { readonly end: number; readonly sign: string } | null = null;
  let lastEnd = -1;
  tokenise(form, {
    compound(_, end, isSigned) {
      signed = isSigned ? { end, sign: signAt(form, end) } : null;
    },
    word(start, end) {
      const word = withoutApostrophes(fold(form.slice(start, end)));
      const sign = signed !== null && end + signed.sign.length === signed.end ? signed.sign : '';
      if (word !== '') words.push(word + sign);
    },
    character(start, end, joined) {
      const character = fold(form.slice(start, end));
      if (joined && start === lastEnd && words.length > 0) words[words.length - 1] += character;
      else words.push(character);
      lastEnd = end;
    },
    border() {},
  });
  return words.join(' ');
}

function signAt(text: string, end: number): string {
  return /(?:\+\+|#)$/.exec(text.slice(0, end))?.[0] ?? '';
}
