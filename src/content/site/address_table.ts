import { byCodePoint } from '../../text/by_code_point.ts';
import { decodePercent } from '../../text/decode_percent.ts';
import { normalForm } from '../../text/normal_form.ts';
import { lastSegment } from '../../text/paths.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import { cleanAddress } from './clean_address.ts';
import { datedAddresses, keyOfFile } from './page_address.ts';

const DATED_NAME = /^\d{4}-\d{2}-\d{2}-/;
const PAGE_EXTENSION = /\.(?:md|mdx|markdown|qmd|rmd|html?)$/i;
const INDEX_SEGMENT = /(?:^|\/)(?:_?index|readme)$/i;

/** A page of the table. */
export interface AddressedPage {
  /** Stays the same while pages are added and removed. */
  readonly id: number;
  readonly page: PageOutline;
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
  /** Of several pages with one address the first, where an exact spelling wins over another page's loose one. */
  readonly #addresses = new Map<string, number>();
  readonly #names: PagesByKey = new Map();
  readonly #aliases: PagesByKey = new Map();
  readonly #canonicals = new Map<string, number>();
  readonly #newest = new Map<string, number>();
  readonly #files: string[] = [];
  #lookups: number[] = [];

  /** @param pages in order: the first of equal ones wins */
  constructor(pages: readonly AddressedPage[]) {
    for (let list = 0; list < ADDRESS_LISTS; list++)
      for (const { id, spellings } of pages)
        for (const address of spellings.addresses[list]!)
          if (!this.#addresses.has(address)) this.#addresses.set(address, id);
    for (const { id, page, spellings } of pages) {
      this.#files[id] = page.file;
      for (const alias of spellings.aliases) addTo(this.#aliases, alias, id);
      const { canonical } = spellings;
      if (canonical !== null && !this.#canonicals.has(canonical)) this.#canonicals.set(canonical, id);
    }
    for (const { id, spellings } of pages.toSorted((a, b) => a.page.file.length - b.page.file.length))
      for (const name of spellings.names) addTo(this.#names, name, id);
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
    return listIn(this.#names, key);
  }

  /** The page whose file path ends with `rest`, in the folder with the highest version (`v26.3` before `v9.1`), or -1. */
  newestBelow(rest: string): number {
    const end = `/${loose(withoutExtension(rest))}`;
    const named = this.named(lastSegment(end));
    const known = this.#newest.get(rest);
    if (known !== undefined) return known;
    const file = (page: number) => this.#files[page]!;
    const fits = named.filter((page) => `/${loose(keyOfFile(file(page)))}`.endsWith(end));
    const page = fits.length === 0 ? -1 : fits.reduce((best, at) => (isNewer(file(at), file(best)) ? at : best));
    this.#newest.set(rest, page);
    return page;
  }

  /** Pages with this name among their aliases or labels, best first. */
  aliased(name: string): readonly number[] {
    const key = loose(name);
    this.#lookups.push(hashOf(key));
    return listIn(this.#aliases, key);
  }

  /** The page whose canonical address is this absolute address, or -1. */
  canonical(address: string): number {
    const key = bareUrl(address);
    this.#lookups.push(hashOf(key));
    return this.#canonicals.get(key) ?? -1;
  }

  /** The keys that were looked up since the last call, for `ChangedKeys.hasAny`. */
  takeLookups(): Uint32Array {
    const lookups = this.#lookups.length === 0 ? NO_LOOKUPS : Uint32Array.from(this.#lookups);
    this.#lookups = [];
    return lookups;
  }

  #at(address: string): number {
    this.#lookups.push(hashOf(address));
    return this.#addresses.get(address) ?? -1;
  }
}

const ADDRESS_LISTS = 6;
const NO_LOOKUPS = new Uint32Array(0);

/** Lists of pages. Most keys have one page, which is stored without a list. */
type PagesByKey = Map<string, number | number[]>;

function addTo(pages: PagesByKey, key: string, id: number): void {
  const known = pages.get(key);
  if (typeof known === 'object') known.push(id);
  else pages.set(key, known === undefined ? id : [known, id]);
}

function listIn(pages: PagesByKey, key: string): readonly number[] {
  const known = pages.get(key) ?? NONE;
  return typeof known === 'number' ? [known] : known;
}

const NONE: number[] = [];

/** Keys whose pages changed. It keeps hashes: a few other keys may count as changed, which only costs work. */
export class ChangedKeys {
  readonly #flags = new Uint8Array(1 << HASH_BITS);

  /** Adds all keys of a page that was added, removed or changed. */
  addPage({ addresses, names, aliases, canonical }: Spellings): void {
    for (const key of [...addresses.flat(), ...names, ...aliases]) this.#flags[hashOf(key)] = 1;
    if (canonical !== null) this.#flags[hashOf(canonical)] = 1;
  }

  /** @param hashes of keys, as `AddressTable.takeLookups` gives them */
  hasAny(hashes: Uint32Array): boolean {
    return hashes.some((hash) => this.#flags[hash] === 1);
  }
}

const HASH_BITS = 20;

/** FNV-1a over UTF-16 code units, as a number of `HASH_BITS` bits. */
function hashOf(key: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) value = Math.imul(value ^ key.charCodeAt(i), 0x01000193);
  return (value ^ (value >>> HASH_BITS)) & ((1 << HASH_BITS) - 1);
}

/** @param redirects files that only lead to the page */
export function spellingsOf(
  { file, aliases, labels, canonical }: PageOutline,
  path: string,
  redirects: readonly string[],
): Spellings {
  const key = keyOfFile(file);
  const name = loose(lastSegment(key));
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
    names: [...new Set([name, name.replace(DATED_NAME, ''), loose(lastSegment(path))])],
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
