import { firstFolder, type GeneratorRules } from './generator_rules.ts';

/** Gatsby. Its plugins name the folders to read; the convention is `content`: gatsbyjs.com/docs/reference/gatsby-project-structure. */
export const gatsby: GeneratorRules = {
  name: 'gatsby',
  marks: ({ names }) => names.some((name) => /^gatsby-config\.[cm]?[jt]s$/.test(name)),
  pages: (folder) => firstFolder(folder, ['content', 'src/content', 'src/pages', 'docs', 'blog']),
  numbers: 'kept',
  dates: 'cut',
};
