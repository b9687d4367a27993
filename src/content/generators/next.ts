/** Generators with React: Next.js, what is made with it, and Gatsby. */

import { posix } from 'node:path';
import { lastSegment } from '../../text/paths.ts';
import { listedInSidebar } from './fumadocs_menus.ts';
import { type GeneratorDefinition, generator, stated } from './generator.ts';
import {
  commonFolder,
  type FolderView,
  fileLike,
  filesLike,
  firstFolder,
  folderPath,
  foldersBelow,
  type GeneratorRules,
  type Mount,
  namedFolders,
  type PagePlace,
  pathIn,
  type Setting,
  type SiteSettings,
  trimPath,
} from './generator_rules.ts';
import { shownInSidebar } from './nextra_menus.ts';
import { memberSetting, settingsOfFiles } from './settings/find_setting.ts';
import { readNamed, readScript } from './settings/read_script.ts';
import { listAt, pairsIn, ScriptCall, textAt, textsAt, valueAt } from './settings/settings.ts';

const SETTINGS = /^next\.config\.[cm]?[jt]s$/;

const USUAL_FOLDERS = ['docs', 'blog', 'posts', '_posts', 'articles', 'guides'];
/** Folders whose names are not part of addresses. */
const ROUTE_FOLDERS = ['app', 'src/app'];

/**
 * Next.js with MDX: nextjs.org/docs/app/guides/mdx. In `app`, a page is a file `page` in its folder, `(group)` is not part of
 * addresses and `_private` is not published: nextjs.org/docs/app/getting-started/project-structure; `basePath` and
 * `trailingSlash`: nextjs.org/docs/app/api-reference/config/next-config-js.
 */
const NEXT: GeneratorDefinition = {
  file: SETTINGS,
  pages(folder) {
    const place = firstFolder(folder, [
      ...namedFolders(next.says(folder)),
      'content/docs',
      'content',
      'src/content',
      'markdown',
      'pages',
      'src/pages',
      ...ROUTE_FOLDERS.filter((path) => holdsRoute(folder, path)),
    ]);
    return place.root === '' ? readByOwnCode(folder) : place;
  },
  says(folder) {
    const layouts = ['app', 'src/app'].flatMap((path) =>
      ['layout.tsx', 'layout.jsx', 'layout.js'].map((name) => `${path}/${name}`),
    );
    const findOwn = settingsOfFiles(folder, filesLike(folder, SETTINGS));
    const find = settingsOfFiles(folder, [...filesLike(folder, /^next-sitemap\.config\.[cm]?[jt]s$/), ...layouts]);
    return {
      ...{ address: find('siteUrl', 'metadata.metadataBase'), title: find('metadata.title.default', 'metadata.title') },
      base: findOwn('basePath'),
      language: findOwn('i18n.defaultLocale')?.value ?? null,
      // The folder of the pages that Contentlayer reads: contentlayer.dev/docs/reference/source-files/make-source.
      folders: [settingsOfFiles(folder, filesLike(folder, /^contentlayer\.config\.[cm]?[jt]s$/))('contentDirPath')],
    };
  },
  settings: nextSite,
  byLinks: 'posts',
  patternValues: ({ bare }) => ({ title: bare }),
  isIndex: (name) => name === 'index' || name === 'page',
  unaddressed: /^\(.*\)$/,
  pieces: /(?:^|\/)_/,
};
export const next: GeneratorRules = generator('next', NEXT);

function nextSite(folder: FolderView, root: string): SiteSettings {
  const settings = readScript(folder, fileLike(folder, SETTINGS));
  return {
    addressStyle: valueAt(settings, 'trailingSlash') === true ? 'slash' : 'bare',
    mounts: root === '' ? ROUTE_FOLDERS.map((path) => [path, ''] as const) : [],
    redirects: pairsIn(listAt(settings, 'redirects'), 'source', 'destination'),
  };
}

/** Whether Markdown files in a folder of the App Router are routes: Markdown of any other name is only read by code. */
function holdsRoute(folder: FolderView, path: string): boolean {
  for (const [, names] of foldersBelow(path, folder.namesIn, (name) => !/\.\w+$/.test(name)))
    if (names.some((name) => /^page\.(?:md|mdx|markdown)$/.test(name))) return true;
  return false;
}

/** Where a site whose own code reads Markdown usually has it: in folders named as their part of addresses. */
function readByOwnCode(folder: FolderView): PagePlace {
  const found = [...USUAL_FOLDERS, ...ROUTE_FOLDERS].filter((path) => folder.holdsPages(path));
  return { root: '', folders: found.length === 0 ? null : found };
}

