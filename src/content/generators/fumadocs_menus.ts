/** The sidebar of Fumadocs, which files `meta.json` order and shorten: fumadocs.dev/docs/page-conventions#meta. */

import { posix } from 'node:path';
import { parentOf } from '../../text/paths.ts';
import { type FolderView, pathIn, trimPath } from './generator_rules.ts';
import { settingsIn, textAt, textsAt, valueAt } from './settings/settings.ts';

const META = /^meta(?:\.[\w-]+)?\.(?:json|ya?ml)$/;
/** The other pages of a folder, in an order of the generator's. */
const REST = ['...', 'z...a'];
const EXTRACTED = '...';
const EXCLUDED = '!';
const NO_PAGE = /^---|\]\(/;
const LANGUAGE = '[a-z]{2}(?:-[A-Za-z0-9]{2,4})?';
const LANGUAGE_FOLDER = new RegExp(`^${LANGUAGE}$`);
const EXTENSION = /\.\w+$/;
const EXTENSIONS = new RegExp(`(?:\\.${LANGUAGE})?\\.\\w+$`);
/** Entries of menus, and pages that are compared with them: real sites have a few for each page. */
const MOST_STEPS = 1_000_000;

/** A folder of pages. Paths are relative to the root. */
interface Folder {
  /** The pages and folders in it. */
  readonly inner: string[];
  /** The entries of its menu in each language. */
  menus: readonly (readonly string[])[];
  isRoot: boolean;
}

/**
 * The pages that the sidebar lists. A folder is looked at once, however often menus name it.
 * @param sets the folders in which menus begin, relative to the root of the pages
 * @returns null: all of them
 */
export function listedInSidebar(
  view: FolderView,
  root: string,
  files: readonly string[],
  sets: readonly string[],
): ReadonlySet<string> | 'too-many' | null {
  const folders = foldersOf(files);
  let left = MOST_STEPS;
  for (const [path, folder] of folders) {
    readMenus(folder, view, trimPath(`${root}/${path}`));
    for (const menu of folder.menus) left -= menu.length + folder.inner.length;
    if (left < 0) return 'too-many';
  }
  const named = files.flatMap((file) => [...namesOf(file)].map((name) => [name, file] as const));
  const byName = Map.groupBy(named, ([name]) => name);
  const seen = new Set<string>();
  const listed = new Set<string>();
  const waiting: string[] = [];
  const list = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, file] of byName.get(path) ?? []) listed.add(file);
    waiting.push(path);
  };
  const starts = new Set(sets);
  for (const set of starts) list(set);
  // A menu that readers choose, or that of a language, begins in a folder that no other menu need list.
  for (const [path, { isRoot }] of folders)
    if (isRoot || (LANGUAGE_FOLDER.test(posix.basename(path)) && starts.has(parentOf(path)))) list(path);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { inner, menus } = folders.get(path) ?? { inner: [], menus: [] };
    for (const menu of menus) for (const each of listedIn(path, inner, menu)) list(each);
  }
  return listed.size === files.length ? null : listed;
}

/** The pages and folders that a menu lists, by any of their names. */
function* listedIn(folder: string, inner: readonly string[], menu: readonly string[]): Generator<string> {
  const at = (name: string) => trimPath(posix.join(folder, name));
  const excluded = new Set<string>();
  let hasRest = false;
  for (const entry of menu)
    if (REST.includes(entry)) hasRest = true;
    else if (entry.startsWith(EXCLUDED)) excluded.add(at(entry.slice(EXCLUDED.length)));
    else if (!NO_PAGE.test(entry)) yield at(entry.startsWith(EXTRACTED) ? entry.slice(EXTRACTED.length) : entry);
  for (const each of inner) {
    const names = namesOf(each);
    // The title of a folder leads to its index.
    if ((hasRest || names.has(pathIn(folder, 'index'))) && excluded.isDisjointFrom(names)) yield each;
  }
}

function foldersOf(files: readonly string[]): Map<string, Folder> {
  const folders = new Map<string, Folder>();
  for (const file of files)
    for (let path = file; path !== ''; ) {
      const known = folders.get(parentOf(path));
      if (known === undefined) folders.set(parentOf(path), { inner: [path], menus: [], isRoot: false });
      else known.inner.push(path);
      path = known === undefined ? parentOf(path) : '';
    }
  return folders;
}

/** @param path relative to the folder of the settings */
function readMenus(folder: Folder, view: FolderView, path: string): void {
  const metas = view.namesIn(path).filter((name) => META.test(name));
  const settings = metas.map((name) => settingsIn(view, [pathIn(path, name)]));
  folder.isRoot = settings.some((each) => textAt(each, 'root') === 'true');
  const menus = settings.map((each) =>
    Array.isArray(valueAt(each, 'pages')) ? [...textsAt(each, 'pages'), ...textsAt(each, 'pagesindex')] : REST,
  );
  folder.menus = menus.length === 0 ? [REST] : menus;
}

/** The paths by which menus name a page or a folder: also without extension, and without the language before that. */
function namesOf(path: string): ReadonlySet<string> {
  return new Set([path, path.replace(EXTENSION, ''), path.replace(EXTENSIONS, '')]);
}
