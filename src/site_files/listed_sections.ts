import type { SiteSettings } from '../corpus/corpus.ts';
import type { Refusal } from '../problems/refusal.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { type ListedLine, type ListedSection, lineOf, llmsLimits, sectionName, sizeOfLine } from './llms_text.ts';
import { type PageFacts, walkPages } from './walk_pages.ts';

/** Bytes of `llms.txt` besides its sections, and of each section besides its title and pages. */
const REST_BYTES = 8 * 1024;
const HEADING_BYTES = 40;
/** Bytes of the line that leads to the list of a section, besides twice its title and its name. */
const LINK_BYTES = 160;
/** Deeper paths count as this deep. */
const DEEPEST = 31;

/** The sections of a site with their titles: pages in no collection (null), then the first collections as declared. */
export function sectionTitles({ collections }: SiteSettings): ReadonlyMap<string | null, string> {
  const rows = [{ name: null, title: 'Pages' }, ...collections].slice(0, llmsLimits.sections);
  return new Map(rows.map(({ name, title }) => [name, title]));
}

/** The pages that are listed, counted by section. */
export interface ListedPages {
  readonly counts: SectionCounts;
  isListed(page: PageFacts, number: number): boolean;
}

/**
 * The pages that `llms.txt` lists, by section. All of them, when they fit.
 * @param most bytes of the list
 * @param only the name of the only section; default: all
 */
export async function listSections(
  questions: PageQuestions,
  caller: Caller,
  { counts, isListed }: ListedPages,
  most: number,
  only?: string | null,
): Promise<readonly ListedSection[] | Refusal> {
  const all = sectionTitles(questions.settings);
  const titles = only === undefined ? all : new Map([...all].filter(([name]) => name === only));
  const headings = [...titles].map(([name, title]) => {
    return HEADING_BYTES + LINK_BYTES + 2 * Buffer.byteLength(sectionName(title)) + Buffer.byteLength(name ?? '');
  });
  const room = headings.reduce((left, bytes) => left - bytes, most - REST_BYTES);
  const isChosen = counts.divide(room, new Set(titles.keys()));
  const lines = new Map<string | null, ListedLine[]>([...titles.keys()].map((name) => [name, []]));
  const refusal = await walkPages(questions, caller, '', (page, number) => {
    if (!titles.has(page.collection) || !isListed(page, number)) return true;
    const line = lineOf(page);
    if (isChosen(page, sizeOfLine(line))) lines.get(page.collection)!.push(line);
    return true;
  });
  if (refusal !== null) return refusal;
  return [...titles]
    .map(([name, title]) => ({ name, title, total: counts.pagesOf(name), pages: lines.get(name)! }))
    .filter(({ pages }) => pages.length > 0);
}

/** The pages of a section that fit: all above a depth, and at that depth the first by path. */
interface Share {
  readonly depth: number;
  /** Bytes left for pages at the depth. */
  room: number;
}

/**
 * Counts the pages of a large site, and then chooses which of them are listed: two walks with little memory. All pages are, when
 * they fit. Else every section gets an equal share, what small ones leave goes to large ones, and within a section pages with short
 * paths come first.
 */
export class SectionCounts {
  /** By section (null: pages in no collection): its pages, and their bytes by depth. */
  readonly #sections = new Map<string | null, { pages: number; readonly bytes: number[] }>();

  /** @param bytes that the page takes when it is chosen */
  count(page: PageFacts, bytes: number): void {
    const section = this.#sections.get(page.collection) ?? { pages: 0, bytes: new Array<number>(DEEPEST + 1).fill(0) };
    this.#sections.set(page.collection, section);
    section.bytes[depthOf(page)]! += bytes;
    section.pages++;
  }

  pagesOf(collection: string | null): number {
    return this.#sections.get(collection)?.pages ?? 0;
  }

  /**
   * @param room bytes for all chosen pages together
   * @param among the sections that they are chosen from
   * @returns whether a page is chosen, to ask once for each page, in the order of paths, with its bytes as counted
   */
  divide(room: number, among: ReadonlySet<string | null>): (page: PageFacts, bytes: number) => boolean {
    const chosen = [...this.#sections].filter(([collection]) => among.has(collection));
    const sections = chosen.map(([collection, { bytes }]) => {
      return { collection, bytes, total: bytes.reduce((sum, each) => sum + each, 0) };
    });
    sections.sort((a, b) => a.total - b.total);
    const shares = new Map<string | null, Share>();
    let left = room;
    sections.forEach(({ collection, bytes, total }, index) => {
      const given = Math.min(total, Math.floor(left / (sections.length - index)));
      left -= given;
      shares.set(collection, shareOf(bytes, given));
    });
    return (page, bytes) => {
      const share = shares.get(page.collection);
      const depth = depthOf(page);
      if (share === undefined || depth > share.depth) return false;
      if (depth < share.depth) return true;
      if (bytes > share.room) return false;
      share.room -= bytes;
      return true;
    };
  }
}

function depthOf({ path }: PageFacts): number {
  return Math.min(DEEPEST, path.split('/').length - 1);
}

function shareOf(bytes: readonly number[], given: number): Share {
  let room = given;
  for (const [depth, each] of bytes.entries()) {
    if (each > room) return { depth, room };
    room -= each;
  }
  return { depth: bytes.length, room };
}
