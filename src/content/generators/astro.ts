/** Astro, and Starlight, which is a theme of it. */
import { posix } from 'node:path';
import { slug as githubSlug } from 'github-slugger';
import { mdxInclusion } from '../files/mdx_imports.ts';
import { type GeneratorDefinition, generator } from './generator.ts';
import {
  type FolderView,
  fileLike,
  firstFolder,
  folderPath,
  type GeneratorRules,
  type Mount,
  namedFolders,
  type PagePlace,
  type Setting,
  type SiteSettings,
} from './generator_rules.ts';
import type { MenuEntry } from './menu_rules.ts';
import { memberSetting } from './settings/find_setting.ts';
import { readNamed, readScript } from './settings/read_script.ts';
import { entriesAt, listAt, ScriptCall, textAt, valueAt } from './settings/settings.ts';
import { isUnset } from './settings/value_reader.ts';
import { listedInMenu, menuOrder } from './settings/written_menu.ts';
import { localesOf } from './vue.ts';

const SETTINGS = /^astro\.config\.[cm]?[jt]s$/;

/**
 * Astro without Starlight. Content collections, whose entries have slugs of their file names as ids:
 * docs.astro.build/en/guides/content-collections; Markdown pages in `src/pages`, whose names are published unchanged:
 * docs.astro.build/en/guides/markdown-content; `base`, `trailingSlash`, `build.format`: docs.astro.build/en/reference/configuration-reference.
 */
const ASTRO: GeneratorDefinition = {
  file: SETTINGS,
  pages(folder) {
    const usual = firstFolder(folder, ['src/content/docs', 'src/content', 'src/pages', 'content', 'docs']);
    return withCollections(folder, usual.root);
  },
  keys: { address: ['site'], base: ['base'], language: ['i18n.defaultLocale'] },
  says: (folder) => ({ folders: collectionsOf(folder).map(({ base }) => base) }),
  settings: (folder, root) => astroSite(folder, root, (name) => name),
  publish: (name) => githubSlug(name) || name,
  isIndex: (name) => name === 'index',
  slugged: (slug, path, file) => (file.includes('/') ? `${path.split('/', 1)[0]}/${slug}` : slug),
  pieces: /(?:^|\/)_(?!index\.)/,
  inclusion: mdxInclusion,
};
export const astro: GeneratorRules = generator('astro', ASTRO);

const COLLECTIONS = ['src/content.config', 'src/content/config'].flatMap((path) =>
  ['ts', 'mts', 'js', 'mjs'].map((ending) => `${path}.${ending}`),
);

interface Collection {
  readonly name: string;
  readonly base: Setting;
}

/** The collections that the loader `glob` reads from a folder of its own: docs.astro.build/en/reference/content-loader-reference. */
function collectionsOf(folder: FolderView): Collection[] {
  const file = COLLECTIONS.find((path) => folder.text(path) !== '');
  if (file === undefined) return [];
  return entriesAt(readNamed(folder, file, 'collections')).flatMap(([name, collection]) => {
    const base = memberSetting(valueAt(collection, 'loader'), 'base', file);
    return base === null ? [] : [{ name, base }];
  });
}

/** The usual folder with those of the collections that are outside it. */
function withCollections(folder: FolderView, usual: string): PagePlace {
  const named = [...new Set(namedFolders({ folders: collectionsOf(folder).map(({ base }) => base) }))];
  const found = named.filter((path) => folder.holdsPages(path));
  const outside = found.filter((path) => usual === '' || !`${path}/`.startsWith(`${usual}/`));
  if (outside.length === 0) return { root: usual, folders: null };
  return {
    root: usual,
    folders: [...(usual === '' ? [] : ['']), ...outside.map((path) => posix.relative(usual, path))],
  };
}

