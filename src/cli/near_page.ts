import { nearestWord } from '../text/nearest_word.ts';

/**
 * The page that a wrong path probably means, or null: the same path with an ending or in another case, a page of the same
 * name in another folder, or a page whose name is a typing mistake away, in the same folder first.
 *
 * @example
 * nearPage('/Guide/quick-start.md', ['guide/quick-start', 'index']) // 'guide/quick-start'
 */
export function nearPage(written: string, paths: readonly string[]): string | null {
  const wanted = written
    .normalize('NFC')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.(?:md|mdx|markdown|qmd|rmd|html?)$/i, '')
    .replace(/(?<=.)\/(?:index|readme|_index)$/i, '')
    .toLowerCase();
  const lower = new Map(paths.map((path) => [path.toLowerCase(), path]));
  const same = lower.get(wanted);
  if (same !== undefined) return same;
  const { folder, name } = split(wanted);
  const folders = new Map(
    [...lower.keys()].filter((path) => split(path).name === name).map((path) => [split(path).folder, lower.get(path)!]),
  );
  if (folders.size > 0) return folders.get(nearestWord(folder, [...folders.keys()]) ?? [...folders.keys()][0]!)!;
  const beside = new Map<string, string>();
  const anywhere = new Map<string, string>();
  for (const [path, original] of lower) {
    const place = split(path);
    (place.folder === folder ? beside : anywhere).set(place.name, original);
  }
  for (const candidates of [beside, anywhere]) {
    const nearest = nearestWord(name, [...candidates.keys()]);
    if (nearest !== null) return candidates.get(nearest)!;
  }
  return null;
}

function split(path: string): { readonly folder: string; readonly name: string } {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? { folder: '', name: path } : { folder: path.slice(0, slash), name: path.slice(slash + 1) };
}
