import type { GeneratorRules } from './generator_rules.ts';

/**
 * A wiki of GitHub or Gollum. Pages have no folders in their addresses, `Home` is the root, and links are
 * `[[label|page]]`: docs.github.com/en/communities/documenting-your-project-with-wikis and github.com/gollum/gollum/wiki.
 */
export const githubwiki: GeneratorRules = {
  name: 'githubwiki',
  marks: ({ names }) =>
    names.some((name) => /^Home\.(?:md|markdown)$/.test(name)) &&
    names.some((name) => /^_(?:Sidebar|Footer)\.(?:md|markdown)$/.test(name)),
  patterns: () => [{ folder: '', posts: false, pattern: ':page' }],
  patternValues: ({ name }) => ({ page: name.replace(/\s+/g, '-') }),
  isIndex: (name, folder) => name === 'Home' && folder === '',
  titleOfName: (name) => name.replace(/-/g, ' '),
  labelFirst: true,
  vault: true,
  numbers: 'kept',
  dates: 'kept',
  pieces: /(?:^|\/)_(?:Sidebar|Footer|Header)\.(?:md|markdown)$/,
};
