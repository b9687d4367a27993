/** The sidebar of Nextra, which lists all pages but those that files `_meta` hide: nextra.site/docs/file-conventions/meta-file. */

import { posix } from 'node:path';
import { parentOf } from '../../text/paths.ts';
import { type FolderView, pathIn, trimPath } from './generator_rules.ts';
import { readAlone } from './settings/read_script.ts';
import { parseSettings, textAt, valueAt } from './settings/settings.ts';

const META = /^_meta(?:\.[\w-]+)?\.(?:json|[cm]?[jt]sx?)$/;
const HIDDEN = 'hidden';
/** The pages of which a file says nothing else. */
const OTHERS = '*';
/** The page of a folder, to which the titles of the folder lead as well. */
const INDEX = /^(?:index|page)$/;
/** Folders of these types are in the bar at the top, with a sidebar of their own. */
const TOP_TYPES: readonly (string | null)[] = ['page', 'menu'];
const EXTENSION = /\.\w+$/;
const LANGUAGE = /\.[a-z]{2}(?:-[A-Za-z0-9]{2,4})?$/;
/** Letters of files that are read, and pages that are looked for in them. */
const MOST_STEPS = 2_000_000;

/**
 * The pages that are not hidden, by themselves or with a folder above them.
 * @param roots the folders with such files for the pages
 * @returns null: no page is hidden
 */
export function shownInSidebar(
  view: FolderView,
  roots: readonly string[],
  files: readonly string[],
): ReadonlySet<string> | 'too-many' | null {
  const metas = new Map<string, readonly unknown[]>();
  const hidden = new Map([['', false]]);
  let left = MOST_STEPS;

  /** What is said of the pages and folders in a folder: in files of its own, and among the items of the folder above. */
  function metasOf(path: string): readonly unknown[] {
    const known = metas.get(path);
    if (known !== undefined) return known;
    const own = roots.flatMap((root) => {
      const place = trimPath(`${root}/${path}`);
      return view.namesIn(place).flatMap((name) => (META.test(name) ? [read(pathIn(place, name))] : []));
    });
    const outer =
      path === '' ? [] : metasOf(parentOf(path)).map((each) => valueAt(each, posix.basename(path), 'items'));
    const found = [...own, ...outer.filter((items) => items !== null)];
    metas.set(path, found);
    return found;
  }

  function read(path: string): unknown {
    const text = view.text(path);
    if (!text.includes(HIDDEN)) return {};
    left -= text.length;
    if (left < 0) return {};
    return path.endsWith('.json') ? parseSettings(path, text, true) : readAlone(text, path);
  }

  function hides(path: string, name: string, isFolder: boolean): boolean {
    const said = metasOf(path);
    left -= said.length;
    // What one language or one menu shows is not hidden.
    return said.length > 0 && said.every((each) => isHidden(each, name, isFolder));
  }

  function isHiddenFolder(path: string): boolean {
    const known = hidden.get(path);
    if (known !== undefined) return known;
    const isBelow = isHiddenFolder(parentOf(path)) || hides(parentOf(path), posix.basename(path), true);
    hidden.set(path, isBelow);
    return isBelow;
  }

  const shown = files.filter((file) => {
    const name = posix.basename(file).replace(EXTENSION, '');
    const isIndex = INDEX.test(name.replace(LANGUAGE, ''));
    return !isHiddenFolder(parentOf(file)) && (isIndex || !hides(parentOf(file), name, false));
  });
  if (left < 0) return 'too-many';
  return shown.length === files.length ? null : new Set(shown);
}

/** A folder of the bar at the top hides only itself, not the pages in it. */
function isHidden(meta: unknown, name: string, isFolder: boolean): boolean {
  // A name may end like a language.
  const key = valueAt(meta, name) === null && !isFolder ? name.replace(LANGUAGE, '') : name;
  const said = (what: string) => textAt(meta, key, what) ?? textAt(meta, OTHERS, what);
  return said('display') === HIDDEN && !(isFolder && TOP_TYPES.includes(said('type')));
}
