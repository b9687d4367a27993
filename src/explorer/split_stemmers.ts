import type { StemmerScripts } from '../client/static_search.ts';

const FIRST = /^ {4}var (\w+)Stemmer = function \(_SnowballStemmer\d*\) \{$/gm;
const END = '    function newStemmer(lng) {';
/** After what the library exports, which needs all of its parts. */
const BEGIN = '    exports.algorithms = algorithms;\n';

/**
 * Divides the library snowball-stemmers, which is one script of 24 classes, by language: a site has pages in a few.
 * @param library its text
 * @throws Error for a library that is laid out in another way
 */
export function splitStemmers(library: string): StemmerScripts {
  const begin = library.indexOf(BEGIN);
  const end = library.indexOf(END);
  const found = [...library.matchAll(FIRST)];
  if (begin === -1 || end === -1 || found.length === 0) throw new Error('Cannot divide snowball-stemmers by language');
  const algorithms = found.map(({ 1: name, index }, at): [string, string] => [
    name!,
    library.slice(index, found[at + 1]?.index ?? end),
  ]);
  const typeOf = library.slice(0, library.indexOf('\n'));
  const shared = `${typeOf}\n${library.slice(begin + BEGIN.length, found[0]!.index)}`;
  return { shared, algorithms: Object.fromEntries(algorithms) };
}
