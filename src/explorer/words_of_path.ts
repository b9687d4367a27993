import { countCharacters } from '../text/count_characters.ts';

/** A few words say what a page is about, and a search has bounds. */
const mostWords = 5;
const longest = 60;

/**
 * The words in the address of a page that does not exist, to search for: those of the last segment that has any.
 *
 * @param path percent-encoded
 * @example wordsOfPath('/explore/page/guides/set-up.html') // 'set up'
 */
export function wordsOfPath(path: string): string {
  const segments = path.split('/').map((segment) => wordsOf(decoded(segment).replace(/\.(?:md|mdx|html?)$/i, '')));
  const words = segments.findLast((each) => each.length > 0) ?? [];
  return words.slice(0, mostWords).join(' ');
}

function wordsOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => countCharacters(word) <= longest);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
