import type { VNode } from 'preact';
import type { PageReference, SinglePage } from '../../client/api_types.ts';
import * as labels from '../view/explorer_labels.ts';
import { html } from '../view/html.ts';
import { pageAddress } from '../view/texts.ts';

/** Maximum number of pages on one side of the picture. The lists beside it have all. */
const mostOnASide = 20;
const width = 250;
const rowHeight = 18;
const labelWidth = 75;

/**
 * A picture of the links of one page: pages that link to it on the left, pages that it links to on the right. Each is a link, so
 * it can be focused and printed; the same pages stand beside it as lists.
 */
export function neighbourhood(page: SinglePage): VNode {
  const incoming = page.referencedBy.slice(0, mostOnASide);
  const outgoing = page.references.slice(0, mostOnASide);
  const height = Math.max(incoming.length, outgoing.length, 2) * rowHeight + 8;
  const middle = { x: width / 2, y: height / 2 };
  const left = page.referencedBy.length - incoming.length + page.references.length - outgoing.length;
  return picture(
    height,
    describeLinks(page),
    left,
    html`${side(incoming, 0, height, middle)}${side(outgoing, width, height, middle)}<circle class="here" cx=${middle.x} cy=${middle.y} r="6" />`,
  );
}

/** An SVG with what it says in words. @param left pages that it does not show */
function picture(height: number, words: string, left: number, content: VNode): VNode {
  return html`<figure class="graph">
    <svg viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${words}>${content}</svg>
    <figcaption>${words}${left === 0 ? '' : labels.notShown(left)}</figcaption>
  </figure>`;
}

function describeLinks({ referencedBy, references }: SinglePage): string {
  return labels.links(referencedBy.length, references.length);
}

function side(
  pages: readonly PageReference[],
  edge: number,
  height: number,
  middle: { x: number; y: number },
): VNode[] {
  const top = (height - pages.length * rowHeight) / 2;
  const isLeft = edge === 0;
  return pages.map(({ path, title }, index) => {
    const y = top + (index + 0.5) * rowHeight;
    const x = isLeft ? 94 : width - 94;
    const bend = (x + middle.x) / 2;
    return html`<a key=${path} href=${pageAddress(path)} data-path=${path}>
      <title>${title}</title>
      <path d=${`M${x} ${y}C${bend} ${y} ${bend} ${middle.y} ${middle.x} ${middle.y}`} />
      <circle cx=${x} cy=${y} r="3" />
      <text x=${isLeft ? x - 7 : x + 7} y=${y + 4} text-anchor=${isLeft ? 'end' : 'start'}>${fitting(title, labelWidth)}</text>
    </a>`;
  });
}

/** The beginning of a title that is no wider than `most` of the picture's units. Widths are estimates for its font of 11 units. */
function fitting(title: string, most: number): string {
  let used = 0;
  let kept = '';
  for (const character of title) {
    used += widthOf(character);
    if (used > most) return `${kept.trimEnd()}…`;
    kept += character;
  }
  return title;
}

