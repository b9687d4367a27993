import { byCodePoint } from '../text/by_code_point.ts';
import { normalForm } from '../text/normal_form.ts';
import { cleanAddress, datedAddresses, keyOfFile } from './page_address.ts';
import { decode } from './page_link.ts';
import type { PageOutline } from './read_page.ts';

/** Finds pages by every spelling that a link may use. Names and addresses are compared in Unicode normal form. */
export interface AddressTable {
  /** The page at an address or file path, or -1. Extension and `index` are optional. */
  find(address: string): number;
  /** Pages whose file has this name, best first (shortest path, then code point). */
  named(name: string): readonly number[];
  /** The page whose file path ends with `rest`, in the folder with the highest version (`v26.3` before `v9.1`), or -1. */
  newestBelow(rest: string): number;
  /** Pages with this name among their aliases or labels, best first. */
  aliased(name: string): readonly number[];
  /** The page whose canonical address is this absolute address, or -1. */
  canonical(address: string): number;
}

const DATED_NAME = /^\d{4}-\d{2}-\d{2}-/;
const PAGE_EXTENSION = /\.(?:md|mdx|markdown|html?)$/i;
const INDEX_SEGMENT = /(?:^|\/)(?:_?index|readme)$/i;

/** The spellings of a page, in normal form: all that the table has of it. */
interface Spellings {
  readonly path: string;
  /** Addresses by how exact they are: those of all pages are added list by list. */
  readonly addresses: readonly (readonly string[])[];
  readonly names: readonly string[];
  readonly aliases: readonly string[];
  readonly canonical: string | null;
}

/** The spellings of pages that were in an earlier table, to reuse for pages that are the same objects at the same paths. */
export type SpellingMemory = WeakMap<PageOutline, Spellings>;

/** @param paths published paths of the pages; '' is the root */
export function buildAddressTable(
  pages: readonly PageOutline[],
  paths: readonly string[],
  memory: SpellingMemory = new WeakMap(),
): AddressTable {
  const addresses = new Map<string, number>();
  const names = new Map<string, number[]>();
  const aliases = new Map<string, number[]>();
  const canonicals = new Map<string, number>();
  const newest = new Map<string, number>();
  const all = pages.map((page, at) => {
    const known = memory.get(page);
    const path = paths[at]!;
    const own = known !== undefined && known.path === path ? known : spellingsOf(page, path);
    memory.set(page, own);
    return own;
  });
  // Add exact spellings before loose ones, so that an exact match wins over another page's loose match.
  for (let list = 0; list < ADDRESS_LISTS; list++) {
    for (const [page, own] of all.entries()) {
      for (const address of own.addresses[list]!) if (!addresses.has(address)) addresses.set(address, page);
    }
  }
  for (const [page, own] of all.entries()) {
    for (const name of own.names) push(names, name, page);
    for (const alias of own.aliases) push(aliases, alias, page);
    if (own.canonical !== null && !canonicals.has(own.canonical)) canonicals.set(own.canonical, page);
  }
  for (const list of names.values())
    if (list.length > 1) list.sort((a, b) => pages[a]!.file.length - pages[b]!.file.length || a - b);
  return {
    find: (written) => {
      const address = normalForm(written);
      const exact = addresses.get(address);
      if (exact !== undefined) return exact;
      const bare = withoutExtension(address);
      return addresses.get(bare) ?? addresses.get(loose(bare)) ?? -1;
    },
    named: (name) => names.get(loose(name)) ?? [],
    newestBelow: (rest) => {
      const known = newest.get(rest);
      if (known !== undefined) return known;
      const end = `/${loose(withoutExtension(rest))}`;
      const fits = (names.get(end.slice(end.lastIndexOf('/') + 1)) ?? []).filter((page) =>
        `/${loose(keyOfFile(pages[page]!.file))}`.endsWith(end),
      );
      const page = fits.length === 0 ? -1 : fits.reduce((best, at) => (isNewer(pages[at]!, pages[best]!) ? at : best));
      newest.set(rest, page);
      return page;
    },
    aliased: (name) => aliases.get(loose(name)) ?? [],
    canonical: (address) => canonicals.get(bareUrl(address)) ?? -1,
  };
}

const ADDRESS_LISTS = 6;

function spellingsOf({ file, aliases, labels, canonical }: PageOutline, path: string): Spellings {
  const key = keyOfFile(file);
  const name = loose(nameOfFile(file));
  const old = aliases.filter((alias) => alias.includes('/')).map((alias) => loose(aliasAddress(alias, path)));
  const dated = datedAddresses(file).map(loose);
  const lists = [[file], [path], [key], [loose(path)], [loose(file), loose(key), ...old], dated];
  return {
    path,
    addresses: lists.map((list) => list.map((address) => normalForm(address))),
    names: DATED_NAME.test(name) ? [name, name.replace(DATED_NAME, '')] : [name],
    aliases: [...aliases, ...labels].map(loose),
    canonical: canonical === null ? null : bareUrl(canonical),
  };
}

/** Compares paths, reading runs of digits as numbers. */
function isNewer(left: PageOutline, right: PageOutline): boolean {
  const ours = left.file.split(/(\d+)/);
  const theirs = right.file.split(/(\d+)/);
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  if (at === -1 || theirs[at] === undefined) return false;
  return at % 2 === 1 ? Number(ours[at]) > Number(theirs[at]) : byCodePoint(ours[at]!, theirs[at]!) > 0;
}

/** Removes differences of case, spaces, underscores and normal form. */
function loose(address: string): string {
  const lower = normalForm(normalForm(decode(address)).toLowerCase());
  return /[_\s]/.test(lower) ? lower.replace(/[_\s]/g, '-') : lower;
}

function withoutExtension(address: string): string {
  const bare = address.replace(PAGE_EXTENSION, '');
  return bare.replace(INDEX_SEGMENT, '');
}

/** The file's name without its extension; for an index, the name of its folder. */
function nameOfFile(file: string): string {
  const key = keyOfFile(file);
  return key.slice(key.lastIndexOf('/') + 1);
}

/** The address of an alias; without a leading slash it is relative to the page's folder. */
function aliasAddress(alias: string, path: string): string {
  if (alias.startsWith('/')) return cleanAddress(alias);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return cleanAddress(alias.startsWith('.') ? folder + alias.replace(/^(?:\.\.?\/)+/, '') : alias);
}

function bareUrl(address: string): string {
  return normalForm(address)
    .replace(/^https?:\/\//i, '')
    .replace(/\/+$/, '');
}

function push(map: Map<string, number[]>, key: string, page: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [page]);
  else list.push(page);
}