/** @param addressOf of a collection, by its name */
function astroSite(folder: FolderView, root: string, addressOf: (name: string) => string): SiteSettings {
  const settings = astroSettings(folder);
  const usual = textAt(settings, 'build', 'format') === 'file' ? 'html' : 'slash';
  return {
    addressStyle: textAt(settings, 'trailingSlash') === 'never' ? 'bare' : usual,
    // Collections in folders of their own.
    mounts: collectionsOf(folder).flatMap(({ name, base }): Mount[] => {
      if (base.value === null) return [];
      const place = posix.relative(root, folderPath(base.value));
      return place === addressOf(name) ? [] : [[place, addressOf(name)]];
    }),
    redirects: entriesAt(settings, 'redirects').flatMap(([from, to]) => {
      const target = typeof to === 'string' ? to : textAt(to, 'destination');
      return target === null ? [] : [[from, target] as const];
    }),
  };
}

function astroSettings(folder: FolderView): unknown {
  return readScript(folder, fileLike(folder, SETTINGS));
}

/**
 * Starlight, a theme of Astro. Pages: starlight.astro.build/guides/pages; `slug`, which is the whole path:
 * starlight.astro.build/reference/frontmatter; languages, whose folders are beside the pages of the default one:
 * starlight.astro.build/guides/i18n.
 */
export const starlight: GeneratorRules = generator('starlight', {
  ...ASTRO,
  marks: (folder) => /starlight/i.test(folder.text(fileLike(folder, SETTINGS))),
  pages: (folder) => withCollections(folder, firstFolder(folder, ['src/content/docs']).root),
  says(folder) {
    const options = optionsOf(folder);
    const file = fileLike(folder, SETTINGS);
    const whole = astro.says(folder);
    const usual = textAt(options, 'defaultLocale') ?? 'root';
    const code = textAt(options, 'locales', usual, 'lang') ?? (usual === 'root' ? null : usual);
    const language = code ?? whole.language ?? null;
    // A title of each language has the tags of the languages as its keys, not the names of their folders.
    const title = memberSetting(options, 'title', file) ?? memberSetting(options, `title.${language ?? 'en'}`, file);
    return { ...whole, title, language };
  },
  settings: (folder, root) => ({
    ...astroSite(folder, root, (name) => (name === 'docs' ? '' : name)),
    languages: localesOf(valueAt(optionsOf(folder), 'locales')),
    menus: [menuOf(folder)],
  }),
  navigation(folder) {
    const sidebar = valueAt(optionsOf(folder), 'sidebar');
    const listed =
      sidebar === null || MAKES_MENUS.test(folder.text(fileLike(folder, SETTINGS))) ? null : listedInMenu(sidebar);
    return listed && { menus: MENUS, automatic: /\bgetCollection\(\s*["'`]docs/, listed };
  },
  slugged: (slug) => slug,
  // starlight.astro.build/guides/sidebar#autogenerated-links and starlight.astro.build/reference/frontmatter#sidebar.
  weightKey: 'sidebar.order',
  unlistedKey: 'sidebar.hidden',
  neighbours: 'labels',
  listing: { weightOfName: () => null, byFileName: false, namesUnlisted: true },
});

/** The sidebar; without one, Starlight lists all pages. */
function menuOf(folder: FolderView): MenuEntry[] {
  const options = optionsOf(folder);
  const isMade = options === null || MAKES_MENUS.test(folder.text(fileLike(folder, SETTINGS)));
  return isUnset(options, 'sidebar') && !isMade ? [{ below: '' }] : menuOrder(listAt(options, 'sidebar'));
}

const MENUS = /(?:^|\/)(?:astro\.config|[^/]*sidebar[^/]*)\.\w+$/;
/** Plugins that add pages to the menu. */
const MAKES_MENUS = /starlight-?(?:sidebar|auto|blog|openapi|typedoc|versions|obsidian)/i;

/** What the settings give to Starlight. */
function optionsOf(folder: FolderView): unknown {
  const integrations = listAt(astroSettings(folder), 'integrations');
  return integrations.find((each) => each instanceof ScriptCall && /starlight/i.test(each.name)) ?? null;
}
