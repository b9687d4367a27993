import snowball from 'snowball-stemmers';

/** Name and version of the stemmer library. Stored in the artefact, because another version may give other terms. */
export const STEMMER = 'snowball-stemmers 0.6.0';

/** Primary language subtag -> Snowball algorithm. Words of other languages are not stemmed. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

const HAS_DIGIT = /\p{N}/u;
const APOSTROPHES = /['’]/g;
const POSSESSIVE = /['’]s$/;

export type Stem = (folded: string) => string;

/** Cached stemmers, at most one per algorithm and one for `none`. */
const stemmers = new Map<string, Stem>();

/** @param language a BCP 47 tag; @returns its Snowball algorithm, or `none` */
export function stemAlgorithm(language: string): string {
  const primary = language.toLowerCase().split('-')[0]!;
  return Object.hasOwn(ALGORITHMS, primary) ? ALGORITHMS[primary]! : 'none';
}

/** Whether a name is a result of `stemAlgorithm`. */
export function isStemAlgorithm(name: string): boolean {
  return name === 'none' || Object.values(ALGORITHMS).includes(name);
}

/**
 * @param algorithm a result of `stemAlgorithm`
 * @returns a primary language subtag that uses it, or `und`; languages that share an algorithm also share function words
 */
export function languageOf(algorithm: string): string {
  return Object.keys(ALGORITHMS).find((language) => ALGORITHMS[language] === algorithm) ?? 'und';
}

/** @returns a folded word without its possessive ending and apostrophes, in every language: `dont` for `don't` */
export function withoutApostrophes(folded: string): string {
  return folded.replace(POSSESSIVE, '').replace(APOSTROPHES, '');
}

/**
 * @param algorithm a result of `stemAlgorithm`
 * @returns a function from a folded word to its stem. It first removes possessive endings and apostrophes, in every language.
 * It does not stem words with digits, which are names.
 */
export function stemmerFor(algorithm: string): Stem {
  const known = stemmers.get(algorithm);
  if (known !== undefined) return known;
  const library = algorithm === 'none' ? null : snowball.newStemmer(algorithm);
  const stem: Stem = (folded) => {
    const word = withoutApostrophes(folded);
    return library === null || HAS_DIGIT.test(word) ? word : library.stem(word);
  };
  stemmers.set(algorithm, stem);
  return stem;
}
