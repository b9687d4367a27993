/** A folder without a generator, and generators with few rules of their own. */
import { titleFromName } from '../../text/title_from_name.ts';
import { generator, stated } from './generator.ts';
import { type FolderView, type GeneratorRules, type Mount, pathIn, setting } from './generator_rules.ts';
import type { MenuEntry } from './menu_rules.ts';
import { isPlain, listAt, pairsIn, type Settings, settingsIn, textAt, textsAt, valueAt } from './settings/settings.ts';
import { menuOrder } from './settings/written_menu.ts';

/**
 * A folder without a generator's marker: numbers and dates that only sort are not part of addresses, unless the pages' own links
 * show otherwise.
 */
export const plain: GeneratorRules = generator('plain', {
  readsRMarkdown: true,
  numbers: 'sorting',
  dates: 'cut',
  unaddressed: /^\(.*\)$/,
  byLinks: 'addresses',
  patternValues: ({ bare }) => ({ title: bare }),
  navigation: () => ({ menus: /(?:^|\/)_?(?:sidebar|summary|nav(?:igation|bar)?|toc|menu)s?\.\w+$/i, listed: [] }),
});

/**
 * Docsify. `index.html` loads it, and names that begin with an underscore are menus: docsify.js.org/#/quickstart and
 * docsify.js.org/#/more-pages. `README.md` is its folder's page.
 */
export const docsify: GeneratorRules = generator('docsify', {
  marks: ({ names, text }) => names.includes('index.html') && /docsify/i.test(text('index.html')),
  isIndex: (name) => /^readme$/i.test(name),
  pieces: /(?:^|\/)_(?:sidebar|navbar|coverpage|footer|404)\.md$/i,
  navigation: ({ names }, root) =>
    root === '' && names.includes('_sidebar.md')
      ? { menus: /(?:^|\/)_(?:sidebar|navbar|coverpage|footer)\.md$/i, listed: [] }
      : null,
});

