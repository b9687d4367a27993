import { basename, dirname, join, relative } from 'node:path';
import { byCodePoint } from '../../text/by_code_point.ts';
import { lastSegment } from '../../text/paths.ts';
import type { Project } from '../files/project.ts';
import { isWithin } from '../files/regular_file.ts';
import {
  type FolderView,
  firstFolder,
  folderPath,
  type GeneratorRules,
  namedFolders,
  type PageSelection,
  type Setting,
} from '../generators/generator_rules.ts';
import { generatorMarking } from '../generators/generators.ts';
import { firstOf } from '../generators/settings/settings.ts';
import { countPages, viewOf, workspaceMembers } from './folder_view.ts';
import { onlyLanguage } from './languages.ts';

export interface ContentRoot {
  /** The folder that contains the site's Markdown, relative to the folder that the user named; '' is that folder itself. */
  readonly root: string;
  /** Folders of the root that contain pages; null: all. */
  readonly folders: readonly string[] | null;
  /** Which files of the root are pages by the generator's settings; null: all. */
  readonly selection: PageSelection | null;
  /** Why this root was chosen, as a clause to print after it. */
  readonly why: string;
  /** The folders of pages that the settings name and that cannot be read. */
  readonly unread: readonly string[];
  /** The generator that was recognised by its files, or null. */
  readonly rules: GeneratorRules | null;
  /** Absolute path of the folder with the generator's settings, or null. */
  readonly home: string | null;
}

/** Files of a project's top folder, which no content folder has. */
const PROJECT =
  /^(?:package\.json|\.git|\.github|cargo\.toml|pyproject\.toml|go\.mod|pom\.xml|composer\.json|gemfile|makefile|pnpm-workspace\.yaml)$/i;
const PROBES = ['src/content/docs', 'src/content', 'content', 'docs', 'documentation', 'src/pages', 'src/routes'];
/** Folders in which projects usually keep their documentation site, likeliest first. */
const SITE_FOLDERS = [
  'docs',
  'doc',
  'documentation',
  'website',
  'site',
  'www',
  'web',
  'docs-site',
  'docs/source',
  'doc/source',
  'book',
  'docs/book',
  'doc/book',
  'exampleSite',
];
/** Folders that may hold several sites, such as one for each language of an interface. */
const DOCS_FOLDERS = ['docs', 'doc', 'documentation', 'website'];
/** Folders of a monorepo, in which one package may be the site. */
const WORKSPACES = ['apps', 'packages', 'sites', 'src'];
/** Names of packages that are sites: `docs`, `s2-docs`, `website`, `example.dev`. */
const SITE_NAME = /(?:^|[-_.])(?:docs?|documentation|website|site|www|web|book|dev|org|com|io|net)$/i;
/** Where such a package has its pages when no generator is known. */
const INNER_PROBES = [...PROBES, 'pages'];
/** Folders whose sites are not the project's own, such as examples and tests. */
const NO_SITE =
  /^(?:examples?|tests?|fixtures?|__tests__|templates?|themes?|starters?|demos?|playground|benchmarks?|node_modules)$/i;
const LEVELS_UP = 4;

/**
 * Finds the content root for the folder that the user named: the folder from which its generator reads pages, or the
 * named folder itself. Only a project's top folder is searched for a site below it; a content folder is used as it is.
 */
export function findContentRoot(project: Project): ContentRoot {
  const { folder } = project;
  const view = viewOf(project, folder);
  const own = generatorMarking(view);
  const inner = own?.yieldsToSiteBelow(view) === true ? usualSiteBelow(project, folder) : null;
  if (inner !== null) return rootOf(project, inner.home, inner.rules);
  if (own !== null) return rootOf(project, folder, own);
  const names = project.names(folder);
  if (!names.some((name) => PROJECT.test(name))) {
    const above = markedAbove(project, folder);
    const inner = above === null ? markedBelow(project, folder, () => {}) : null;
    if (inner !== null && isProjectOf(project, folder, inner)) return rootOf(project, inner.home, inner.rules);
    const selection = above === null ? null : selectionIn(project, folder, above);
    return { ...UNMARKED, ...above, root: '', selection, why: 'it is the folder you passed' };
  }
  const below = markedBelow(project, folder);
  if (below !== null) return rootOf(project, below.home, below.rules);
  const usual = firstFolder(viewOf(project, folder), PROBES);
  const root = siteOfPackage(project, folder, usual.root) ?? usual.root;
  const why =
    root === ''
      ? 'the project has no content folder with a usual name'
      : `${root} is where the project keeps its pages`;
  return { ...UNMARKED, root: withinLanguage(project, root), why };
}

/** Of a root for which no settings of a generator speak. */
const UNMARKED = { folders: null, selection: null, unread: [], rules: null, home: null };

