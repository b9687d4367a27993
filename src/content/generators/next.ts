import { type FolderView, firstFolder, type GeneratorRules, pathOfAddress, setting } from './generator_rules.ts';

const SETTINGS = /^next\.config\.[cm]?[jt]s$/;

/**
 * Next.js with MDX: nextjs.org/docs/app/guides/mdx. In `app`, a page is a file `page` in its folder, `(group)` is not part of
 * addresses and `_private` is not published: nextjs.org/docs/app/getting-started/project-structure; `basePath` and
 * `trailingSlash`: nextjs.org/docs/app/api-reference/config/next-config-js.
 */
export const next: GeneratorRules = {
  name: 'next',
  marks: ({ names }) => names.some((name) => SETTINGS.test(name)),
  pages: (folder) =>
    firstFolder(folder, ['content/docs', 'content', 'src/content', 'pages', 'src/pages', 'app', 'src/app', 'docs']),
  base: (folder) => pathOfAddress(setting(nextSettings(folder), /\bbasePath:\s*['"`](\/[^'"`]*)['"`]/)),
  addressStyle: (folder) => (/\btrailingSlash:\s*true\b/.test(nextSettings(folder)) ? 'slash' : 'bare'),
  language: (folder) => setting(nextSettings(folder), /\bdefaultLocale:\s*['"]([\w-]+)['"]/),
  isIndex: (name) => name === 'index' || name === 'page',
  numbers: 'kept',
  dates: 'kept',
  pieces: /(?:^|\/)_/,
};

export function nextSettings(folder: FolderView): string {
  return folder.text(folder.names.find((name) => SETTINGS.test(name)) ?? '');
}
