import { byCodePoint } from '../../text/by_code_point.ts';
import { fold } from '../../text/fold.ts';
import { lastSegment } from '../../text/paths.ts';
import { type GeneratorRules, isIndexOf } from '../generators/generator_rules.ts';
import { rulesOf } from '../generators/generators.ts';
import type { FolderListing, FolderPlace, ListedFolder } from '../generators/menu_rules.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import { localeFolderOf } from './languages.ts';
import { mountOf, type SiteContext } from './site_context.ts';

interface Folder {
  readonly path: string;
  /** By their names without extension. */
  readonly pages: Map<string, number>;
  readonly inner: Map<string, Folder>;
}

/** A page of a folder by its name. */
interface Leaf {
  readonly name: string;
  readonly page: number;
  /** Whether it is only there because a translation of it is missing. */
  readonly isOther: boolean;
}

/** A page or a folder among those beside it. */
interface Item {
  readonly weight: number;
  readonly key: string;
  readonly run: Run;
}

/** Pages in order. Runs of inner folders are not copied, as folders may be deep. */
type Run = readonly (number | Run)[];

/** Pages that are listed at most, where a page may be in the menu of its language and in those of all others: so many, and ten for each page. */
const MOST_LISTED = 1_000_000;
const UNKNOWN: readonly number[] = [-1];

/** Lists the pages of folders as the generator of the site does in its menus. */
export class FolderLister {
  readonly #outlines: readonly PageOutline[];
  readonly #addresses: readonly string[];
  readonly #context: SiteContext;
  readonly #locales: readonly string[];
  readonly #localeFolders: ReadonlySet<string>;
  readonly #keepsNumbers: boolean;
  readonly #rules: GeneratorRules;
  readonly #places: ReadonlyMap<string, FolderPlace>;
  readonly #compare: (a: string, b: string) => number;
  readonly #listed = new Set<string>();
  #root: Folder | null = null;
  #left: number;

  /** @param addresses by page number, as links write them */
  constructor(outlines: readonly PageOutline[], addresses: readonly string[], context: SiteContext) {
    this.#outlines = outlines;
    this.#addresses = addresses;
    this.#locales = context.locales;
    this.#context = context;
    this.#keepsNumbers = context.keepsNumbers;
    this.#rules = rulesOf(context.generator);
    // Where files tell their language otherwise, a folder such as "cs" is one of documents.
    this.#localeFolders = new Set(this.#rules.languageOfFile === undefined ? context.locales : []);
    this.#places = new Map(Object.entries(context.folderPlaces ?? {}));
    this.#compare = this.#rules.listing?.byFileName === true ? byCodePoint : byLetters;
    this.#left = MOST_LISTED + 10 * outlines.length;
  }

