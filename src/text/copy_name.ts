/** The name that a search gives a copy outside all versions, beside one that has a version. */
export const CURRENT = 'current';

/** A page that a row of a search speaks for. */
interface Copy {
  readonly name: string;
  readonly language: string;
  readonly path: string;
}

/**
 * What a copy is called beside a page in a language.
 *
 * @param beside language of the page
 * @param nameOf names a language
 * @example copyName({ name: '7.22', language: 'fr', path: 'fr/7.22/x' }, 'en', languageName) // '7.22, Français'
 */
export function copyName({ name, language, path }: Copy, beside: string, nameOf: (language: string) => string): string {
  if (name === language) return nameOf(language);
  // A page at the root of the site has no folder to be named by.
  const own = name === CURRENT ? 'current version' : name || path;
  return language === beside ? own : `${own}, ${nameOf(language)}`;
}
