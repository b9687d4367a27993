import { join } from 'node:path';
import { byCodePoint } from '../../text/by_code_point.ts';
import { blankCode } from '../../text/markdown/hide_code.ts';
import { lastSegment, parentOf } from '../../text/paths.ts';
import type { Project } from '../files/project.ts';
import type { AddressPattern, AddressStyle } from '../generators/generator_rules.ts';

/** What the links between a site's pages tell about its addresses, where no settings do. */
export interface LinkEvidence {
  /** Paths that the site may have on its host, by how many pages links find below them, the most first. */
  readonly bases: readonly string[];
  /** The addresses of posts with a date in their names, when links have the date as folders; null otherwise. */
  readonly posts: AddressPattern | null;
  /** How most addresses end, or null. */
  readonly style: AddressStyle | null;
  /** Whether links have the names of files in lower case that have capital letters. */
  readonly areLower: boolean;
  /** The files that were read. */
  readonly sampled: ReadonlySet<string>;
}

const MOST_FILES = 200;
const BYTES_OF_A_FILE = 20_000;
const MOST_LINKS = 5000;
/** Different pages that must show the same, so that a few odd links decide nothing. */
const ENOUGH = 3;
const ENOUGH_OF_STYLE = 5;
const LONGEST_BASE = 3;
/** The address of a Markdown or HTML link, also in a template with a filter: `{{ "/a/" | url }}`. */
const LINK = /(?:\]\(\s*<?(?:\{\{[^{}]{0,100}\}\})?|href=["']|\{\{-?\s*["'])\/(?!\/)([^\s()<>#?"']{1,500})/g;
const DATED = /^(.*?)(\d{4})\/(\d{2})\/(\d{2})\/([^/]+?)(\.html|\/)?$/;

/** Reads the links in the beginnings of at most 200 pages, evenly spread. */
export function sampleLinks(project: Project, root: string, files: readonly string[]): LinkEvidence {
  const known = new Map(files.map((file) => [comparable(file.replace(/\.\w+$/, '')), file]));
  const names = new Map([...known].map(([key, file]) => [lastSegment(key), file]));
  const bases = new Map<string, Set<string>>();
  const posts = new Map<string, Set<string>>();
  const styles: Record<AddressStyle, Set<string>> = { slash: new Set(), html: new Set(), bare: new Set() };
  const cases = { lower: new Set<string>(), kept: new Set<string>() };
  for (const written of linksOf(project, root, files)) {
    const address = comparable(written);
    const page = pageAt(address, known);
    if (page !== null) {
      styles[styleOf(written)].add(page);
      addCase(cases, written, page);
    }
    const segments = address.split('/');
    for (let length = 1; length <= Math.min(LONGEST_BASE, segments.length - 1); length++) {
      const below = page === null ? pageAt(segments.slice(length).join('/'), known) : null;
      if (below === null) continue;
      add(bases, written.split('/').slice(0, length).join('/'), below);
      addCase(cases, written, below);
    }
    const dated = DATED.exec(written);
    if (dated === null) continue;
    const [, before, year, month, day, name, ending] = dated;
    const file = names.get(comparable(`${year}-${month}-${day}-${name}`));
    if (file === undefined) continue;
    styles[styleOf(written)].add(file);
    add(posts, JSON.stringify([parentOf(file), `${before}:year/:month/:day/:title${ending ?? ''}`]), file);
  }
  const [folder, pattern] = JSON.parse(best(posts, ENOUGH) ?? '[null]') as [string | null, string];
  return {
    bases: [...bases]
      .filter(([, found]) => found.size >= ENOUGH)
      .toSorted((a, b) => b[1].size - a[1].size || byCodePoint(a[0], b[0]))
      .map(([base]) => base),
    posts: folder === null ? null : { folder, posts: false, pattern },
    areLower: best(new Map(Object.entries(cases)), ENOUGH) === 'lower',
    style: best(new Map(Object.entries(styles)), ENOUGH_OF_STYLE) as AddressStyle | null,
    sampled: new Set(sampleOf(files)),
  };
}

function* linksOf(project: Project, root: string, files: readonly string[]): Iterable<string> {
  let links = 0;
  for (const file of sampleOf(files)) {
    const text = project.beginning(join(root, file), BYTES_OF_A_FILE);
    for (const [, address] of blankCode(text).matchAll(LINK)) {
      if (++links > MOST_LINKS) return;
      yield address!;
    }
  }
}

function sampleOf(files: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.floor(files.length / MOST_FILES));
  return files.filter((_, at) => at % step === 0);
}

function pageAt(address: string, known: ReadonlyMap<string, string>): string | null {
  const bare = address.replace(/\.(?:html?|mdx?)$/, '').replace(/\/+$/, '');
  return (
    known.get(bare) ?? known.get(`${bare}/index`) ?? known.get(`${bare}/_index`) ?? known.get(`${bare}/readme`) ?? null
  );
}

function comparable(path: string): string {
  return path.toLowerCase();
}

function styleOf(written: string): AddressStyle {
  return written.endsWith('/') ? 'slash' : /\.html?$/i.test(written) ? 'html' : 'bare';
}

/** @param file to which a link leads */
function addCase(cases: Readonly<Record<'lower' | 'kept', Set<string>>>, written: string, file: string): void {
  if (/\p{Lu}/u.test(file)) cases[/\p{Lu}/u.test(written) ? 'kept' : 'lower'].add(file);
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([value]));
  else set.add(value);
}

/** The key with the most values, by code point among equals; null when it has too few, or less than two thirds of all. */
function best(map: ReadonlyMap<string, ReadonlySet<string>>, enough: number): string | null {
  const sizes = [...map].map(([key, values]) => [key, values.size] as const);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const [first] = sizes.toSorted((a, b) => b[1] - a[1] || byCodePoint(a[0], b[0]));
  return first !== undefined && first[1] >= enough && first[1] * 3 >= total * 2 ? first[0] : null;
}