  /**
   * The numbers of the pages of a folder in order, with -1 for a page that the site has only in the other folder, and for what is not
   * known. A folder is listed once.
   */
  pagesOf({ below, instead = below }: ListedFolder): readonly number[] {
    const isNew = this.#listed.size < this.#listed.add(below).size;
    const { listing } = this.#rules;
    if (listing === undefined || !isNew) return UNKNOWN;
    this.#root ??= treeOf(this.#outlines);
    const own = folderAt(this.#root, below);
    const other = instead === below ? null : folderAt(this.#root, instead);
    return own === null ? UNKNOWN : flat(this.#list([own, other], [], listing, true).run);
  }

  /** @param besides pages beside the folder that are listed in it @param isWhole whether the folder is that of the menu itself */
  #list(folders: readonly (Folder | null)[], besides: readonly Leaf[], listing: FolderListing, isWhole = false): Item {
    const [own, other] = folders as [Folder | null, Folder | null];
    const { path } = (own ?? other)!;
    const name = lastSegment(path);
    const leaves = leavesOf(own, other);
    this.#left -= leaves.size + 1;
    if (this.#left < 0) return { weight: Infinity, key: '', run: UNKNOWN };
    const place = this.#places.get((other ?? own)!.path);
    const head = listing.byFileName && !isWhole ? this.#headOf(name, [...leaves.values()], place) : null;
    const items: Item[] = [];
    for (const inner of new Set(folders.flatMap((each) => [...(each?.inner.keys() ?? [])]))) {
      const both = folders.map((each) => each?.inner.get(inner) ?? null);
      if (inner === '..' || both.some((each) => this.#localeFolders.has(each?.path ?? ''))) continue;
      // Starlight lists `a.md` in the folder `a`.
      const beside = listing.byFileName ? undefined : leaves.get(inner);
      leaves.delete(beside?.name ?? '');
      items.push(this.#list(both, beside === undefined ? [] : [beside], listing));
    }
    for (const leaf of [...leaves.values(), ...besides]) {
      if (leaf === head?.leaf || this.#outlines[leaf.page]!.unlisted) continue;
      const key = listing.byFileName ? lastSegment(this.#outlines[leaf.page]!.file) : this.#addressOf(leaf.page);
      items.push({ weight: this.#weightOf(leaf, listing), key, run: runOf(leaf) });
    }
    items.sort((a, b) => (a.weight === b.weight ? this.#compare(a.key, b.key) : a.weight - b.weight));
    const named = place?.weight ?? head?.weight ?? this.#numberOf(name, listing);
    return {
      weight: listing.byFileName ? named : (items[0]?.weight ?? Infinity),
      key: listing.byFileName ? name : withoutFolder(path, localeFolderOf(`${path}/`, this.#locales)),
      run: head?.isLost === true ? UNKNOWN : [head?.run ?? [], ...items.map(({ run }) => run)],
    };
  }

  /** The page that stands for a folder: the one that its settings name, else its index. Lost: it is not known which. */
  #headOf(folder: string, leaves: readonly Leaf[], place: FolderPlace | undefined) {
    const isHead = (leaf: Leaf): boolean =>
      place?.page == null
        ? isIndexOf(`${folder}/${leaf.name}.md`, this.#rules)
        : this.#idsOf(leaf).includes(place.page);
    const leaf = place?.page === null ? undefined : leaves.find(isHead);
    const isLost = leaf === undefined && place?.page != null && place.page !== '';
    if (leaf === undefined) return place?.page == null ? null : { leaf: null, weight: null, run: UNKNOWN, isLost };
    const { unlisted } = this.#outlines[leaf.page]!;
    const weight = this.#weightOf(leaf, this.#rules.listing!);
    return { leaf, weight: weight === Infinity ? null : weight, run: unlisted ? [] : runOf(leaf), isLost };
  }

  /** The names by which settings in its folder may call a page, alone or below the folder of the documents. */
  #idsOf({ name, page }: Leaf): string[] {
    const { file, slug } = this.#outlines[page]!;
    const mount = mountOf(file, this.#context)?.[0] ?? '';
    const segments = (mount === '' ? file : file.slice(mount.length + 1)).split('/').slice(0, -1);
    const { numbers } = this.#rules;
    const bare = (each: string) => (typeof numbers === 'function' && !this.#keepsNumbers ? numbers(each) : each);
    const names = [name, bare(name), ...(slug === null ? [] : [slug])];
    return [...names, ...names.map((each) => [...segments.map(bare), each].join('/'))];
  }

  #weightOf({ name, page }: Leaf, listing: FolderListing): number {
    return this.#outlines[page]!.weight ?? this.#numberOf(name, listing);
  }

  /** The weight that a name gives, unless the settings take no numbers from names. */
  #numberOf(name: string, listing: FolderListing): number {
    return (this.#keepsNumbers ? null : listing.weightOfName(name)) ?? Infinity;
  }

  #addressOf(page: number): string {
    return withoutFolder(this.#addresses[page]!, localeFolderOf(this.#outlines[page]!.file, this.#locales));
  }
}

/** As dictionaries order: without accents and capitals, and low lines first. The tables of a runtime would change with its version. */
function byLetters(a: string, b: string): number {
  const letters = (text: string) => fold(text).replaceAll('_', ' ');
  return byCodePoint(letters(a), letters(b)) || byCodePoint(a, b);
}

function treeOf(outlines: readonly PageOutline[]): Folder {
  const root: Folder = { path: '', pages: new Map(), inner: new Map() };
  for (const [page, { file }] of outlines.entries()) {
    let folder = root;
    for (const name of file.split('/').slice(0, -1)) {
      const path = folder === root ? name : `${folder.path}/${name}`;
      const inner: Folder = folder.inner.get(name) ?? { path, pages: new Map(), inner: new Map() };
      folder.inner.set(name, inner);
      folder = inner;
    }
    folder.pages.set(lastSegment(file).replace(/\.\w+$/, ''), page);
  }
  return root;
}

function folderAt(root: Folder, path: string): Folder | null {
  let folder: Folder | undefined = root;
  for (const name of path.split('/')) if (name !== '') folder = folder?.inner.get(name);
  return folder ?? null;
}

/** By name: the pages of a folder, and those of the other one that it lacks. */
function leavesOf(own: Folder | null, other: Folder | null): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const folder of [other, own])
    for (const [name, page] of folder?.pages ?? []) leaves.set(name, { name, page, isOther: folder === other });
  return new Map([...leaves].sort(([a], [b]) => byCodePoint(a, b)));
}

function runOf({ page, isOther }: Leaf): readonly number[] {
  return isOther ? UNKNOWN : [page];
}

function flat(run: Run): number[] {
  const pages: number[] = [];
  const add = (inner: Run): void => {
    for (const each of inner) {
      if (typeof each === 'number') pages.push(each);
      else add(each);
    }
  };
  add(run);
  return pages;
}

function withoutFolder(path: string, folder: string | null): string {
  return folder !== null && `${path}/`.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
