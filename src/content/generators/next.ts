import { firstFolder, type GeneratorRules } from './generator_rules.ts';

/** Next.js with MDX, Nextra and Fumadocs: nextjs.org/docs/app/guides/mdx, nextra.site/docs/file-conventions, fumadocs.dev/docs/headless/page-conventions. */
export const next: GeneratorRules = {
  name: 'next',
  marks: ({ names }) => names.some((name) => /^next\.config\.[cm]?[jt]s$|^source\.config\.ts$/.test(name)),
  pages: (folder) =>
    firstFolder(folder, ['content/docs', 'content', 'src/content', 'pages', 'src/pages', 'app', 'src/app', 'docs']),
  numbers: 'kept',
  dates: 'kept',
};
