import { byCodePoint } from '../../text/by_code_point.ts';
import { decodePercent } from '../../text/decode_percent.ts';
import { normalForm } from '../../text/normal_form.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import { cleanAddress, datedAddresses, keyOfFile } from './page_address.ts';
import { ChangedKeys, hashOf, PagesByKey } from './pages_by_key.ts';

const DATED_NAME = /^\d{4}-\d{2}-\d{2}-/;
const PAGE_EXTENSION = /\.(?:md|mdx|markdown|qmd|rmd|html?)$/i;
const INDEX_SEGMENT = /(?:^|\/)(?:_?index|readme)$/i;

/** A page of the table. */
export interface AddressedPage {
  /** Stays the same while pages are added and removed. */
  readonly id: number;
  readonly file: string;
  readonly spellings: Spellings;
}

/** The spellings of a page, in normal form: all that the table has of it. */
export interface Spellings {
  readonly path: string;
  readonly redirects: readonly string[];
  /** Addresses by how exact they are. None is in two lists. */
  readonly addresses: readonly (readonly string[])[];
  readonly names: readonly string[];
  readonly aliases: readonly string[];
  readonly canonical: string | null;
}

/** Finds the ids of pages by every spelling that a link may use. Names and addresses are compared in Unicode normal form. */
export class AddressTable {
  /** The lists of `Spellings.addresses` in order: an exact spelling wins over another page's loose one. */
  readonly #addresses = new PagesByKey();
  readonly #names = new PagesByKey();
  readonly #aliases = new PagesByKey();
  readonly #canonicals = new PagesByKey();
  readonly #newest = new Map<string, number>();
  readonly #files = new Map<number, string>();
  #lookups: number[] = [];

