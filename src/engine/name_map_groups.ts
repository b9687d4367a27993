import type { Corpus, PageId } from '../corpus/corpus.ts';
import type { MapLayout } from '../corpus/map/lay_out_map.ts';

/** Pages that stand near each other on the map of a site. */
export interface MapGroup {
  /** Its middle, 0 to 65,535 in both directions. */
  readonly x: number;
  readonly y: number;
  /** A tag that many of its pages have, else the title of the one that most pages link to. */
  readonly name: string;
}

/** Cells of a row of the grid in which pages are counted. */
const side = 16;
const cellSize = 65_536 / side;
const mostGroups = 24;
/** In characters. */
const longestName = 60;
/** Fewer pages are no group, nor is less than one page in so many of the map. */
const fewest = 4;
const leastShare = 250;
/** Two groups are at least so many cells apart, and a page belongs to a group within so many. */
const apart = 2;
/** A tag names a group of which at least one page in so many has it. */
const share = 3;

/** The groups of the map where its pages are dense, the largest first. */
export function nameMapGroups(
  corpus: Pick<Corpus, 'pages' | 'tags' | 'links'>,
  layout: MapLayout,
): readonly MapGroup[] {
  const names = new Set<string>();
  return groupsOf(layout).flatMap((members) => {
    const name = namesFor(
      corpus,
      members.map((at) => layout.pages[at]!),
    ).find((each) => !names.has(each));
    if (name === undefined) return [];
    names.add(name);
    const middle = (values: Uint16Array): number =>
      Math.round(members.reduce((sum, at) => sum + values[at]!, 0) / members.length);
    return [{ x: middle(layout.x), y: middle(layout.y), name }];
  });
}

/** The places of the pages of each group in the layout, the largest group first. */
function groupsOf({ pages, x, y }: MapLayout): readonly (readonly number[])[] {
  const cells = Array.from({ length: side * side }, (): number[] => []);
  for (const at of pages.keys()) cells[Math.floor(y[at]! / cellSize) * side + Math.floor(x[at]! / cellSize)]!.push(at);
  const distance = (a: number, b: number): number =>
    Math.max(Math.abs((a % side) - (b % side)), Math.abs(Math.floor(a / side) - Math.floor(b / side)));
  const dense = [...cells.keys()].sort((a, b) => cells[b]!.length - cells[a]!.length || a - b);
  const middles: number[] = [];
  for (const cell of dense) {
    if (middles.length === mostGroups || cells[cell]!.length === 0) break;
    if (middles.every((other) => distance(cell, other) >= apart)) middles.push(cell);
  }
  const members = new Map(middles.map((middle) => [middle, [] as number[]]));
  for (const [cell, inside] of cells.entries()) {
    if (inside.length === 0) continue;
    // Of equal ones the densest: it comes first.
    const nearest = middles.reduce((best, middle) => (distance(cell, middle) < distance(cell, best) ? middle : best));
    if (distance(cell, nearest) < apart) for (const at of inside) members.get(nearest)!.push(at);
  }
  return [...members.values()]
    .filter(({ length }) => length >= Math.max(fewest, pages.length / leastShare))
    .sort((a, b) => b.length - a.length);
}

/** The names that a group may have, best first: of tags those that few other pages have. */
function namesFor(
  { pages, tags, links }: Pick<Corpus, 'pages' | 'tags' | 'links'>,
  members: readonly PageId[],
): string[] {
  const counts = new Map<number, number>();
  for (const page of members) {
    for (const tag of tags.ofPages.subarray(tags.starts[page], tags.starts[page + 1]))
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const own = [...counts]
    .filter(([, count]) => count * share >= members.length)
    .map(([tag, count]) => ({ tag, worth: (count * count) / tags.pages(tag).length }))
    .sort((a, b) => b.worth - a.worth || a.tag - b.tag);
  const linked = members
    .toSorted((a, b) => links.countIncoming(b) - links.countIncoming(a) || a - b)
    .slice(0, mostGroups);
  const titles = [...own.map(({ tag }) => tags.title(tag)), ...linked.map((page) => pages.title(page))];
  return titles.map((title) => [...title].slice(0, longestName).join(''));
}