/**
 * The pages of the package of a monorepo that is its site by its name, when it has more than the folder that the project itself would
 * have: that one often tells contributors about the project. Null when there is none.
 * @param usual '' when the project has no such folder
 */
function siteOfPackage(project: Project, folder: string, usual: string): string | null {
  const view = viewOf(project, folder);
  const count = (path: string) => countPages(project, join(folder, path));
  const places = workspaceMembers(view)
    .filter((path) => SITE_NAME.test(basename(path)))
    .flatMap((path) => INNER_PROBES.map((probe) => `${path}/${probe}`).find((each) => view.holdsPages(each)) ?? []);
  return largestOf(places, count, usual === '' ? 0 : count(usual));
}

/** Descends into a single language folder: `content/en` when `content` contains nothing else. */
function withinLanguage(project: Project, root: string): string {
  if (!/(?:^|\/)content$/.test(root)) return root;
  const only = onlyLanguage(project.names(join(project.folder, root)));
  return only === null ? root : `${root}/${only}`;
}

function rootOf(project: Project, home: string, rules: GeneratorRules): ContentRoot {
  const view = viewOf(project, home);
  const placed = placePagesOf(project, home, rules);
  const root = relative(project.folder, placed.root).replaceAll('\\', '/');
  const why = root === '' ? `it contains the settings of ${rules.name}` : `${rules.name} keeps its pages there`;
  return {
    root,
    folders: placed.folders,
    selection: selectionOf(view, rules, placed),
    why,
    unread: warnOfUnread(project, home, rules.says(view).folders ?? []),
    rules,
    home,
  };
}

/** What the settings above a folder select of it. Where the pages of the site are in another one, their patterns say nothing about it. */
function selectionIn(project: Project, folder: string, { home, rules }: Marked): PageSelection | null {
  const placed = placePagesOf(project, home, rules);
  return placed.root === folder ? selectionOf(viewOf(project, home), rules, placed) : withoutRMarkdown(rules, null);
}

function selectionOf(view: FolderView, rules: GeneratorRules, placed: PlacedPages): PageSelection | null {
  const selection = rules.selection(view, rules.pages(view).root);
  return withoutRMarkdown(rules, selection === null ? null : movedSelection(selection, placed));
}

/** Where the pages of a site are by its settings. */
export interface PlacedPages {
  /** Absolute path of the content root. */
  readonly root: string;
  /** Folders of the root that contain pages; null: all. */
  readonly folders: readonly string[] | null;
  /** The path in the root of what the rules of the generator say. @param path relative to the root that the rules give */
  moved(path: string): string;
}

/** The content root is the common parent of all folders with pages: that of the rules, where none is outside it. */
export function placePagesOf(project: Project, home: string, rules: GeneratorRules): PlacedPages {
  const place = rules.pages(viewOf(project, home));
  const own = join(home, place.root);
  const folders = place.folders?.map((folder) => join(own, folder)) ?? null;
  const root = folders?.every((folder) => isWithin(folder, own)) === false ? commonParent([own, ...folders]) : own;
  const below = (path: string) => relative(root, path).replaceAll('\\', '/');
  const listed = folders?.map(below) ?? null;
  return {
    root,
    folders: listed?.includes('') === true ? null : listed,
    moved: (path) => (root === own ? path : below(join(own, path))),
  };
}

function commonParent(paths: readonly string[]): string {
  let parent = paths[0]!;
  while (!paths.every((path) => isWithin(path, parent))) parent = dirname(parent);
  return parent;
}

/** The files and patterns of a selection as paths of the content root. */
function movedSelection(selection: PageSelection, { moved }: PlacedPages): PageSelection {
  const pattern = (each: string) =>
    each.replace(/^(!?)\/(.*)$/s, (_, not: string, path: string) => `${not}/${moved(path)}`);
  return { ...selection, only: selection.only?.map(moved) ?? null, except: selection.except.map(pattern) };
}

/** Warns of the folders of pages that settings name and that cannot be read. Returns what is wrong with each. */
function warnOfUnread(project: Project, home: string, named: readonly (Setting | null)[]): string[] {
  return named.flatMap((setting) => {
    const reason = setting === null ? null : reasonUnread(project, home, setting);
    if (setting === null || reason === null) return [];
    const file = relative(project.folder, join(home, setting.file)).replaceAll('\\', '/');
    const place = setting.line === 0 ? file : `${file}:${setting.line}`;
    const value = setting.value === null ? '' : ` names the folder "${setting.value}", which`;
    project.warn(
      join(home, setting.file),
      `Cannot read the pages of "${setting.key}": ${setting.value === null ? 'it' : `"${setting.value}"`} ${reason}`,
      'unread-folder',
      setting.line,
    );
    return [`"${setting.key}" in ${place}${value} ${reason}`];
  });
}

