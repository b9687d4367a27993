import type { PageQuestions } from '../../questions/page_questions.ts';
import { nameLanguages } from '../../text/language_names.ts';
import { readersRange } from '../../text/language_range.ts';
import type { Argument } from './arguments.ts';

/** All languages, or all versions. */
export const ALL = 'all';
const CURRENT = 'current';

/** The languages and versions of a site, of which a search looks in one of each. */
interface PageChoices {
  /** Codes with names, the site's own first; empty: all pages are in one language. */
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  /** The code of the language that a search looks in without being told, or `all`. */
  readonly language: string;
  /** The current one first; empty: the site has none. */
  readonly versions: readonly string[];
}

export function pageChoices({ settings, languages, versions }: PageQuestions): PageChoices {
  return {
    languages: languages.length < 2 ? [] : nameLanguages(languages, settings.language),
    language: readersRange([settings.language], languages) ?? ALL,
    versions,
  };
}

/** The arguments `language` and `version`, where there is a choice. */
export function choiceArguments({ languages, language, versions }: PageChoices): readonly Argument[] {
  const codes = [...languages.map(({ code }) => code), language, ALL];
  return [
    ...(languages.length === 0
      ? []
      : [
          {
            kind: 'choice',
            name: 'language',
            choices: [...new Set(codes)],
            default: language,
            description: `Language of the pages: ${namedLanguages(languages)}; ${ALL} = every language.`,
          } as const,
        ]),
    ...(versions.length === 0
      ? []
      : [
          {
            kind: 'choice',
            name: 'version',
            choices: [CURRENT, ALL, ...versions.filter((name) => name !== CURRENT && name !== ALL)],
            default: CURRENT,
            description: `Version to search: ${CURRENT} returns each page once; ${ALL} returns every version.`,
          } as const,
        ]),
  ];
}

/** Most versions that a sentence names. */
const mostNamed = 20;

/** What the server says of itself about languages and versions, as sentences. */
export function describeChoices({ languages, language, versions }: PageChoices): readonly string[] {
  const left = versions.length - mostNamed;
  const named = versions.slice(0, mostNamed).join(', ') + (left > 0 ? ` and ${left} more` : '');
  const searched = language === ALL ? 'every language' : language;
  return [
    ...(languages.length === 0
      ? []
      : [`Pages are in ${namedLanguages(languages)}; search covers ${searched} unless you pass language.`]),
    ...(versions.length === 0 ? [] : [`Versions: ${named}; search covers the current one unless you pass version.`]),
  ];
}

function namedLanguages(languages: PageChoices['languages']): string {
  return languages.map(({ code, name }) => (code === name ? code : `${code} (${name})`)).join(', ');
}
