import type { PageFacts } from './page_facts.ts';

/** Deeper paths count as this deep. */
const DEEPEST = 31;

/** The pages of a section that fit: all above a depth, and at that depth the first by path. */
interface Share {
  readonly depth: number;
  /** Bytes left for pages at the depth. */
  room: number;
}

/**
 * Chooses which pages of a large site are listed, in two walks over its pages and little memory: the first counts, the second asks of
 * each page whether it is chosen. All pages are, when they fit. Else every section gets an equal share, what small ones leave goes
 * to large ones, and within a section pages with short paths come first.
 */
export class PageSelection {
  /** By section and depth: bytes of the pages. */
  readonly #bytes = new Map<string | null, number[]>();
  readonly #pages = new Map<string | null, number>();
  #shares: Map<string | null, Share> | null = null;

  /** Counts a page. @param bytes that it takes when it is chosen */
  count(page: PageFacts, bytes: number): void {
    const { collection } = page;
    let byDepth = this.#bytes.get(collection);
    if (byDepth === undefined) {
      byDepth = new Array<number>(DEEPEST + 1).fill(0);
      this.#bytes.set(collection, byDepth);
    }
    byDepth[depthOf(page)]! += bytes;
    this.#pages.set(collection, this.pagesOf(collection) + 1);
  }

  /** Number of pages counted in a section. @param collection null for pages in none */
  pagesOf(collection: string | null): number {
    return this.#pages.get(collection) ?? 0;
  }

  /** Begins the choice anew. @param room bytes for all chosen pages together */
  divide(room: number): void {
    this.#shares = divideRoom(this.#bytes, room);
  }

  /** Whether a page is chosen. Asked once for each page after `divide`, in the order of paths. @param bytes as counted */
  chooses(page: PageFacts, bytes: number): boolean {
    const share = this.#shares?.get(page.collection);
    const depth = depthOf(page);
    if (share === undefined || depth > share.depth) return false;
    if (depth < share.depth) return true;
    if (bytes > share.room) return false;
    share.room -= bytes;
    return true;
  }
}

function depthOf({ path }: PageFacts): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at !== -1 && depth < DEEPEST; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}

function divideRoom(bytes: ReadonlyMap<string | null, readonly number[]>, room: number): Map<string | null, Share> {
  const sections = [...bytes].map(([collection, byDepth]) => {
    return { collection, byDepth, total: byDepth.reduce((sum, each) => sum + each, 0) };
  });
  sections.sort((a, b) => a.total - b.total);
  const shares = new Map<string | null, Share>();
  let left = room;
  sections.forEach(({ collection, byDepth, total }, index) => {
    const given = Math.min(total, Math.floor(left / (sections.length - index)));
    left -= given;
    shares.set(collection, shareOf(byDepth, given));
  });
  return shares;
}

function shareOf(byDepth: readonly number[], given: number): Share {
  let room = given;
  for (let depth = 0; depth < byDepth.length; depth++) {
    if (byDepth[depth]! > room) return { depth, room };
    room -= byDepth[depth]!;
  }
  return { depth: byDepth.length, room };
}
