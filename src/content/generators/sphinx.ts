/** Generators whose settings are in Python, or that read MyST. */
import { mystInclusion } from '../files/inclusion_forms.ts';
import { docOf, docOfEntry, type Toctree, toctreesIn } from '../markdown/toctrees.ts';
import { plainSlug } from '../site/address_pattern.ts';
import { asciiAnchors, githubAnchors } from './anchor_rules.ts';
import { generator } from './generator.ts';
import { type FolderView, type GeneratorRules, pathIn, setting, trimPath } from './generator_rules.ts';
import type { MenuEntry, PageTree } from './menu_rules.ts';
import { settingsOfFiles } from './settings/find_setting.ts';
import { settingsIn, textAt, textsAt, valueAt } from './settings/settings.ts';
import { menuOrder } from './settings/written_menu.ts';

/**
 * Sphinx with MyST, and Jupyter Book 1. Settings, with `exclude_patterns`: sphinx-doc.org/en/master/usage/configuration.html; the
 * builder `dirhtml`, whose addresses have no `.html`: sphinx-doc.org/en/master/usage/builders; `_toc.yml`:
 * jupyterbook.org/en/stable/structure/toc.html; its settings: jupyterbook.org/en/stable/customize/config.html.
 */
export const sphinx: GeneratorRules = generator('sphinx', {
  marks: ({ names, text }) =>
    (names.includes('_toc.yml') && names.includes('_config.yml')) ||
    (names.includes('conf.py') && /^[ \t]*extensions\s*=|^html_theme\s*=|sphinx/m.test(text('conf.py'))),
  selection(folder) {
    const patterns = setting(folder.text('conf.py'), /^exclude_patterns\s*=\s*\[([^\]]{0,5000})\]/m) ?? '';
    const listed = [...patterns.matchAll(/["']([^"'\n]{1,200})["']/g)].map(([, pattern]) => `/${pattern}`);
    return { except: [...listed, ...textsAt(bookOf(folder), 'exclude_patterns')] };
  },
  says(folder) {
    const find = settingsOfFiles(folder, ['conf.py']);
    const findOfBook = settingsOfFiles(folder, ['_config.yml']);
    const title = find('html_title', 'project');
    return {
      address: find('html_baseurl') ?? findOfBook('html.baseurl'),
      title: title?.value == null ? (findOfBook('title') ?? title) : title,
      language:
        setting(folder.text('conf.py'), /^language\s*=\s*["']([\w-]+)["']/m) ??
        textAt(bookOf(folder), 'sphinx', 'config', 'language'),
    };
  },
  settings: (folder, root, files) => ({
    addressStyle: usesDirhtml(folder) ? 'slash' : 'html',
    menus: [menuOfBook(folder)],
    tree: treeOf(folder, root, files),
  }),
  // Documents in reStructuredText are not read, so every word of them may name a page.
  navigation: (folder) =>
    menuOfBook(folder).includes(null) ? null : { menus: /(?:^|\/)_toc\.yml$|\.(?:rst|txt)$/, listed: [] },
  hasToctrees: true,
  // For Sphinx, such a page needs no place in a toctree: sphinx-doc.org/en/master/usage/restructuredtext/field-lists.html.
  unlistedKey: 'orphan',
  isIndex: (name) => name === 'index',
  labels: true,
  generated: /^(?:genindex|(?:py-)?modindex|search)$/,
  // MyST's own anchors, "myst_heading_anchors", and those of Docutils: docutils.sourceforge.io/docs/ref/rst/directives.html#identifier-normalization.
  anchors: { ...githubAnchors, also: [asciiAnchors] },
  pieces: /(?:^|\/)_build\//,
  inclusion: mystInclusion,
});

/** Documents in reStructuredText that are read for their lists, and names at which such are looked for. */
const MOST_DOCUMENTS = 500;
const MOST_NAMES = 5_000;

/** The first document, and the lists of those in reStructuredText that lead from it to pages. */
function treeOf(folder: FolderView, root: string, files: readonly string[]): PageTree {
  const named = setting(folder.text('conf.py'), /^(?:root|master)_doc\s*=\s*["']([^"'\n]+)["']/m) ?? 'index';
  const pages = new Set(files.map(docOf));
  const others = new Map<string, readonly Toctree[]>();
  const tried = new Set<string>();
  const waiting: string[] = [];
  const add = (doc: string): void => {
    if (pages.has(doc) || tried.has(doc) || tried.size >= MOST_NAMES) return;
    tried.add(doc);
    waiting.push(doc);
  };
  add(named);
  for (let doc = waiting.pop(); doc !== undefined && others.size < MOST_DOCUMENTS; doc = waiting.pop()) {
    const text = folder.text(pathIn(root, `${doc}.rst`), false);
    if (text === '') continue;
    const toctrees = toctreesIn(text, true);
    others.set(doc, toctrees);
    for (const entry of toctrees.flatMap(({ entries }) => entries)) add(docOfEntry(entry, doc));
  }
  return { root: named, others: [...others] };
}

/** The pages of a table of contents. */
const menuOfBook = (folder: FolderView) => menuOrder(settingsIn(folder, ['_toc.yml'], true));

/** The settings of Jupyter Book. */
const bookOf = (folder: FolderView) => settingsIn(folder, ['_config.yml']);

function usesDirhtml({ text, names }: FolderView): boolean {
  const files = ['.readthedocs.yml', '.readthedocs.yaml', 'Makefile', 'conf.py'].filter((name) => names.includes(name));
  return files.some((name) => /\bdirhtml\b/.test(text(name)));
}

/**
 * mystmd and Jupyter Book 2. Settings and front matter: mystmd.org/guide/frontmatter; addresses are the names of files
 * alone, without numbers, unless `site.options.folders` keeps the folders: mystmd.org/guide/table-of-contents.
 */
export const mystmd: GeneratorRules = generator('mystmd', {
  file: /^myst\.yml$/,
  keys: { title: ['site.title', 'project.title'] },
  selection: (folder) => ({
    except: textsAt(settingsOf(folder), 'project', 'exclude').map((pattern) => `/${pattern.replace(/^\.?\//, '')}`),
  }),
  settings(folder) {
    const isNested = textAt(settingsOf(folder), 'site', 'options', 'folders') === 'true';
    return {
      patterns: [{ folder: '', posts: false, pattern: isNested ? ':path' : ':page' }],
      menus: [menuOfProject(folder)],
    };
  },
  navigation(folder) {
    const menu = menuOfProject(folder);
    return menu.length === 0 || menu.includes(null) ? null : { menus: /(?:^|\/)(?:myst|_toc)\.yml$/, listed: [] };
  },
  patternValues: ({ folders, name }) => ({
    page: publishedName(name),
    path: [...folders.map(publishedName), publishedName(name)].join('/'),
  }),
  publish: publishedName,
  isIndex: (name) => name === 'index',
  labels: true,
  pieces: /(?:^|\/)_build\//,
  inclusion: mystInclusion,
});

const settingsOf = (folder: FolderView) => settingsIn(folder, ['myst.yml']);

function menuOfProject(folder: FolderView): MenuEntry[] {
  const { toc } = (valueAt(settingsOf(folder), 'project') ?? {}) as { readonly toc?: unknown };
  return toc === undefined ? menuOfBook(folder) : menuOrder(toc);
}

function publishedName(name: string): string {
  return plainSlug(name.replace(/^\d+[\s._-]+(?=\S)/, '')) || name;
}

/**
 * Pelican. Settings, with the patterns of addresses, the folders of pages, and `SLUGIFY_SOURCE`, by which slugs are made of the names of
 * files: docs.getpelican.com/en/latest/settings.html; pages begin with `Key: value` lines: docs.getpelican.com/en/latest/content.html.
 */
export const pelican: GeneratorRules = generator('pelican', {
  file: /^pelicanconf\.py$/,
  places: ['content'],
  files: ['publishconf.py', 'pelicanconf.py'],
  keys: { address: ['SITEURL'], title: ['SITENAME'], folders: ['PATH'] },
  says: (folder) => ({ language: named(folder, 'DEFAULT_LANG') }),
  settings(folder) {
    const places = setting(folder.text('pelicanconf.py'), /^PAGE_PATHS\s*=\s*\[([^\]]{0,2000})\]/m);
    const listed = [...(places ?? '"pages"').matchAll(/["']([^"'\n]{1,200})["']/g)].map(([, path]) => trimPath(path!));
    const isNamed = named(folder, 'SLUGIFY_SOURCE') === 'basename';
    const page = patternOf(addressIn(folder, 'PAGE') ?? 'pages/{slug}.html', isNamed);
    const article = patternOf(addressIn(folder, 'ARTICLE') ?? '{slug}.html', isNamed);
    return {
      addressStyle: 'html',
      patterns: [
        ...listed.map((path) => ({ folder: path, posts: false, pattern: page })),
        ...(listed.includes('') ? [] : [{ folder: '', posts: false, pattern: article }]),
      ],
    };
  },
  patternValues: ({ folders, slug, title, categories, name, bare }) => ({
    slug: slug ?? plainSlug(title),
    basename: slug ?? plainSlug(name),
    filename: bare,
    below: [...folders.slice(1), name].join('/'),
    category: plainSlug(categories[0] ?? folders.at(-1) ?? 'misc'),
  }),
  isIndex: () => false,
  head: 'meta lines',
  datedNames: true,
});

