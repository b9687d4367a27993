import { createQueryAnalyser, type QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import { stemAlgorithm } from '../../corpus/analysis/stem.ts';
import { fold } from '../../text/fold.ts';
import { searchForm } from '../../text/search_form.ts';

/** A word of a question: spellings that a text of `comparable` has, any of which is the word. */
export type SoughtWord = readonly string[];

/** Shorter words are parts of too many others (`get` of `target`): they are found only where a word begins. */
const LONG_ENOUGH = 4;

/** Reads the words of a question without those that every text has, unless it has no others. In a text they are found by their stems. */
type ReadQuestion = (query: string) => readonly SoughtWord[];

/** @param languages of the site, its own first */
export function questionReader(languages: readonly string[]): ReadQuestion {
  const algorithms = [...new Set(languages.map(stemAlgorithm))];
  const analyser = createQueryAnalyser(algorithms, languages[0]!, { cacheBytes: 0 });
  return (query) => wordsOf(query, analyser);
}

function wordsOf(query: string, analyser: QueryAnalyser): readonly SoughtWord[] {
  const units = analyser.units(query);
  const content = units.filter(({ functionWordOn }) => functionWordOn !== analyser.allStemmers);
  const parts = (content.length > 0 ? content : units).flatMap((unit) => unit.parts);
  const asked = comparable(query);
  const words = parts.map(({ terms, shape }) => {
    const found = terms.map((term) => partIn(asked, term)).filter((part) => part !== '');
    return found.map((part) => (shape === 'word' && part.length < LONG_ENOUGH ? ` ${part}` : part));
  });
  return [...new Map(words.map((word) => [word.join('\n'), word])).values()];
}

/** The beginning of a term that a text has: a stem may end in another letter than its word (`memori` of `memory`). */
function partIn(text: string, term: string): string {
  let length = term.length;
  while (!text.includes(term.slice(0, length))) length--;
  return term.slice(0, length);
}

/** What is between words: all signs of ASCII, Latin-1 and U+2000 to U+206F. Classes of Unicode take several times as long. */
const BETWEEN_WORDS = /[^a-z0-9+#\u00c0-\u1fff\u2070-\uffff]+/g;

/** A text in which words are looked for: folded, one space where words begin. */
export function comparable(text: string): string {
  return ` ${fold(searchForm(text)).replaceAll(BETWEEN_WORDS, ' ')}`;
}

export function hasWord(compared: string, word: SoughtWord): boolean {
  return word.some((spelling) => compared.includes(spelling));
}
