import { byCodePoint } from '../../text/by_code_point.ts';
import { foldersAbove } from '../files/regular_file.ts';
import { isLanguageCode } from './language_code.ts';

/** The share of a folder's files that another folder must repeat for both to be translations of each other. */
const ENOUGH_REPEATED = 0.3;
const INDEX = /(?:^|\/)(?:_?index|readme)\.\w+$/i;

/**
 * Finds the folders that contain one language each. A folder named by a language code counts only if its files show that
 * it is a translation: if half of them repeat the paths of files beside it, as `docs/de/a.md` repeats `docs/a.md`, or if
 * enough of them are also in another such folder beside it, as in `de/a.md` and `fr/a.md`. The code may be the end of a name:
 * `pages.de/a.md` repeats `pages/a.md`.
 */
export function findLocales(files: readonly string[]): string[] {
  const known = new Set(files);
  const found = new Map<string, { files: string[]; mirrored: number }>();
  for (const file of files) {
    for (let slash = file.indexOf('/'), start = 0; slash !== -1; start = slash + 1, slash = file.indexOf('/', start)) {
      const name = file.slice(start, slash);
      const code = name.slice(name.lastIndexOf('.') + 1);
      if (!isLanguageCode(code)) continue;
      const folder = file.slice(0, slash);
      const counts = found.get(folder) ?? { files: [], mirrored: 0 };
      counts.files.push(file.slice(slash + 1));
      const untranslated = code === name ? '' : `${name.slice(0, -code.length - 1)}/`;
      if (known.has(file.slice(0, start) + untranslated + file.slice(slash + 1))) counts.mirrored++;
      found.set(folder, counts);
    }
  }
  const mirrors = [...found]
    .filter(([, { files, mirrored }]) => mirrored * 2 >= files.length)
    .map(([folder]) => folder);
  // A code at the end of a name may mean something else, so only what it repeats counts.
  const codes = new Map([...found].filter(([folder]) => !/[^/]\.[^/]*$/.test(folder)));
  const repeated = repeatedBeside(codes);
  const sure = new Set([...mirrors, ...repeated]);
  const besides = new Map<string, number>();
  for (const folder of sure) besides.set(parentOf(folder), (besides.get(parentOf(folder)) ?? 0) + 1);
  // Beside two translations, a folder with a language code is a translation too, even if its file names differ.
  const others = [...codes.keys()].filter((folder) => (besides.get(parentOf(folder)) ?? 0) >= 2);
  return [...new Set([...sure, ...others])].sort(byCodePoint);
}

/** The folders that share enough files with folders beside them. An index is in every folder, so it does not count. */
function repeatedBeside(found: ReadonlyMap<string, { readonly files: readonly string[] }>): string[] {
  /** How many folders below a parent contain a file, by parent and file. */
  const counts = new Map<string, Map<string, number>>();
  for (const [folder, { files }] of found) {
    const inParent = counts.get(parentOf(folder)) ?? new Map<string, number>();
    for (const file of files) inParent.set(file, (inParent.get(file) ?? 0) + 1);
    counts.set(parentOf(folder), inParent);
  }
  return [...found].flatMap(([folder, { files }]) => {
    const own = files.filter((file) => !INDEX.test(file));
    const shared = own.filter((file) => counts.get(parentOf(folder))!.get(file)! >= 2);
    return own.length > 0 && shared.length >= own.length * ENOUGH_REPEATED ? [folder] : [];
  });
}

/**
 * Finds the suffixes of file names that are languages: `fr` if `page.fr.md` is beside `page.md` or `page.de.md`.
 * @param named the languages of the settings; null: none are named
 */
export function findLanguageSuffixes(files: readonly string[], named: ReadonlySet<string> | null): string[] {
  const known = new Set(files);
  const suffixed = new Map<string, Set<string>>();
  for (const file of files) {
    const match = /^(.*)\.([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)((?:\.html)?\.\w+)$/.exec(file);
    if (match === null || !(named === null ? isLanguageCode(match[2]!) : named.has(match[2]!))) continue;
    const base = `${match[1]}${match[3]}`;
    suffixed.set(base, (suffixed.get(base) ?? new Set()).add(match[2]!));
  }
  const found = new Set<string>();
  for (const [base, suffixes] of suffixed) {
    if (named === null && suffixes.size === 1 && !known.has(base)) continue;
    for (const suffix of suffixes) found.add(suffix);
  }
  return [...found].sort(byCodePoint);
}

export function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}

/** The innermost locale folder that contains a file, or null. */
export function localeFolderOf(file: string, locales: readonly string[]): string | null {
  return locales.length === 0 ? null : (foldersAbove(file).find((folder) => locales.includes(folder)) ?? null);
}