  /**
   * Removes pages and adds others. An id may be among both.
   * @param orderOf the order of ids: the first of equal pages wins
   * @returns the keys under which other pages are found now
   */
  update(
    removed: readonly AddressedPage[],
    added: readonly AddressedPage[],
    orderOf: (id: number) => number,
  ): ChangedKeys {
    const changed = new ChangedKeys();
    for (const page of removed) {
      this.#files.delete(page.id);
      this.#eachKey(page, (pages, key, entry) => {
        pages.remove(key, entry);
        changed.add(key);
      });
    }
    for (const page of added) {
      this.#files.set(page.id, page.file);
      this.#eachKey(page, (pages, key, entry) => {
        pages.add(key, entry);
        changed.add(key);
      });
    }
    const inOrder = (a: number, b: number) => orderOf(a) - orderOf(b);
    this.#addresses.sort((a, b) => (a % ADDRESS_LISTS) - (b % ADDRESS_LISTS) || inOrder(idOf(a), idOf(b)));
    this.#names.sort((a, b) => this.#files.get(a)!.length - this.#files.get(b)!.length || inOrder(a, b));
    this.#aliases.sort(inOrder);
    this.#canonicals.sort(inOrder);
    this.#newest.clear();
    return changed;
  }

  /** The page at an address or file path, or -1. Extension and `index` are optional. */
  find(written: string): number {
    const address = normalForm(written);
    const exact = this.#at(address);
    if (exact !== -1) return exact;
    const bare = withoutExtension(address);
    const found = bare === address ? -1 : this.#at(bare);
    return found === -1 ? this.#at(loose(bare)) : found;
  }

  /** Pages whose file has this name, best first (shortest path, then code point). */
  named(name: string): readonly number[] {
    const key = loose(name);
    this.#lookups.push(hashOf(key));
    return this.#names.all(key);
  }

  /** The page whose file path ends with `rest`, in the folder with the highest version (`v26.3` before `v9.1`), or -1. */
  newestBelow(rest: string): number {
    const end = `/${loose(withoutExtension(rest))}`;
    const named = this.named(end.slice(end.lastIndexOf('/') + 1));
    const known = this.#newest.get(rest);
    if (known !== undefined) return known;
    const file = (page: number) => this.#files.get(page)!;
    const fits = named.filter((page) => `/${loose(keyOfFile(file(page)))}`.endsWith(end));
    const page = fits.length === 0 ? -1 : fits.reduce((best, at) => (isNewer(file(at), file(best)) ? at : best));
    this.#newest.set(rest, page);
    return page;
  }

  /** Pages with this name among their aliases or labels, best first. */
  aliased(name: string): readonly number[] {
    const key = loose(name);
    this.#lookups.push(hashOf(key));
    return this.#aliases.all(key);
  }

  /** The page whose canonical address is this absolute address, or -1. */
  canonical(address: string): number {
    const key = bareUrl(address);
    this.#lookups.push(hashOf(key));
    return this.#canonicals.first(key);
  }

  /** The keys that were looked up since the last call, for `ChangedKeys.hasAny`. */
  takeLookups(): Uint32Array {
    const lookups = this.#lookups.length === 0 ? NO_LOOKUPS : Uint32Array.from(this.#lookups);
    this.#lookups = [];
    return lookups;
  }

  #at(address: string): number {
    this.#lookups.push(hashOf(address));
    const entry = this.#addresses.first(address);
    return entry === -1 ? -1 : idOf(entry);
  }

  #eachKey({ id, spellings }: AddressedPage, use: (pages: PagesByKey, key: string, entry: number) => void): void {
    for (const [list, addresses] of spellings.addresses.entries())
      for (const address of addresses) use(this.#addresses, address, id * ADDRESS_LISTS + list);
    for (const name of spellings.names) use(this.#names, name, id);
    for (const alias of spellings.aliases) use(this.#aliases, alias, id);
    if (spellings.canonical !== null) use(this.#canonicals, spellings.canonical, id);
  }
}

const ADDRESS_LISTS = 6;
const NO_LOOKUPS = new Uint32Array(0);

/** The page of an entry of `AddressTable.#addresses`. */
function idOf(entry: number): number {
  return Math.floor(entry / ADDRESS_LISTS);
}

/** @param redirects files that only lead to the page */
export function spellingsOf(
  { file, aliases, labels, canonical }: PageOutline,
  path: string,
  redirects: readonly string[],
): Spellings {
  const key = keyOfFile(file);
  const name = loose(nameOfFile(file));
  const dated = datedAddresses(file).map(loose);
  // Not `push(...)`: a site may have any number of redirects to a page, and the number of arguments of a call is limited.
  const old = [
    ...aliases.filter((alias) => alias.includes('/')).map((alias) => loose(aliasAddress(alias, path))),
    ...redirects.flatMap((from) => [loose(from), loose(keyOfFile(from))]),
  ];
  const lists = [[file], [path], [key], [loose(path)], [loose(file), loose(key), ...old], dated];
  const listed = new Set<string>();
  const isNew = (address: string) => listed.size < listed.add(address).size;
  return {
    ...{ path, redirects },
    addresses: lists.map((list) => list.map((address) => normalForm(address)).filter(isNew)),
    names: [...new Set([name, name.replace(DATED_NAME, ''), loose(path.slice(path.lastIndexOf('/') + 1))])],
    aliases: [...aliases, ...labels].map(loose),
    canonical: canonical === null ? null : bareUrl(canonical),
  };
}

/** Compares paths, reading runs of digits as numbers. */
function isNewer(left: string, right: string): boolean {
  const ours = left.split(/(\d+)/);
  const theirs = right.split(/(\d+)/);
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  if (at === -1 || theirs[at] === undefined) return false;
  return at % 2 === 1 ? Number(ours[at]) > Number(theirs[at]) : byCodePoint(ours[at]!, theirs[at]!) > 0;
}

/** Removes differences of case, spaces, underscores and normal form. */
function loose(address: string): string {
  const lower = normalForm(normalForm(decodePercent(address)).toLowerCase());
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
