import { byCodePoint } from '../text/by_code_point.ts';
import { isLanguageCode } from './language_code.ts';

/**
 * Finds the folders that contain one language each. A folder named by a language code counts if it is a top folder and
 * most files are in such folders, or if half of its files repeat the paths of files beside it, as `docs/de/a.md` repeats
 * `docs/a.md`.
 */
export function findLocales(files: readonly string[]): string[] {
  const known = new Set(files);
  const found = new Map<string, { files: number; mirrored: number }>();
  for (const file of files) {
    for (let slash = file.indexOf('/'), start = 0; slash !== -1; start = slash + 1, slash = file.indexOf('/', start)) {
      if (!isLanguageCode(file.slice(start, slash))) continue;
      const folder = file.slice(0, slash);
      const counts = found.get(folder) ?? { files: 0, mirrored: 0 };
      counts.files++;
      if (known.has(file.slice(0, start) + file.slice(slash + 1))) counts.mirrored++;
      found.set(folder, counts);
    }
  }
  const tops = [...found.keys()].filter((folder) => !folder.includes('/'));
  const inTops = tops.reduce((sum, folder) => sum + found.get(folder)!.files, 0);
  const mirrors = [...found].filter(([, counts]) => counts.mirrored * 2 >= counts.files).map(([folder]) => folder);
  const mirrorsBeside = new Map<string, number>();
  for (const folder of mirrors) mirrorsBeside.set(parentOf(folder), (mirrorsBeside.get(parentOf(folder)) ?? 0) + 1);
  // Beside two translations, a folder with a language code is a translation too, even if its file names differ.
  const others = [...found.keys()].filter((folder) => (mirrorsBeside.get(parentOf(folder)) ?? 0) >= 2);
  return [...new Set([...(inTops * 2 > files.length ? tops : []), ...mirrors, ...others])].sort(byCodePoint);
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
}

/** The innermost locale folder that contains a file, or null. */
export function localeFolderOf(file: string, locales: readonly string[]): string | null {
  if (locales.length === 0) return null;
  for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1)) {
    const folder = file.slice(0, slash);
    if (locales.includes(folder)) return folder;
  }
  return null;
}
