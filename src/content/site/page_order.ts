import { normalForm } from '../../text/normal_form.ts';
import { pathIn, trimPath } from '../generators/generator_rules.ts';
import { rulesOf } from '../generators/generators.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import type { SiteOrder } from '../site_content.ts';
import { FolderLister } from './folder_lister.ts';
import { LinkResolver, locationOf } from './link_resolver.ts';
import { takeOwnNeighbours } from './own_neighbours.ts';
import type { Placing } from './place_pages.ts';
import { mountOf, type SiteContext } from './site_context.ts';
import { toctreeOrder } from './toctree_order.ts';

/** Pages by number in an order, with -1 where it is not known what comes next. */
type Run = Iterable<number>;

/** Entries of menus that are looked at, once for each language. */
const MOST_ENTRIES = 2_000_000;

/**
 * The pages beside each page in the site's own order: that of its menus, else that of the weights of its pages, unless the page itself names
 * others. Two pages between which the site may have a third one do not follow each other.
 * @param outlines by page number
 * @returns null: the order of the site is not known
 */
export function pageOrder(
  outlines: readonly PageOutline[],
  { table, numberOf, bare }: Pick<Placing, 'table' | 'numberOf' | 'bare'>,
  context: SiteContext,
): SiteOrder | null {
  const next = new Uint32Array(outlines.length);
  const previous = new Uint32Array(outlines.length);
  const placed = new Uint8Array(outlines.length);
  const follow = (run: Run): void => {
    let last = -1;
    for (const page of run) {
      if (page === last) continue;
      // A second place of a page would give it two neighbours.
      const isFree = page !== -1 && placed[page] === 0;
      if (isFree) placed[page] = 1;
      if (isFree && last !== -1) {
        next[last] = page + 1;
        previous[page] = last + 1;
      }
      last = isFree ? page : -1;
    }
  };
  let byFile: ReadonlyMap<string, number> | null = null;
  const pageAt = (address: string): number => {
    const [folder, place] = mountOf(address, context) ?? ['', ''];
    const at = (spelling: string): number | null => {
      const id = table.find(spelling);
      return id === -1 ? null : numberOf[id]!;
    };
    // The name of a page in a menu may lack the number before that of its file, as its address does.
    const mounted = () => (folder === place ? null : at(trimPath(`${place}/${address.slice(folder.length)}`)));
    if (folder === place || folder === '') return at(address) ?? mounted() ?? -1;
    // The folder of the unreleased documents is the address of the latest ones.
    byFile ??= new Map(outlines.map(({ file }, page) => [normalForm(file.replace(/\.\w+$/, '')), page]));
    return byFile.get(address) ?? mounted() ?? at(address) ?? -1;
  };
  const lister = new FolderLister(outlines, bare, context);
  const usual = context.locales.find((locale) => context.languageTags[locale] === context.language) ?? '';
  const menus = (context.menus ?? []).map((menu) =>
    menu.map((entry) => (typeof entry === 'string' ? normalForm(trimPath(entry.replace(/[?#].*$/, ''))) : entry)),
  );
  const rules = rulesOf(context.generator);
  // An orphan of Sphinx may be in a table of contents.
  const namesUnlisted = rules.hasToctrees || rules.listing?.namesUnlisted === true;
  let left = MOST_ENTRIES;
  // A menu is also that of the translations of its pages, unless these have their own.
  for (const locale of rules.languageOfFile === undefined ? ['', ...context.locales] : [''])
    for (const menu of menus) {
      left -= menu.length;
      if (left < 0) break;
      follow(
        menu.flatMap((entry): number | readonly number[] => {
          if (entry === null) return -1;
          if (typeof entry === 'string') {
            const page = pageAt(trimPath(`${locale}/${entry}`));
            return page !== -1 && outlines[page]!.unlisted && !namesUnlisted ? [] : page;
          }
          const { below, instead = trimPath(`${usual}/${below}`) } = entry;
          return lister.pagesOf({ below: trimPath(`${locale}/${below}`), instead });
        }),
      );
    }
  if (context.menus === undefined) follow(toctreeOrder(outlines, context));
  if (context.menus === undefined && rules.sortsByWeight)
    for (const pages of Map.groupBy(outlines.keys(), (page) => outlines[page]!.language).values())
      follow(byWeight(pages, outlines));
  let resolver: LinkResolver | null = null;
  const labels = takeOwnNeighbours({ next, previous }, outlines, (named, page) => {
    const { file } = outlines[page]!;
    // An id is relative to the folder of the documents.
    if (rules.neighbours === 'ids') {
      const found = pageAt(normalForm(pathIn(mountOf(file, context)?.[0] ?? '', named)));
      return found === -1 || outlines[found]!.unlisted ? -1 : found;
    }
    resolver ??= new LinkResolver(table, context);
    const id = resolver.resolveAlone(named, locationOf(file, bare[page]!));
    return id < 0 ? -1 : numberOf[id]!;
  });
  const isKnown = [next, previous].some((beside) => beside.some((page) => page > 0));
  return isKnown ? { next, previous, labels } : null;
}

interface Folder {
  /** Its own page, or -1. */
  page: number;
  readonly inner: Map<string, Folder>;
}

const INDEX = /(?:^|\/)_?index(?:\.[\w-]+)?\.\w+$/;

/** Pages in the order of their weights, folder by folder. Between pages of equal weights, or without any, the order is not known. */
function byWeight(pages: Iterable<number>, outlines: readonly PageOutline[]): number[] {
  const root: Folder = { page: -1, inner: new Map() };
  for (const page of pages) {
    let folder = root;
    for (const name of outlines[page]!.file.replace(INDEX, '').split('/')) {
      if (name === '') continue;
      const inner: Folder = folder.inner.get(name) ?? { page: -1, inner: new Map() };
      folder.inner.set(name, inner);
      folder = inner;
    }
    folder.page = page;
  }
  const run: number[] = [];
  const add = ({ page, inner }: Folder): void => {
    run.push(page);
    const weightOf = (each: Folder): number => (each.page === -1 ? null : outlines[each.page]!.weight) ?? Infinity;
    const groups = [...Map.groupBy(inner.values(), weightOf)].sort(([a], [b]) => a - b);
    for (const [weight, same] of groups) {
      const isSure = same.length === 1 && weight !== Infinity;
      if (!isSure) run.push(-1);
      for (const each of same) {
        add(each);
        if (!isSure) run.push(-1);
      }
    }
  };
  add(root);
  return run;
}
