/** The languages of folders and files, by their names and by which repeat each other. */

import { byCodePoint } from '../../text/by_code_point.ts';
import { foldersAbove, lastSegment, parentOf } from '../../text/paths.ts';

/** ISO 639-1, without the codes that content folders more often use for something else (`go`, `io`, `os`...). */
const CODES = new Set(
  (
    'ab af am ar as az be bg bn bo bs ca cs cy da de el en eo es et eu fa fi fo fr ga gd gl gu he hi hr ht hu hy id ig ' +
    'is it ja ka kk km kn ko ku ky la lb lo lt lv mg mk ml mn mr ms mt my nb ne nl nn no or pa pl ps pt ro ru rw sa sd ' +
    'si sk sl so sq sr sv sw ta te tg th tk tl tr tt uk ur uz vi xh yi yo zh zu'
  ).split(' '),
);

/** Country codes that folders and files use instead of a language, with the language that they mean. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ br: 'pt-BR', cn: 'zh-CN', cz: 'cs', jp: 'ja', kr: 'ko', tw: 'zh-TW', ua: 'uk', vn: 'vi' },
};

/** The language tag that a country code stands for, or null. */
export function languageOfCountry(code: string): string | null {
  return Object.hasOwn(COUNTRIES, code) ? COUNTRIES[code]! : null;
}

/** ISO 15924, the scripts of these languages: any other four letters are a word, as in `no-void`. */
const SCRIPTS = new Set(
  (
    'adlm arab armn beng cyrl deva ethi geor grek gujr guru hang hans hant hebr hira jpan kana khmr knda kore laoo latn mlym ' +
    'mong mymr nkoo orya sinh taml telu tfng thaa thai tibt vaii'
  ).split(' '),
);

/** Whether a folder or file name part is a language tag such as `de`, `pt-br` or `zh-Hant`. */
export function isLanguageCode(name: string): boolean {
  const match = /^([a-z]{2})(?:[-_](?:[a-z]{2}|([a-z]{4})|\d{3}))?$/i.exec(name);
  if (match === null || !CODES.has(match[1]!.toLowerCase())) return languageOfCountry(name) !== null;
  return match[2] === undefined || SCRIPTS.has(match[2].toLowerCase());
}

/** The name of the only language folder, such as `en`, when all that a folder holds is in it; else null. */
export function onlyLanguage(names: readonly string[]): string | null {
  const [only, ...others] = names.filter((name) => !/^(?:\.|readme|licen[cs]e)/i.test(name));
  return only !== undefined && others.length === 0 && isLanguageCode(only) ? only : null;
}

/** The language in a file name such as `page.fr.md` or `page.fr.html.md`, as written, or null. */
export function languageSuffix(file: string, suffixes: readonly string[]): string | null {
  if (suffixes.length === 0) return null;
  const code = /\.([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)(?:\.html)?\.\w+$/.exec(file)?.[1];
  return code !== undefined && suffixes.includes(code) ? code : null;
}

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
    for (const folder of foldersAbove(file)) {
      const name = lastSegment(folder);
      const code = name.slice(name.lastIndexOf('.') + 1);
      if (!isLanguageCode(code)) continue;
      const rest = file.slice(folder.length + 1);
      const untranslated = code === name ? '' : `${name.slice(0, -code.length - 1)}/`;
      const counts = found.get(folder) ?? { files: [], mirrored: 0 };
      counts.files.push(rest);
      if (known.has(folder.slice(0, folder.length - name.length) + untranslated + rest)) counts.mirrored++;
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

/** The innermost locale folder that contains a file, or null. */
export function localeFolderOf(file: string, locales: readonly string[]): string | null {
  return locales.length === 0 ? null : (foldersAbove(file).find((folder) => locales.includes(folder)) ?? null);
}