/** What lists the pages of a folder: nextra.site/docs/built-ins. A template with the language alone is the whole site. */
const LISTS_PAGES = /\bgetPagesUnderRoute\b|\bgetPageMap\(\s*(?:['"]|`\/\$\{\w{1,100}\}\/)/;

/**
 * Nextra. Pages in `content`, `app` or, before version 4, `pages`: nextra.site/docs/file-conventions; languages by folder or, before
 * version 4, by suffix (`page.fr.mdx`): nextra.site/docs/guide/i18n.
 */
export const nextra: GeneratorRules = generator('nextra', {
  ...NEXT,
  marks: (folder) =>
    next.marks(folder) &&
    /\bnextra\b/.test(folder.text(fileLike(folder, SETTINGS)) + folder.text('package.json').slice(0, 20_000)),
  pages: (folder) => firstFolder(folder, ['content', 'src/content', 'pages', 'src/pages', 'app', 'src/app']),
  navigation(folder, root, files) {
    // Pages in `content` are pages of `app`, unless they have a path of their own.
    const hasOwnPath = /\bcontentDirBasePath\b/.test(folder.text(fileLike(folder, SETTINGS)));
    const places = hasOwnPath ? [root] : [root, root.replace(/(^|\/)content$/, '$1app')];
    const listed = shownInSidebar(folder, [...new Set(places)], files);
    return listed === null || listed === 'too-many' ? listed : { automatic: LISTS_PAGES, listed };
  },
  languageSuffix: true,
});

/** What lists the pages of a folder, not of a whole set: fumadocs.dev/docs/headless/source-api. */
const LISTS_BY_ADDRESS = /\.getPages\([^()]{0,50}\)\s*\.filter\([^;]{0,200}?\.(?:slugs|url|path)(?:\??\.)?(?:\[|\w+\()/;

/**
 * Fumadocs. The folder of documents is named in `source.config.ts`, and its address in the loader, `/docs` by default:
 * fumadocs.dev/docs/headless/source-api; `(group)` folders: fumadocs.dev/docs/page-conventions; languages by suffix or folder:
 * fumadocs.dev/docs/internationalization.
 */
export const fumadocs: GeneratorRules = generator('fumadocs', {
  ...NEXT,
  marks: ({ names, text }) =>
    names.includes('source.config.ts') ||
    (names.includes('source.config.mts') && /fumadocs/.test(text('package.json'))),
  pages: (folder) => {
    const named = setsOf(folder).map(({ path }) => path);
    if (named.length > 1) return { root: '', folders: named };
    return firstFolder(folder, [...named, 'content/docs', 'content']);
  },
  says: (folder) => ({ ...next.says(folder), folders: foldersOf(folder) }),
  selection: (folder, root) => ({ except: excludedFrom(folder, root) }),
  settings(folder, root) {
    const sets = setsOf(folder);
    const base = basesOf(folder)[0] ?? (/(?:^|\/)docs$/.test(root) ? 'docs' : '');
    const mounts: Mount[] = sets.length > 1 ? sets.map(({ path, address }) => [path, address]) : [['', base]];
    return { ...nextSite(folder, root), mounts: mounts.filter(([path, address]) => path + address !== '') };
  },
  navigation(folder, root, files) {
    const listed = listedInSidebar(folder, root, files, fumadocs.pages(folder).folders ?? ['']);
    return listed === null || listed === 'too-many' ? listed : { automatic: LISTS_BY_ADDRESS, listed };
  },
  isIndex: (name) => name === 'index',
  languageSuffix: true,
});

/** The sets of documents, which are the exports `docs = defineDocs({ dir })` and the like, with their folders. */
function declaredSets(folder: FolderView): (readonly [set: ScriptCall, folder: Setting])[] {
  const file = fileLike(folder, /^source\.config\.m?ts$/);
  const named = [...folder.text(file).matchAll(/\bexport\s+const\s+(\w{1,100})\b/g)].map(([, name]) => name!);
  return named.flatMap((name): [ScriptCall, Setting][] => {
    const set = readNamed(folder, file, name);
    if (!(set instanceof ScriptCall)) return [];
    const found = memberSetting(set, 'dir', file) ?? memberSetting(set, 'docs.dir', file);
    return found === null ? [] : [[set, found]];
  });
}

function foldersOf(folder: FolderView): Setting[] {
  return declaredSets(folder).map(([, found]) => found);
}

const MOST_SETS = 50;

/** What the settings exclude from the sets whose folders no other set reads. */
function excludedFrom(folder: FolderView, root: string): string[] {
  const sets = declaredSets(folder).flatMap(([set, { value }]) =>
    value === null ? [] : [{ set, path: folderPath(value) }],
  );
  if (sets.length > MOST_SETS) return [];
  const areNested = (one: string, other: string) => other === '' || `${one}/`.startsWith(`${other}/`);
  return sets
    .filter(({ set, path }) =>
      sets.every((each) => each.set === set || !(areNested(path, each.path) || areNested(each.path, path))),
    )
    .flatMap(({ set, path }) =>
      [...textsAt(set, 'files'), ...textsAt(set, 'docs', 'files')]
        .filter((pattern) => pattern.startsWith('!'))
        .map((pattern) => `/${pathIn(posix.relative(root, path), trimPath(pattern.slice(1)))}`),
    );
}

/**
 * The sets with pages, each at the address of its loader: that which ends with the name of the set's folder, else the first for documents and
 * the folder's name for others.
 */
function setsOf(folder: FolderView): { readonly path: string; readonly address: string }[] {
  const bases = basesOf(folder);
  const named = [...new Set(namedFolders({ folders: foldersOf(folder) }))].filter((path) => folder.holdsPages(path));
  return named.map((path) => {
    const name = lastSegment(path);
    const own = bases.find((base) => base === name || base.endsWith(`/${name}`));
    return { path, address: own ?? (name === 'docs' ? (bases[0] ?? name) : name) };
  });
}

/** The addresses of the loaders, in their order. */
function basesOf(folder: FolderView): string[] {
  const files = [
    'lib/source.ts',
    'src/lib/source.ts',
    'app/source.ts',
    'src/app/source.ts',
    'lib/source.tsx',
    'lib/source/index.ts',
  ];
  return files.flatMap((file) =>
    [...folder.text(file).matchAll(/\bbaseUrl:\s*['"]([^'"\n]{0,200})['"]/g)].map(([, base]) => trimPath(base!)),
  );
}

/** Folders of code and pictures, which plugins read too. */
const NO_PAGES = /^src\/(?:pages|images|assets|templates|components|data)(?:\/|$)/;
const GATSBY = /^gatsby-config\.[cm]?[jt]s$/;

/**
 * Gatsby. The plugin `gatsby-source-filesystem` names the folders to read, relative to which `createFilePath` makes addresses:
 * gatsbyjs.com/plugins/gatsby-source-filesystem; without it the convention is `content`:
 * gatsbyjs.com/docs/reference/gatsby-project-structure; `pathPrefix`, `trailingSlash`:
 * gatsbyjs.com/docs/reference/config-files/gatsby-config. Addresses are made by the site's own code; the usual ones of posts
 * with a date in their names are `/yyyy/mm/dd/name`, which the site's own links tell.
 */
export const gatsby: GeneratorRules = generator('gatsby', {
  file: GATSBY,
  pages: (folder) => {
    const named = sourcesOf(folder);
    const [only = null] = named.length === 1 ? named : [commonFolder(named) || null];
    if (only === null && named.length > 0) return { root: '', folders: named };
    return firstFolder(folder, [only, 'content', 'src/content', 'src/pages', 'docs', 'blog']);
  },
  says: (folder) => ({
    ...stated(folder, [fileLike(folder, GATSBY)], {
      ...{ address: ['siteMetadata.siteUrl', 'siteMetadata.url'], base: ['pathPrefix'], title: ['siteMetadata.title'] },
    }),
    folders: pathsOf(folder),
  }),
  settings: (folder, root) => ({
    addressStyle: textAt(readScript(folder, fileLike(folder, GATSBY)), 'trailingSlash') === 'never' ? 'bare' : 'slash',
    mounts: sourcesOf(folder).flatMap((path) => (path === root ? [] : [[posix.relative(root, path), ''] as const])),
  }),
  byLinks: 'addresses',
  patternValues: ({ bare }) => ({ title: bare }),
  dates: 'cut',
});

/** The folders that plugins read, such as `gatsby-source-filesystem`. */
function pathsOf(folder: FolderView): Setting[] {
  const file = fileLike(folder, GATSBY);
  return listAt(readScript(folder, file), 'plugins').flatMap((plugin) => {
    const options = valueAt(plugin, 'options');
    const found = memberSetting(options, 'path', file) ?? memberSetting(options, 'contentPath', file);
    return found === null || NO_PAGES.test(folderPath(found.value ?? '')) ? [] : found;
  });
}

/** Those of them with pages. */
function sourcesOf(folder: FolderView): string[] {
  const named = namedFolders({ folders: pathsOf(folder) });
  return [...new Set(named)].filter((path) => path !== '' && folder.holdsPages(path));
}
