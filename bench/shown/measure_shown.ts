import { nameKey } from '../../src/corpus/analysis/words_of_text.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { createLocalRequest } from '../../src/http/requests/local_request.ts';
import { createService } from '../../src/http/service.ts';
import { SeededRandom } from '../queries/seeded_random.ts';
import { ADDRESSES, type Address } from '../served/ask_service.ts';

/** What the rows of one address show, when headings of pages are asked for. */
export interface ShownResult {
  readonly address: Address;
  /** Headings whose page was among the rows. */
  readonly rows: number;
  /** Those of them whose row names the section of that heading, and has it as its first section. */
  readonly sections: number;
  /** Headings of pages in the site's language that no other page has as a heading or title. */
  readonly alone: number;
  /** Those of them whose page is the first row, and whose page is among the first three. */
  readonly first: number;
  readonly amongThree: number;
  /** Excerpts of all rows. */
  readonly excerpts: number;
  readonly faults: Readonly<Record<ExcerptFault, number>>;
}

/** Begins or ends inside a word; says no more than the heading or the title beside it; has lost a word that its signs belong to. */
export const EXCERPT_FAULTS = ['begins inside a word', 'ends inside a word', 'is the heading', 'has a hole'] as const;
export type ExcerptFault = (typeof EXCERPT_FAULTS)[number];

interface AskedHeading {
  readonly path: string;
  readonly text: string;
  readonly anchor: string;
  /** Whether its page is in the site's language, and no other page has a heading or a title of these words. */
  readonly isAlone: boolean;
}

interface ShownRow {
  readonly path: string;
  readonly title: string;
  readonly match: {
    readonly excerpt: string;
    readonly section: { readonly heading: string; readonly anchor: string } | null;
  };
  readonly sections?: readonly { readonly anchor: string; readonly heading: string; readonly excerpt: string }[];
}

/** Headings asked of a site. */
const HEADINGS = 300;
const LONGEST_TEXT = 150;
const CACHE_BYTES = 1 << 24;
const IS_LETTER = /[\p{L}\p{N}]/u;
/** A blank before the end of a sentence or of its part, or nothing in parentheses. Code has the former too, so its share is hardly ever zero. */
const HOLE = /\p{L} [.,;](?: |$)|\p{L} \( *\)(?: \p{L}|[.,;])/u;

const TARGETS: Readonly<Record<Address, string>> = {
  '/api/search?q=': '/api/search?limit=50&sections=3&q=',
  '/api/pages?q=': '/api/pages?limit=100&q=',
};

/** Asks a service in this process for headings that their page has once, and looks at the rows. */
export async function measureShown(corpus: Corpus, seed: number): Promise<ShownResult[]> {
  const service = createService({ corpus, cacheBytes: CACHE_BYTES });
  const asked = drawHeadings(corpus, seed);
  const results: ShownResult[] = [];
  for (const address of ADDRESSES) {
    const faults = Object.fromEntries(EXCERPT_FAULTS.map((fault) => [fault, 0])) as Record<ExcerptFault, number>;
    let [rows, sections, excerpts] = [0, 0, 0];
    let [alone, first, amongThree] = [0, 0, 0];
    for (const { path, text, anchor, isAlone } of asked) {
      const target = `${TARGETS[address]}${encodeURIComponent(text)}`;
      const { status, body } = await service.answer(createLocalRequest({ method: 'GET', target }));
      if (status !== 200) throw new Error(`Cannot ask "${text}": the service answers ${status}`);
      const { items } = JSON.parse(Buffer.from(body!).toString()) as { readonly items: readonly ShownRow[] };
      const place = items.findIndex((row) => row.path === path);
      if (isAlone) {
        alone++;
        if (place === 0) first++;
        if (place >= 0 && place < 3) amongThree++;
      }
      const own = items[place];
      if (own !== undefined) {
        rows++;
        if (own.match.section?.anchor === anchor && (own.sections?.[0]?.anchor ?? anchor) === anchor) sections++;
      }
      for (const row of items.slice(0, 5)) {
        const body = bodyOf(corpus, row.path);
        for (const [excerpt, heading] of excerptsOf(row)) {
          excerpts++;
          for (const fault of faultsOf(excerpt, body, [heading, row.title])) faults[fault]++;
        }
      }
    }
    results.push({ address, rows, sections, alone, first, amongThree, excerpts, faults });
  }
  return results;
}

/** @param names the heading and the title that are shown beside it */
export function faultsOf(excerpt: string, body: string, names: readonly (string | null)[]): ExcerptFault[] {
  const at = body.indexOf(excerpt);
  const isInside = (place: number): boolean =>
    IS_LETTER.test(body[place - 1] ?? '') && IS_LETTER.test(body[place] ?? '');
  const found: [ExcerptFault, boolean][] = [
    ['begins inside a word', at > 0 && isInside(at)],
    ['ends inside a word', at >= 0 && isInside(at + excerpt.length)],
    ['is the heading', names.includes(excerpt)],
    ['has a hole', HOLE.test(excerpt)],
  ];
  return found.flatMap(([fault, is]) => (is ? [fault] : []));
}

function excerptsOf({ match, sections = [] }: ShownRow): (readonly [excerpt: string, heading: string | null])[] {
  return [
    [match.excerpt, match.section?.heading ?? null],
    ...sections.map((each) => [each.excerpt, each.heading] as const),
  ];
}

/** The text of a page, with blanks for its line ends as in excerpts. */
function bodyOf({ pages, text }: Corpus, path: string): string {
  return text.bodies.window(pages.find(path), 0, Number.MAX_SAFE_INTEGER).replaceAll('\n', ' ');
}

/** Draws headings with a letter that are not their page's title and that the page has once. The same seed gives the same. */
export function drawHeadings({ headings, pages }: Corpus, seed: number): AskedHeading[] {
  const left: Omit<AskedHeading, 'isAlone'>[] = [];
  /** By the key of a heading or title: the path of the page that has it; empty: several have, or it is in another language than the site. */
  const havers = new Map<string, string>();
  for (let page = 0; page < pages.count; page++) {
    const own: Omit<AskedHeading, 'isAlone'>[] = [];
    for (let at = headings.starts[page]!; at < headings.starts[page + 1]!; at++) {
      const { text, anchor } = headings.written(at);
      own.push({ path: pages.path(page), text: JSON.parse(text) as string, anchor: JSON.parse(anchor) as string });
    }
    const path = pages.foreign?.[page] === 1 ? '' : pages.path(page);
    for (const key of [pages.title(page), ...own.map(({ text }) => text)].map(nameKey)) {
      havers.set(key, (havers.get(key) ?? path) === path ? path : '');
    }
    const counts = new Map([[pages.title(page).toLowerCase(), 2]]);
    for (const { text } of own) counts.set(text.toLowerCase(), (counts.get(text.toLowerCase()) ?? 0) + 1);
    left.push(
      ...own.filter(({ text }) => {
        return counts.get(text.toLowerCase()) === 1 && text.length <= LONGEST_TEXT && IS_LETTER.test(text);
      }),
    );
  }
  const random = new SeededRandom(seed);
  const drawn: Omit<AskedHeading, 'isAlone'>[] = [];
  while (drawn.length < HEADINGS && left.length > 0) drawn.push(...left.splice(random.below(left.length), 1));
  return drawn.map((heading) => ({ ...heading, isAlone: havers.get(nameKey(heading.text)) === heading.path }));
}
