import {
  type FolderView,
  firstFolder,
  type GeneratorRules,
  type PagePlace,
  pathOfAddress,
  setting,
} from './generator_rules.ts';
import { readScript } from './settings/read_script.ts';
import { itemsOf, memberOf, type ScriptValue, textOf } from './settings/script_value.ts';

const SETTINGS = /^next\.config\.[cm]?[jt]s$/;

const USUAL_FOLDERS = ['docs', 'blog', 'posts', '_posts', 'articles', 'guides'];
/** Folders whose names are not part of addresses. */
const ROUTE_FOLDERS = ['app', 'src/app'];

/**
 * Next.js with MDX: nextjs.org/docs/app/guides/mdx. In `app`, a page is a file `page` in its folder, `(group)` is not part of
 * addresses and `_private` is not published: nextjs.org/docs/app/getting-started/project-structure; `basePath` and
 * `trailingSlash`: nextjs.org/docs/app/api-reference/config/next-config-js.
 */
export const next: GeneratorRules = {
  name: 'next',
  marks: ({ names }) => names.some((name) => SETTINGS.test(name)),
  pages(folder) {
    const place = firstFolder(folder, [
      contentlayerFolder(folder),
      'content/docs',
      'content',
      'src/content',
      'markdown',
      'pages',
      'src/pages',
      ...routesIn(folder),
    ]);
    return place.root === '' ? readByOwnCode(folder) : place;
  },
  base: (folder) => pathOfAddress(textOf(nextSettings(folder), 'basePath')),
  addressStyle: (folder) => (memberOf(nextSettings(folder), 'trailingSlash') === true ? 'slash' : 'bare'),
  language: (folder) => textOf(nextSettings(folder), 'i18n', 'defaultLocale'),
  mounts: (_files, folder) => (next.pages!(folder).root === '' ? ROUTE_FOLDERS.map((path) => [path, ''] as const) : []),
  redirects: (folder) =>
    itemsOf(nextSettings(folder), 'redirects').flatMap((each) => {
      const [from, to] = [textOf(each, 'source'), textOf(each, 'destination')];
      return from === null || to === null ? [] : [[from, to] as const];
    }),
  postsByLinks: true,
  patternValues: ({ bare }) => ({ title: bare }),
  isIndex: (name) => name === 'index' || name === 'page',
  groups: true,
  numbers: 'kept',
  dates: 'kept',
  pieces: /(?:^|\/)_/,
};

export function nextSettings(folder: FolderView): ScriptValue {
  return readScript(folder, nextSettingsFile(folder));
}

export function nextSettingsFile({ names }: FolderView): string {
  return names.find((name) => SETTINGS.test(name)) ?? '';
}

/** The folder of the pages that Contentlayer reads: contentlayer.dev/docs/reference/source-files/make-source. */
function contentlayerFolder({ names, text }: FolderView): string | null {
  const name = names.find((each) => /^contentlayer\.config\.[cm]?[jt]s$/.test(each));
  return name === undefined ? null : setting(text(name), /\bcontentDirPath:\s*['"]([\w./-]+)['"]/);
}

/** The folders of the App Router in which Markdown files are routes: Markdown of any other name is only read by code. */
function routesIn(folder: FolderView): string[] {
  return ROUTE_FOLDERS.filter((path) => holdsRoute(folder, path));
}

function holdsRoute(folder: FolderView, path: string): boolean {
  let level = [path];
  for (let depth = 0; depth < 6 && level.length > 0; depth++) {
    const entries = level.slice(0, 200).flatMap((each) => folder.namesIn(each).map((name) => `${each}/${name}`));
    if (entries.some((entry) => /\/page\.(?:md|mdx|markdown)$/.test(entry))) return true;
    level = entries.filter((entry) => !/\.\w+$/.test(entry));
  }
  return false;
}

/** Where a site whose own code reads Markdown usually has it: in folders named as their part of addresses. */
function readByOwnCode(folder: FolderView): PagePlace {
  const found = [...USUAL_FOLDERS, ...ROUTE_FOLDERS].filter((path) => folder.holdsPages(path));
  return { root: '', folders: found.length === 0 ? null : found };
}
