/** The sidebar of Fumadocs, which files `meta.json` order and shorten: fumadocs.dev/docs/page-conventions#meta. */
import { posix } from 'node:path';
import { PAGE_FILE } from '../files/regular_file.ts';
import { type FolderView, pathIn } from './generator_rules.ts';
import { settingsIn, textsAt } from './settings/settings.ts';

const META = /^meta\.(?:json|ya?ml)$/;
/** The other pages of a folder, in an order of the generator's. */
const REST = ['...', 'z...a'];
const EXTRACTED = '...';
const EXCLUDED = '!';
const NO_PAGE = /^---|\]\(/;
const MOST_FOLDERS = 1_000;

/**
 * The pages that the sidebar lists, as patterns relative to the root. Null if no file leaves pages out, or if there are too many folders.
 * @param folders those of the pages, relative to that of the settings
 */
export function listedInSidebar(folder: FolderView, folders: readonly string[], root: string): string[] | null {
  const listed = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...folders];
  let isShortened = false;

  function list(path: string, name: string): void {
    if (PAGE_FILE.test(name)) listed.add(`/${posix.relative(root, pathIn(path, name))}`.replace(/[*?[\]\\]/g, '?'));
    else if (folder.namesIn(pathIn(path, name)).length > 0) waiting.push(pathIn(path, name));
  }

  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    if (seen.size === MOST_FOLDERS) return null;
    seen.add(path);
    const names = folder.namesIn(path);
    const meta = names.find((name) => META.test(name)) ?? '';
    const settings = meta === '' ? {} : settingsIn(folder, [pathIn(path, meta)]);
    const items = Array.isArray(settings.pages) ? textsAt(settings, 'pages') : REST;
    const excluded = items.filter((item) => item.startsWith(EXCLUDED)).map((item) => item.slice(EXCLUDED.length));
    const isRest = items.some((item) => REST.includes(item));
    if (!isRest || excluded.length > 0) isShortened = true;
    for (const name of isRest ? names : [])
      if (!excluded.includes(name) && !excluded.includes(bareOf(name))) list(path, name);
    for (const item of items) {
      if (REST.includes(item) || item.startsWith(EXCLUDED) || NO_PAGE.test(item)) continue;
      const named = posix.join(path, item.startsWith(EXTRACTED) ? item.slice(EXTRACTED.length) : item);
      const above = posix.dirname(named) === '.' ? '' : posix.dirname(named);
      const name = posix.basename(named);
      for (const each of folder.namesIn(above)) if (each === name || bareOf(each) === name) list(above, each);
    }
  }
  return isShortened ? [...listed] : null;
}

/** A name without its extension, and without the language before that. */
function bareOf(name: string): string {
  return name.replace(/(?:\.[a-z]{2}(?:-[A-Za-z]{2,4})?)?\.\w+$/, '');
}