function named(folder: FolderView, key: string): string | null {
  return setting(folder.text('pelicanconf.py'), new RegExp(`^${key}\\s*=\\s*["']([^"'\\n]+)["']`, 'm'));
}

/** The addresses of a kind of page. Where only the file to write is set, servers give its folder for `index.html`. */
function addressIn(folder: FolderView, kind: 'PAGE' | 'ARTICLE'): string | null {
  return named(folder, `${kind}_URL`) ?? named(folder, `${kind}_SAVE_AS`)?.replace(/(^|\/)index\.html$/, '$1') ?? null;
}

/**
 * A pattern in Python's format, `{date:%Y}/{slug}`, with the keys that patterns have here. `filename` and `path_no_ext` are the usual
 * names of groups in `FILENAME_METADATA` and `PATH_METADATA`.
 * @param isNamed whether slugs are made of the names of files
 */
function patternOf(written: string, isNamed: boolean): string {
  const dates: Readonly<Record<string, string>> = {
    ...{ Y: ':year', m: ':month', d: ':day', b: ':short_month', B: ':long_month' },
  };
  return written
    .replace(/\{date:([^{}]*)\}/g, (_, format: string) =>
      format.replace(/%-?([a-zA-Z])/g, (_whole, key: string) => dates[key] ?? ':unknown'),
    )
    .replace(/\{(slug|category|filename)\}/g, (_, key: string) => (key === 'slug' && isNamed ? ':basename' : `:${key}`))
    .replace(/\{path_no_ext\}/g, ':below');
}
