import snowball from 'snowball-stemmers';

/** Name and version of the stemmer library. It is baked into the artefact, because another library would give other terms. */
export const STEMMER = 'snowball-stemmers 0.6.0';

/** Primary language subtag -> Snowball algorithm. Words of a language without a row are not stemmed. */
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

/** Made when first asked for; at most one for each algorithm, and one for `none`. */
const stemmers = new Map<string, Stem>();

/** @param language a BCP 47 tag; @returns its Snowball algorithm, or `none` */
export function stemAlgorithm(language: string): string {
  const primary = language.toLowerCase().split('-')[0]!;
  return Object.hasOwn(ALGORITHMS, primary) ? ALGORITHMS[primary]! : 'none';
}

/**
 * @param algorithm a result of `stemAlgorithm`
 * @returns a primary language subtag that it serves, or `und`; those that share an algorithm share their function words too
 */
export function languageOf(algorithm: string): string {
  return Object.keys(ALGORITHMS).find((language) => ALGORITHMS[language] === algorithm) ?? 'und';
}

/**
 * @param algorithm a result of `stemAlgorithm`
 * @returns the function from a folded word to its stem. A possessive ending is dropped first and a contraction loses its
 * apostrophe, in every language. Words with digits are names and stay as they are.
 */
export function stemmerFor(algorithm: string): Stem {
  const known = stemmers.get(algorithm);
  if (known !== undefined) return known;
  const library = algorithm === 'none' ? null : snowball.newStemmer(algorithm);
  const stem: Stem = (folded) => {
    const word = folded.replace(POSSESSIVE, '').replace(APOSTROPHES, '');
    return library === null || HAS_DIGIT.test(word) ? word : library.stem(word);
  };
  stemmers.set(algorithm, stem);
  return stem;
}