/** For a wide font, as a title that is cut too early can still be read. */
function widthOf(character: string): number {
  if (/[\u1100-\uffff]|[^\0-\uffff]/u.test(character)) return 11;
  if (/[ filjrtI.,:;'|()-]/.test(character)) return 4;
  return /[A-Zmw@%]/.test(character) ? 8 : 7;
}

/** Neighbours whose own links are read. */
export const mostNeighbours = 30;
/** Pages in the picture, with the one in the middle. */
export const mostPages = 150;
const centre = { x: width / 2, y: 146 };
const rings = [0, 60, 118] as const;

interface Placed extends Pick<PageReference, 'path' | 'title'> {
  readonly x: number;
  readonly y: number;
  readonly distance: number;
}

/** The content of a picture of pages up to two links away. */
export interface WiderLinks {
  readonly placed: ReadonlyMap<string, Placed>;
  /** Pairs of paths. */
  readonly links: readonly (readonly [one: string, other: string])[];
  /** Pages two links away in the picture. */
  readonly farther: number;
  /** Known neighbours for which the picture has no room. */
  readonly left: number;
}

/** The pages that a page links to or that link to it, each once. */
export function neighboursOf({ path, references, referencedBy }: SinglePage): readonly PageReference[] {
  const found = new Map([...references, ...referencedBy].map((page) => [page.path, page]));
  found.delete(path);
  return [...found.values()];
}

/** Places the neighbours of a page on a circle around it, and theirs on a circle around both. @param read neighbours with their links */
export function placeLinks(page: SinglePage, read: readonly SinglePage[]): WiderLinks {
  const all = neighboursOf(page);
  const near = new Set(read.map(({ path }) => path));
  const seen = new Set([page.path, ...all.map(({ path }) => path)]);
  const branches = read.map((neighbour) => {
    const own = neighboursOf(neighbour).filter(({ path }) => !seen.has(path));
    for (const { path } of own) seen.add(path);
    return { neighbour, own };
  });
  const sizes = branches.map(({ own }) => own.length);
  const known = sizes.reduce((sum, size) => sum + size, 0);
  const share = shareOf(sizes, mostPages - 1 - read.length);
  const shown = branches.map(({ neighbour, own }) => ({ neighbour, own: own.slice(0, share) }));
  const placed = placeBranches(page, shown);
  const links: (readonly [string, string])[] = all
    .filter(({ path }) => near.has(path))
    .map(({ path }) => [page.path, path] as const);
  for (const { neighbour } of shown) {
    for (const { path } of neighboursOf(neighbour)) {
      const isOnce = !near.has(path) || neighbour.path < path;
      if (path !== page.path && placed.has(path) && isOnce) links.push([neighbour.path, path]);
    }
  }
  const farther = placed.size - 1 - read.length;
  return { placed, links, farther, left: all.length - read.length + known - farther };
}

/** When there is no room for all: the maximum for each, so that the first ones get no more than the others. */
function shareOf(sizes: readonly number[], room: number): number {
  const most = Math.max(0, ...sizes);
  let share = 0;
  while (share < most && sizes.reduce((sum, size) => sum + Math.min(size, share + 1), 0) <= room) share++;
  return share;
}

function placeBranches(
  page: SinglePage,
  branches: readonly { readonly neighbour: SinglePage; readonly own: readonly PageReference[] }[],
): Map<string, Placed> {
  const placed = new Map<string, Placed>([[page.path, { ...page, ...centre, distance: 0 }]]);
  // Each branch gets room for its pages, and a neighbour without pages gets some room too.
  const slots = branches.reduce((sum, { own }) => sum + Math.max(1, own.length), 0);
  const put = ({ path, title }: Pick<PageReference, 'path' | 'title'>, slot: number, distance: 1 | 2): void => {
    const angle = (slot / slots) * 2 * Math.PI - Math.PI / 2;
    const [x, y] = [centre.x + rings[distance] * Math.cos(angle), centre.y + rings[distance] * Math.sin(angle)];
    placed.set(path, { path, title, x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, distance });
  };
  let slot = 0;
  for (const { neighbour, own } of branches) {
    const size = Math.max(1, own.length);
    put(neighbour, slot + (size - 1) / 2, 1);
    own.forEach((each, at) => {
      put(each, slot + at, 2);
    });
    slot += size;
  }
  return placed;
}

/** The picture. The title of a page appears above it when the page is pointed at or focused. */
export function widerNeighbourhood(page: SinglePage, { placed, links, farther, left }: WiderLinks): VNode {
  const at = (path: string): string => `${placed.get(path)!.x} ${placed.get(path)!.y}`;
  return picture(
    272,
    describeLinks(page) + labels.twoLinksAway(farther),
    left,
    html`<path class="links" d=${links.map(([one, other]) => `M${at(one)}L${at(other)}`).join('')} />
      <circle class="here" cx=${centre.x} cy=${centre.y} r="6" />
      ${[...placed.values()].filter(({ distance }) => distance > 0).map(farPage)}`,
  );
}

function farPage({ path, title, x, y, distance }: Placed): VNode {
  return html`<a key=${path} class="far" href=${pageAddress(path)} data-path=${path}>
    <title>${title}</title>
    <circle cx=${x} cy=${y} r=${distance === 1 ? 4.5 : 3} />
    <text x=${centre.x} y="14" text-anchor="middle">${fitting(title, 236)}</text>
  </a>`;
}
