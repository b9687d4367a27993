import type { NamedSection } from '../artefact/artefact_format.ts';
import type { SectionReader } from '../artefact/sections.ts';
import { lazily } from '../lazily.ts';

/** Maximum number of pages on the map: those with the most links, in either direction. */
export const mostMapped = 10_000;

/** By page: the pages that it links to. */
export type PageLinks = readonly (readonly number[] | Uint32Array)[];

/** The places of pages on the map of a site. */
export interface MapLayout {
  /** Numbers of the pages that are shown, ascending. */
  readonly pages: Uint32Array;
  /** By shown page: its place, 0 to 65,535 in both directions. */
  readonly x: Uint16Array;
  readonly y: Uint16Array;
}

const rounds = 24;
/** The side of a cell of the grid. */
const reach = 1;
/** The distance at which a page is pushed from the middle of a crowded cell. */
const crowding = 1.9;
/** Maximum number of pages compared in each cell, so that a crowded cell does not cost more. */
const mostInCell = 4;
const pull = 0.12;
const push = 0.5;
/** Strength with which a page is drawn to the middle of its group in each round. */
const gathering = 0.004;

/** Cosine and sine of the golden angle, as literals: other engines may compute them otherwise. */
const goldenCosine = -0.7373688780783197;
const goldenSine = 0.6754902942615238;

/**
 * Places pages so that linked ones are near each other, each group of pages around a middle of its own. Uses only addition,
 * subtraction, multiplication, division and square root, which give the same bits on every machine.
 *
 * @param links pages that each page links to
 * @param groups by page: the number of its group
 */
export function layOutMap(links: PageLinks, groups: ArrayLike<number>): MapLayout {
  const pages = mostLinked(links);
  const edges = edgesAmong(pages, links);
  const places = firstPlaces(pages, groups);
  for (let round = 0; round < rounds; round++) {
    const heat = 1 - round / rounds;
    pullTogether(places, edges);
    // It takes four times as long as the rest of a round.
    if (round % 2 === 0) pushApart(places, heat);
    gather(places);
  }
  return { pages, ...scaled(places) };
}

/** Pages with the most links, the first by number where several have as many. */
function mostLinked(links: PageLinks): Uint32Array {
  const all = Uint32Array.from(links, (_, page) => page);
  if (links.length <= mostMapped) return all;
  const degrees = Uint32Array.from(links, (targets) => targets.length);
  for (const targets of links) for (const target of targets) degrees[target]!++;
  return all
    .sort((a, b) => degrees[b]! - degrees[a]! || a - b)
    .slice(0, mostMapped)
    .sort();
}

/** Links between shown pages, as pairs of indexes into them. */
interface Edges {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** By shown page: its number of links in both directions. */
  readonly degree: Uint32Array;
}

function edgesAmong(pages: Uint32Array, links: PageLinks): Edges {
  const indexOf = new Int32Array(links.length).fill(-1);
  pages.forEach((page, index) => {
    indexOf[page] = index;
  });
  const from: number[] = [];
  const to: number[] = [];
  const degree = new Uint32Array(pages.length);
  pages.forEach((page, index) => {
    for (const target of links[page]!) {
      const other = indexOf[target]!;
      if (other === -1) continue;
      from.push(index);
      to.push(other);
      degree[index]!++;
      degree[other]!++;
    }
  });
  return { from: Uint32Array.from(from), to: Uint32Array.from(to), degree };
}

interface Places {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** By shown page: the middle of its group. */
  readonly middleX: Float64Array;
  readonly middleY: Float64Array;
}

