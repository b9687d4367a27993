import {
  type FolderView,
  firstFolder,
  type GeneratorRules,
  pathOfAddress,
  setting,
  trimPath,
} from './generator_rules.ts';

const SETTINGS = /^gatsby-config\.[cm]?[jt]s$/;
/** The folders of `gatsby-source-filesystem`: "path: `${__dirname}/content/blog`". A constant in place of `__dirname` is the project. */
const SOURCE =
  /\bpath:\s*(?:path\.(?:join|resolve)\(\s*__dirname\s*,\s*)?[`'"](?:\$\{\w{1,40}\}\/?|\.\/)?([\w./-]+)[`'"]/g;
/** Settings that are in another file alone. */
const ELSEWHERE = /\b(?:module\.exports\s*=\s*require\(|export\s*\{\s*default\s*\}\s*from\s*)['"]\.\/([\w./-]+)['"]/;

/**
 * Gatsby. The plugin `gatsby-source-filesystem` names the folders to read, relative to which `createFilePath` makes addresses:
 * gatsbyjs.com/plugins/gatsby-source-filesystem; without it the convention is `content`:
 * gatsbyjs.com/docs/reference/gatsby-project-structure; `pathPrefix`, `trailingSlash`:
 * gatsbyjs.com/docs/reference/config-files/gatsby-config. Addresses are made by the site's own code; the usual ones of posts
 * with a date in their names are `/yyyy/mm/dd/name`, which the site's own links tell.
 */
export const gatsby: GeneratorRules = {
  name: 'gatsby',
  marks: ({ names }) => names.some((name) => SETTINGS.test(name)),
  pages: (folder) => {
    const named = sourcesOf(folder).filter((path) => !/^src\/(?:images|assets|templates)/.test(path));
    const top = commonTop(named);
    return firstFolder(folder, [top, 'content', 'src/content', 'src/pages', 'docs', 'blog']);
  },
  base: (folder) => pathOfAddress(setting(settingsOf(folder), /\bpathPrefix:\s*['"`](\/[^'"`]*)['"`]/)),
  addressStyle: (folder) => (/\btrailingSlash:\s*['"]never['"]/.test(settingsOf(folder)) ? 'bare' : 'slash'),
  mounts(_files, folder) {
    const { root } = gatsby.pages!(folder);
    return sourcesOf(folder).flatMap((path) =>
      path.startsWith(`${root}/`) ? [[path.slice(root.length + 1), ''] as const] : [],
    );
  },
  addressesByLinks: true,
  patternValues: ({ bare }) => ({ title: bare }),
  numbers: 'kept',
  dates: 'cut',
};

function settingsOf(folder: FolderView): string {
  const text = folder.text(folder.names.find((name) => SETTINGS.test(name)) ?? '');
  const other = setting(text, ELSEWHERE);
  if (other === null || other.includes('..')) return text;
  return ['', '.js', '.ts', '.mjs'].map((ending) => folder.text(other + ending)).find((found) => found !== '') ?? text;
}

/** The folders with pages that the settings name. */
function sourcesOf(folder: FolderView): string[] {
  const named = [...settingsOf(folder).matchAll(SOURCE)].map(([, path]) => trimPath(path!));
  return [...new Set(named)].filter((path) => path !== '' && !path.includes('..') && folder.holdsPages(path));
}

function commonTop(paths: readonly string[]): string | null {
  if (paths.length === 1) return paths[0]!;
  const tops = new Set(paths.map((path) => path.split('/', 1)[0]!));
  return tops.size === 1 ? [...tops][0]! : null;
}