function reasonUnread(project: Project, home: string, { value }: Setting): string | null {
  if (value === null) return 'has a value that is known only when the generator runs';
  const path = join(home, folderPath(value));
  const isOutside = !isWithin(path, project.top) || (value.startsWith('/') && !project.exists(path));
  if (isOutside) return `is outside the project "${project.top}"`;
  if (!project.exists(path)) return 'does not exist';
  return project.holds(path) ? null : `leads out of the project "${project.top}" through a symbolic link`;
}

/**
 * Whether a folder without a project's usual files is the project of the site below it and not a folder of pages: the site has
 * packages of its own, or names folders beside its own.
 */
function isProjectOf(project: Project, folder: string, { home, rules }: Marked): boolean {
  const view = viewOf(project, home);
  const named = namedFolders(rules.says(view)).map((path) => join(home, path));
  return view.names.includes('package.json') || named.some((path) => isWithin(path, folder) && !isWithin(path, home));
}

/** A selection without R Markdown where the generator does not read it. */
function withoutRMarkdown(rules: GeneratorRules, selection: PageSelection | null): PageSelection | null {
  if (rules.readsRMarkdown) return selection;
  return { ...(selection ?? { only: null, except: [] }), withoutRMarkdown: true };
}

interface Marked {
  readonly home: string;
  readonly rules: GeneratorRules;
}

/** The nearest parent folder with a generator's marker, within the same repository or package. */
function markedAbove(project: Project, folder: string): Marked | null {
  let path = folder;
  for (let level = 0; level < LEVELS_UP; level++) {
    const parent = dirname(path);
    if (path === project.repository || parent === path) return null;
    path = parent;
    const rules = generatorMarking(viewOf(project, path));
    if (rules !== null) return { home: path, rules };
    if (project.names(path).includes('package.json')) return null;
  }
  return null;
}

function markedAt(project: Project, home: string): Marked | null {
  if (!project.holds(home)) return null;
  const rules = generatorMarking(viewOf(project, home));
  return rules === null ? null : { home, rules };
}

/** The site in a subfolder with a usual name. */
function usualSiteBelow(project: Project, folder: string): Marked | null {
  return firstOf(SITE_FOLDERS, (path) => markedAt(project, join(folder, path)));
}

/** The site in a subfolder of a project: the one with a usual name, else the only one. */
function markedBelow(project: Project, folder: string, tellOthers = warnOfOthers): Marked | null {
  const marked = (path: string) => markedAt(project, join(folder, path));
  const only = (paths: readonly string[]) => {
    const found = paths.flatMap((path) => marked(path) ?? []);
    const largest = largestSite(project, found);
    if (largest !== null) tellOthers(project, found, largest);
    return largest;
  };
  const children = (path: string) =>
    project
      .names(join(folder, path))
      .filter((name) => !name.startsWith('.') && !NO_SITE.test(name))
      .toSorted(byCodePoint)
      .slice(0, 200)
      .map((name) => (path === '' ? name : `${path}/${name}`));
  const usual = usualSiteBelow(project, folder);
  if (usual !== null) return usual;
  const inDocs = DOCS_FOLDERS.flatMap((path) => children(path)).flatMap((path) => marked(path) ?? []);
  const largest = largestSite(project, inDocs);
  if (largest !== null) return largest;
  const members = workspaceMembers(viewOf(project, folder)).filter((path) => !NO_SITE.test(basename(path)));
  const inWorkspaces = [...new Set([...WORKSPACES.flatMap((path) => children(path)), ...members])];
  const named = inWorkspaces.filter((path) => SITE_FOLDERS.includes(lastSegment(path)));
  const within = named.flatMap((path) => [path, ...SITE_FOLDERS.map((inner) => `${path}/${inner}`)]);
  return firstOf(within, marked) ?? only(children('')) ?? only(inWorkspaces);
}

/** The site with the most pages. */
function largestSite(project: Project, sites: readonly Marked[]): Marked | null {
  const pagesOf = ({ home, rules }: Marked) => {
    const { root, folders } = placePagesOf(project, home, rules);
    return (folders ?? ['']).reduce((sum, folder) => sum + countPages(project, join(root, folder)), 0);
  };
  return sites.length === 1 ? sites[0]! : largestOf(sites, pagesOf);
}

function warnOfOthers(project: Project, sites: readonly Marked[], chosen: Marked): void {
  const name = relative(project.folder, chosen.home).replaceAll('\\', '/');
  for (const { home } of sites) {
    if (home === chosen.home) continue;
    project.warn(
      home,
      `Cannot read two sites at once: "${name}" is read; to read this one instead, pass its folder`,
      'other-site',
    );
  }
}

/** The first of those with the most, if that is more than a number; else null. */
function largestOf<T>(items: readonly T[], sizeOf: (item: T) => number, least = 0): T | null {
  let most = least;
  let found: T | null = null;
  for (const item of items) {
    const size = sizeOf(item);
    if (size <= most) continue;
    most = size;
    found = item;
  }
  return found;
}