/** MDN. Layout and front matter: developer.mozilla.org/en-US/docs/MDN/Writing_guidelines. */
export const mdn: GeneratorRules = generator('mdn', {
  file: /^_redirects\.txt$/,
  anchors: {
    slug: (text) =>
      text
        .trim()
        .toLowerCase()
        .replace(/["#$%&+,/:;=?@[\]^`{|}~'()\\]/g, '')
        .replace(/\s+/g, '_'),
    separator: '_',
  },
});

/**
 * Mintlify. Settings beside the pages: mintlify.com/docs/organize/settings; redirects: mintlify.com/docs/create/redirects. A page's
 * `url` is an external link.
 */
export const mintlify: GeneratorRules = generator('mintlify', {
  marks: ({ names, text }) =>
    names.includes('mint.json') ||
    (names.includes('docs.json') && /"(?:navigation|\$schema)"/.test(text('docs.json') || '"navigation"')),
  files: ['docs.json', 'mint.json'],
  keys: {
    address: ['seo.metatags.canonical', 'metadata.canonical', 'seo.metatags.og:url', 'metadata.og:url'],
    title: ['name'],
  },
  settings(folder) {
    const settings = settingsIn(folder, ['docs.json', 'mint.json']);
    return {
      redirects: pairsIn(listAt(settings, 'redirects'), 'source', 'destination'),
      menus: Array.isArray(settings.navigation) ? menusOfGroups(settings) : menusBelow(settings.navigation, 0),
    };
  },
  // mintlify.com/docs/organize/hidden-pages.
  unlistedKey: 'hidden',
  navigation: (folder) =>
    valueAt(settingsIn(folder, ['docs.json', 'mint.json']), 'navigation') === null
      ? null
      : { menus: /(?:^|\/)(?:docs|mint)\.json$/, automatic: /"\$ref"/, listed: [] },
});

/** The members of a navigation that are menus of their own: mintlify.com/docs/organize/navigation. */
const DIVISIONS = ['languages', 'versions', 'products', 'dropdowns', 'anchors', 'tabs', 'menu'];
const DEEPEST_DIVISION = 8;
const MOST_DIVISIONS = 500;

/** The menus of a navigation: its own groups and pages, and those of each division in it. */
function menusBelow(navigation: unknown, depth: number): MenuEntry[][] {
  const { pages = [], groups = [], hidden } = isPlain(navigation) ? navigation : {};
  if (hidden === true || depth > DEEPEST_DIVISION) return [];
  const inner = DIVISIONS.flatMap((key) => listAt(navigation, key)).slice(0, MOST_DIVISIONS);
  return [menuOrder([pages, groups]), ...inner.flatMap((each) => menusBelow(each, depth + 1))].slice(0, MOST_DIVISIONS);
}

/** The menus of `mint.json`: groups of one version, whose pages begin with the address of one tab or anchor. */
function menusOfGroups(settings: Settings): MenuEntry[][] {
  const addresses = ['tabs', 'anchors']
    .flatMap((key) => listAt(settings, key))
    .map((each) => textAt(each, 'url') ?? '');
  const divisionOf = (group: unknown): string => {
    const first = menuOrder(group).find((entry) => typeof entry === 'string');
    const address = addresses.find((each) => each !== '' && `/${first}`.replace('//', '/').startsWith(`/${each}/`));
    return JSON.stringify([textAt(group, 'version'), address ?? '']);
  };
  const groups = listAt(settings, 'navigation').slice(0, 5 * MOST_DIVISIONS);
  return [...Map.groupBy(groups, divisionOf).values()].map((each) => menuOrder(each));
}

const CATALOG = /\.docc$/;
/** Articles beside each other that are searched for the home page. */
const MOST_ARTICLES = 100;

/**
 * DocC. Articles are in a catalog, a folder `Name.docc`: swift.org/documentation/docc/documenting-a-swift-framework-or-package; links by
 * name, `<doc:Article>`: swift.org/documentation/docc/linking-to-symbols-and-other-content. An article is at
 * `/documentation/name-of-the-catalog/article` whatever its folder, and the page with `@TechnologyRoot` is named by its file alone.
 */
export const docc: GeneratorRules = generator('docc', {
  marks: (folder) => catalogOf(folder) !== null || CATALOG.test(folder.folderName),
  pages: (folder) => ({ root: catalogOf(folder) ?? '', folders: null }),
  settings(folder, root) {
    const property = /<key>CFBundleDisplayName<\/key>\s*<string>([^<>\n]{1,200})<\/string>/;
    const place = root === '' ? folder.folderName : root;
    const name = setting(folder.text(pathIn(root, 'Info.plist')), property) ?? place.replace(/^.*\/|\.docc$/g, '');
    const home = folder
      .namesIn(root)
      .filter((file) => /\.md$/.test(file))
      .slice(0, MOST_ARTICLES)
      .find((file) => /^[ \t]*@TechnologyRoot\b/m.test(folder.text(pathIn(root, file))));
    return {
      patterns: [
        { folder: '', posts: false, pattern: `documentation/${plainName(name)}/:name` },
        ...(home === undefined ? [] : [{ folder: home, posts: false, pattern: 'documentation/:name' }]),
      ],
    };
  },
  patternValues: ({ name }) => ({ name: plainName(name) }),
  titleOfName: (name) => name,
  isIndex: () => false,
});

/** The only catalog of a folder, in it or where packages have it. */
function catalogOf({ names, namesIn, holdsPages }: FolderView): string | null {
  const found = names.filter((name) => CATALOG.test(name));
  if (found.length === 0 && names.includes('Package.swift')) {
    for (const target of namesIn('Sources').slice(0, MOST_ARTICLES)) {
      const inner = namesIn(`Sources/${target}`).filter((name) => CATALOG.test(name));
      found.push(...inner.map((name) => `Sources/${target}/${name}`));
    }
  }
  const [only] = found;
  return found.length === 1 && holdsPages(only!) ? only! : null;
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Grav. A page is a folder whose file is named after its template, `01.docs/default.md`; folders with an underscore are modules of
 * pages: learn.getgrav.org/content/content-pages and learn.getgrav.org/content/modular; the number before a folder's name only
 * sorts. The page of the setting `home.alias` is at the root, and `page.fr.md` is French: learn.getgrav.org/content/multi-language.
 */
export const grav: GeneratorRules = generator('grav', {
  marks(folder) {
    const { names, namesIn } = folder;
    const isUser =
      names.includes('pages') && names.some((name) => /^(?:accounts|plugins|themes|blueprints)$/.test(name));
    if (!(isWholeGrav(folder) || isUser)) return false;
    const [inside, pages] = isWholeGrav(folder) ? [namesIn('user'), 'user/pages'] : [names, 'pages'];
    const isPage = (name: string) => /\.md$/.test(name);
    const isFolder = (name: string) => !isPage(name) && namesIn(`${pages}/${name}`).some(isPage);
    return inside.includes('config') && namesIn(pages).some(isFolder);
  },
  places: ['user/pages', 'pages'],
  says(folder) {
    const system = settingsIn(folder, [`${configOf(folder)}/system.yaml`]);
    const named = textAt(system, 'languages', 'default_lang') ?? textsAt(system, 'languages', 'supported')[0] ?? null;
    return { ...stated(folder, [`${configOf(folder)}/site.yaml`], { title: ['title'] }), language: named };
  },
  settings(folder, _root, files) {
    const system = settingsIn(folder, [`${configOf(folder)}/system.yaml`]);
    const codes = textsAt(system, 'languages', 'supported');
    const home = (textAt(system, 'home', 'alias') ?? '/home').replace(/^\/+|\/+$/g, '');
    const isHome = (top: string) => withoutNumber(top).toLowerCase() === home.toLowerCase();
    const found = files.map((file) => file.split('/', 1)[0]!).find(isHome);
    // What is below the home page keeps its address.
    const atRoot = files.filter((file) => /^[^/]+\/[^/]+$/.test(file) && file.startsWith(`${found}/`));
    return {
      languages: codes.length === 0 ? null : codes.map((code) => [code, code] as const),
      mounts: found === undefined ? [] : atRoot.map((file): Mount => [file, '']),
    };
  },
  isIndex: () => true,
  publish: (name) => name.toLowerCase(),
  titleOfName: (name) => titleFromName(withoutNumber(name)),
  languageSuffix: true,
  numbers: withoutNumber,
  pieces: /(?:^|\/)_/,
});

function withoutNumber(name: string): string {
  return name.replace(/^\d+\.(?=.)/, '');
}

/** Whether a folder has a whole installation, not the folder `user` of one alone. */
function isWholeGrav({ names, namesIn }: FolderView): boolean {
  return names.includes('user') && namesIn('user').includes('pages');
}

function configOf(folder: FolderView): string {
  return isWholeGrav(folder) ? 'user/config' : 'config';
}
