import { nearestWord } from './nearest_word.ts';
import { lastSegment, parentOf } from './paths.ts';

interface Paths {
  readonly count: number;
  path(page: number): string;
}

/**
 * The page that a wrong path probably means, or null: the same path with an ending or in another case, a page of the same
 * name in another folder, or a page whose name is a typing mistake away, in the same folder first.
 *
 * @example '/Guide/quick-start.md' means 'guide/quick-start'
 */
export function nearPage(written: string, pages: Paths): string | null {
  const wanted = written
    .normalize('NFC')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.(?:md|mdx|markdown|qmd|rmd|html?)$/i, '')
    .replace(/(?<=.)\/(?:index|readme|_index)$/i, '')
    .toLowerCase();
  const lower = new Map<string, string>();
  for (let page = 0; page < pages.count; page++) lower.set(pages.path(page).toLowerCase(), pages.path(page));
  const same = lower.get(wanted);
  if (same !== undefined) return same;
  const [folder, name] = [parentOf(wanted), lastSegment(wanted)];
  const namesakes = new Map<string, string>();
  const beside = new Map<string, string>();
  const anywhere = new Map<string, string>();
  for (const [path, original] of lower) {
    const [above, own] = [parentOf(path), lastSegment(path)];
    if (own === name) namesakes.set(above, original);
    (above === folder ? beside : anywhere).set(own, original);
  }
  if (namesakes.size > 0) {
    const [first] = namesakes.keys();
    return namesakes.get(nearestWord(folder, [...namesakes.keys()]) ?? first!)!;
  }
  for (const candidates of [beside, anywhere]) {
    const nearest = nearestWord(name, [...candidates.keys()]);
    if (nearest !== null) return candidates.get(nearest)!;
  }
  return null;
}