/** Each group as a spiral of its pages by number, the groups on a spiral of their own, the largest in the middle. */
function firstPlaces(pages: Uint32Array, groups: ArrayLike<number>): Places {
  const places = {
    x: new Float64Array(pages.length),
    y: new Float64Array(pages.length),
    middleX: new Float64Array(pages.length),
    middleY: new Float64Array(pages.length),
  };
  const members = Map.groupBy(pages.keys(), (index) => groups[pages[index]!]!);
  const ordered = [...members].sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
  let taken = 0;
  const middles = spiral();
  for (const [, list] of ordered) {
    const [directionX, directionY] = middles();
    const distance = taken === 0 ? 0 : Math.sqrt(taken + list.length) * 0.5;
    taken += list.length * 2;
    const around = spiral();
    list.forEach((index, at) => {
      const [stepX, stepY] = around();
      const radius = Math.sqrt(at + 0.5) * 0.6;
      places.middleX[index] = directionX * distance;
      places.middleY[index] = directionY * distance;
      places.x[index] = directionX * distance + stepX * radius;
      places.y[index] = directionY * distance + stepY * radius;
    });
  }
  return places;
}

/** Directions that turn by the golden angle, as vectors of length 1. */
function spiral(): () => readonly [number, number] {
  let x = 1;
  let y = 0;
  return () => {
    const direction = [x, y] as const;
    const nextX = x * goldenCosine - y * goldenSine;
    const nextY = x * goldenSine + y * goldenCosine;
    const length = Math.sqrt(nextX * nextX + nextY * nextY);
    x = nextX / length;
    y = nextY / length;
    return direction;
  };
}

/** Draws linked pages together. Pages with many links pull less, as they would gather the whole site. */
function pullTogether({ x, y }: Places, { from, to, degree }: Edges): void {
  for (let edge = 0; edge < from.length; edge++) {
    const a = from[edge]!;
    const b = to[edge]!;
    const strength = pull / Math.sqrt(Math.min(degree[a]!, degree[b]!));
    const stepX = (x[b]! - x[a]!) * strength;
    const stepY = (y[b]! - y[a]!) * strength;
    const share = degree[b]! / (degree[a]! + degree[b]!);
    x[a]! += stepX * share;
    y[a]! += stepY * share;
    x[b]! -= stepX * (1 - share);
    y[b]! -= stepY * (1 - share);
  }
}

/**
 * Pushes pages apart that are near each other: from some of their neighbours, so that points do not cover each other, and from
 * the middle of each crowded cell around them, so that crowds spread.
 */
function pushApart({ x, y }: Places, heat: number): void {
  const { columns, cells, starts, members, sumX, sumY } = gridOf(x, y);
  /** Moves a page away from a place that is nearer than a distance. */
  const pushFrom = (page: number, fromX: number, fromY: number, near: number, strength: number): void => {
    let awayX = x[page]! - fromX;
    let awayY = y[page]! - fromY;
    let square = awayX * awayX + awayY * awayY;
    if (square >= near * near) return;
    if (square < 1e-6) {
      // Pages at the same place are separated by their numbers.
      awayX = ((page % 13) - 6) * 1e-3;
      awayY = ((page % 7) - 3.5) * 1e-3;
      square = awayX * awayX + awayY * awayY;
    }
    const distance = Math.sqrt(square);
    const step = ((near - distance) / distance) * strength * push * 0.5;
    x[page]! += awayX * step;
    y[page]! += awayY * step;
  };
  for (let page = 0; page < x.length; page++) {
    for (let row = -1; row <= 1; row++) {
      for (let column = -1; column <= 1; column++) {
        const cell = cells[page]! + row * columns + column;
        const start = starts[cell]!;
        const count = starts[cell + 1]! - start;
        for (let at = start; at < start + Math.min(count, mostInCell); at++) {
          const other = members[at]!;
          if (other !== page) pushFrom(page, x[other]!, y[other]!, 1, 0.25 + heat);
        }
        if (count > mostInCell)
          pushFrom(page, sumX[cell]! / count, sumY[cell]! / count, crowding, Math.sqrt(count) * (0.1 + heat));
      }
    }
  }
}

