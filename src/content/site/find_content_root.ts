import { basename, dirname, join, relative } from 'node:path';
import { byCodePoint } from '../../text/by_code_point.ts';
import { PAGE_FILE } from '../files/page_file.ts';
import type { Project } from '../files/project.ts';
import {
  type FolderView,
  firstFolder,
  type GeneratorRules,
  type PageSelection,
} from '../generators/generator_rules.ts';
import { generatorMarking } from '../generators/generators.ts';
import { isLanguageCode } from './language_code.ts';
import { workspaceMembers } from './workspace_members.ts';

export interface ContentRoot {
  /** The folder that contains the site's Markdown, relative to the folder that the user named; '' is that folder itself. */
  readonly root: string;
  /** Folders of the root that contain pages; null: all. */
  readonly folders: readonly string[] | null;
  /** Which files of the root are pages by the generator's settings; null: all. */
  readonly selection: PageSelection | null;
  /** Why this root was chosen, as a clause to print after it. */
  readonly why: string;
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
  const inner = own?.yieldsToSiteBelow?.(view) === true ? usualSiteBelow(project, folder) : null;
  if (inner !== null) return rootOf(project, inner.home, inner.rules);
  if (own !== null) return rootOf(project, folder, own);
  const names = project.names(folder);
  if (!names.some((name) => PROJECT.test(name))) {
    const above = markedAbove(project, folder);
    return {
      root: '',
      folders: null,
      // Patterns of the settings are relative to another folder.
      selection: above === null ? null : withoutRMarkdown(above.rules, null),
      why: 'it is the folder named',
      rules: above?.rules ?? null,
      home: above?.home ?? null,
    };
  }
  const below = markedBelow(project, folder);
  if (below !== null) return rootOf(project, below.home, below.rules);
  const usual = firstFolder(viewOf(project, folder), PROBES);
  const place = { root: siteOfPackage(project, folder, usual.root) ?? usual.root };
  const why =
    place.root === ''
      ? 'the project has no folder of the usual names for content'
      : `${place.root} is where the project keeps its pages`;
  return { ...withinLanguage(project, place.root), folders: null, selection: null, why, rules: null, home: null };
}

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
function withinLanguage(project: Project, root: string): { root: string } {
  if (!/(?:^|\/)content$/.test(root)) return { root };
  const names = project
    .names(join(project.folder, root))
    .filter((name) => !name.startsWith('.') && !/^(?:readme|licen[cs]e)/i.test(name));
  return { root: names.length === 1 && isLanguageCode(names[0]!) ? `${root}/${names[0]}` : root };
}

function rootOf(project: Project, home: string, rules: GeneratorRules): ContentRoot {
  const view = viewOf(project, home);
  const place = rules.pages?.(view) ?? { root: '', folders: null };
  const root = relative(project.folder, join(home, place.root)).replaceAll('\\', '/');
  const why = root === '' ? `it holds the settings of ${rules.name}` : `${rules.name} keeps its pages there`;
  return {
    root,
    folders: place.folders,
    selection: withoutRMarkdown(rules, rules.selection?.(view) ?? null),
    why,
    rules,
    home,
  };
}

/** A selection without R Markdown where the generator does not read it. */
function withoutRMarkdown(rules: GeneratorRules, selection: PageSelection | null): PageSelection | null {
  if (rules.readsRMarkdown === true) return selection;
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
function markedBelow(project: Project, folder: string): Marked | null {
  const marked = (path: string) => markedAt(project, join(folder, path));
  const only = (paths: readonly string[]): Marked | null => {
    const found = paths.flatMap((path) => marked(path) ?? []);
    return found.length === 1 ? found[0]! : null;
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
  const largest = largestOf(inDocs, ({ home, rules }) => {
    const { root } = rules.pages?.(viewOf(project, home)) ?? { root: '' };
    return countPages(project, join(home, root));
  });
  if (largest !== null) return largest;
  const members = workspaceMembers(viewOf(project, folder)).filter((path) => !NO_SITE.test(basename(path)));
  const inWorkspaces = [...new Set([...WORKSPACES.flatMap((path) => children(path)), ...members])];
  const named = inWorkspaces.filter((path) => SITE_FOLDERS.includes(path.slice(path.lastIndexOf('/') + 1)));
  const within = named.flatMap((path) => [path, ...SITE_FOLDERS.map((inner) => `${path}/${inner}`)]);
  return firstOf(within, marked) ?? only(children('')) ?? only(inWorkspaces);
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

function firstOf<T>(paths: readonly string[], find: (path: string) => T | null): T | null {
  for (const path of paths) {
    const found = find(path);
    if (found !== null) return found;
  }
  return null;
}

/** The views of a project: what is read through one, such as a settings script, is read once. */
const VIEWS = new WeakMap<Project, Map<string, FolderView>>();

export function viewOf(project: Project, home: string): FolderView {
  const known = VIEWS.get(project) ?? new Map<string, FolderView>();
  VIEWS.set(project, known);
  const view = known.get(home) ?? createView(project, home);
  known.set(home, view);
  return view;
}

function createView(project: Project, home: string): FolderView {
  return {
    folderName: basename(home),
    names: project.names(home),
    text: (path) => (path === '' ? '' : project.text(join(home, path))),
    namesIn: (path) => project.names(join(home, path)),
    holdsPages(path) {
      const folder = join(home, path);
      if (!holdsPages(project, folder)) return false;
      if (project.holds(folder)) return true;
      project.warn(folder, 'Cannot read the folder: it leads out of the project', 'no-page');
      return false;
    },
  };
}

/** Whether the folder contains a page, at most five levels below. Reads only the first folders of each level. */
function holdsPages(project: Project, folder: string): boolean {
  return countPages(project, folder, 1) > 0;
}

/** The pages at most five levels below a folder, up to a number. Reads only the first folders of each level. */
function countPages(project: Project, folder: string, most = 10_000): number {
  let pages = 0;
  let level = [folder];
  for (let depth = 0; depth < 6 && level.length > 0; depth++) {
    const next: string[] = [];
    for (const path of level.slice(0, 200)) {
      for (const name of project.names(path).toSorted(byCodePoint)) {
        if (PAGE_FILE.test(name)) pages++;
        else if (!name.startsWith('.') && name !== 'node_modules') next.push(join(path, name));
        if (pages >= most) return pages;
      }
    }
    level = next;
  }
  return pages;
}
