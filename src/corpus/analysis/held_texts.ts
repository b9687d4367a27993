import { createQueryAnalyser } from './analyse_query.ts';

/**
 * @param terms all terms of a site
 * @param algorithms, language as of `createQueryAnalyser`
 * @returns whether the site has each word of a text, in any form; false for a text without words
 */
export function createTextFinder(
  terms: ReadonlySet<string>,
  algorithms: readonly string[],
  language: string,
): (text: string) => boolean {
  const analyser = createQueryAnalyser(algorithms, language, { cacheBytes: 0 });
  return (text) => {
    const parts = analyser.units(text).flatMap((unit) => unit.parts);
    return parts.length > 0 && parts.every((part) => part.terms.some((term) => terms.has(term)));
  };
}