interface Grid {
  readonly columns: number;
  /** By page: its cell. A border of empty cells surrounds the others. */
  readonly cells: Uint32Array;
  /** By cell: where its members start. */
  readonly starts: Uint32Array;
  readonly members: Uint32Array;
  /** By cell: the sums of the places of its members. */
  readonly sumX: Float64Array;
  readonly sumY: Float64Array;
}

/** Maximum number of cells per side. Pages further out share the outermost cells. */
const mostCells = 512;

function gridOf(x: Float64Array, y: Float64Array): Grid {
  const [lowX, highX] = rangeOf(x);
  const [lowY, highY] = rangeOf(y);
  const side = (low: number, high: number): number => Math.min(mostCells, Math.floor((high - low) / reach) + 1);
  const columns = side(lowX, highX) + 2;
  const rows = side(lowY, highY) + 2;
  const cells = new Uint32Array(x.length);
  const starts = new Uint32Array(columns * rows + 1);
  const sumX = new Float64Array(columns * rows);
  const sumY = new Float64Array(columns * rows);
  for (let page = 0; page < x.length; page++) {
    const column = Math.min(columns - 2, Math.floor((x[page]! - lowX) / reach) + 1);
    const row = Math.min(rows - 2, Math.floor((y[page]! - lowY) / reach) + 1);
    cells[page] = row * columns + column;
    starts[cells[page]! + 1]!++;
    sumX[cells[page]!]! += x[page]!;
    sumY[cells[page]!]! += y[page]!;
  }
  for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!;
  const members = new Uint32Array(x.length);
  const filled = starts.slice();
  for (let page = 0; page < x.length; page++) members[filled[cells[page]!]!++] = page;
  return { columns, cells, starts, members, sumX, sumY };
}

function gather({ x, y, middleX, middleY }: Places): void {
  for (let page = 0; page < x.length; page++) {
    x[page]! += (middleX[page]! - x[page]!) * gathering;
    y[page]! += (middleY[page]! - y[page]!) * gathering;
  }
}

/** Both directions are scaled alike, so that shapes stay as they are. */
function scaled({ x, y }: Places): Pick<MapLayout, 'x' | 'y'> {
  const [lowX, highX] = rangeOf(x);
  const [lowY, highY] = rangeOf(y);
  const size = Math.max(highX - lowX, highY - lowY, 1e-9);
  const scale = (value: number, low: number, high: number): number =>
    Math.floor(((value - low + (size - (high - low)) / 2) / size) * 65_535);
  return {
    x: Uint16Array.from(x, (value) => scale(value, lowX, highX)),
    y: Uint16Array.from(y, (value) => scale(value, lowY, highY)),
  };
}

function rangeOf(values: Float64Array): readonly [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [0, 0] : [low, high];
}

export function packMap({ pages, x, y }: MapLayout): NamedSection[] {
  return [
    ['map.pages', pages],
    ['map.places', Uint32Array.from(pages, (_, index) => x[index]! * 65_536 + y[index]!)],
  ];
}

/** For builds without a space: the map is laid out when it is first requested. */
export const NO_LAYOUT: MapLayout = { pages: new Uint32Array(), x: new Uint16Array(), y: new Uint16Array() };

/**
 * The map is read, or laid out, when it is first used.
 * @param pages all pages, with the number of each one's collection
 * @param outgoing pages that a page links to
 */
export function readMap(
  sections: SectionReader,
  pages: { readonly count: number; readonly collection: ArrayLike<number> },
  outgoing: (page: number) => Uint32Array,
): () => MapLayout {
  return lazily(() => {
    const shown = sections.numbers('map.pages');
    if (shown.length === 0)
      return layOutMap(
        Array.from({ length: pages.count }, (_, page) => outgoing(page)),
        pages.collection,
      );
    const places = sections.numbers('map.places');
    return {
      pages: shown,
      x: Uint16Array.from(places, (place) => place >>> 16),
      y: Uint16Array.from(places, (place) => place & 0xffff),
    };
  });
}
