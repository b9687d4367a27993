import { isRefusal, type Refusal } from '../problems/refusal.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { encodePath } from '../text/encode_path.ts';

/** What the site files say of a page. Texts are well-formed: an author can write a lone surrogate, which UTF-8 cannot hold. */
export interface PageFacts {
  /** As the engine knows it. */
  readonly path: string;
  /** Canonical address, absolute and normalised; null when it is none of the web, or too long for a sitemap. */
  readonly address: string | null;
  /** Path and query of the page's Markdown on the service. */
  readonly twin: string;
  readonly title: string;
  readonly description: string;
  readonly collection: string | null;
  readonly tags: readonly { readonly slug: string; readonly title: string }[];
  readonly published: string | null;
  readonly updated: string | null;
  readonly language: string;
}

interface Row extends Omit<PageFacts, 'address' | 'twin'> {
  readonly canonical: string;
  readonly indexing: string;
}

/** Longest address in a sitemap (sitemaps.org: less than 2,048 characters). */
const LONGEST_ADDRESS = 2_047;

interface ListedPage {
  readonly page: PageFacts;
  /** Whether its robots directive admits it to lists. */
  readonly isListed: boolean;
}

/** @param row UTF-8 JSON of the PageInfo of a page */
export function readPageFacts(row: Uint8Array): ListedPage {
  const { path, canonical, indexing, tags, ...rest } = JSON.parse(decoder.decode(row)) as Row;
  const page = {
    path,
    address: webAddress(canonical),
    twin: `/${encodePath(path)}.md`,
    title: rest.title.toWellFormed(),
    description: rest.description.toWellFormed(),
    collection: rest.collection,
    tags: tags.map(({ slug, title }) => ({ slug: slug.toWellFormed(), title: title.toWellFormed() })),
    published: dateOf(rest.published),
    updated: dateOf(rest.updated),
    language: rest.language,
  };
  return { page, isListed: !isHidden(indexing) };
}

/** The later of the page's dates; null without any. */
export function lastChange({ published, updated }: Pick<PageFacts, 'published' | 'updated'>): string | null {
  if (published === null || updated === null) return updated ?? published;
  return published > updated ? published : updated;
}

/** XML Schema has no year 0. */
function dateOf(date: string | null): string | null {
  return date?.startsWith('0000') === true ? null : date;
}

const decoder = new TextDecoder();

/** Whether a robots directive for all crawlers keeps a page out of lists. */
function isHidden(indexing: string): boolean {
  if (indexing === 'index, follow') return false;
  return indexing.split(',').some((part) => /^(?:noindex|none)$/i.test(part.trim()));
}

function webAddress(text: string): string | null {
  const address = URL.parse(text);
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  return isWeb && address.href.length <= LONGEST_ADDRESS ? address.href : null;
}

/** Pages that are read at once: a fraction of a millisecond of work. */
const BATCH = 32;

/**
 * Visits the pages that may be listed, in the order of paths, a batch in each of the caller's turns.
 *
 * @param from path of the first page; empty for all pages
 * @param visit returns false to end the walk; its second argument counts the pages from `from` on, so it is the number of the page when
 * the walk is over all
 * @returns a refusal when the service is too busy, else null
 */
export async function walkPages(
  questions: PageQuestions,
  caller: Caller,
  from: string,
  visit: (page: PageFacts, number: number) => boolean,
): Promise<Refusal | null> {
  let number = 0;
  for (let next: string | null = from; next !== null; ) {
    // One more than a batch: where the next one begins.
    const rows: Refusal | readonly ListedPage[] = await questions.rowsFrom(next, BATCH + 1, readPageFacts, caller);
    if (isRefusal(rows)) return rows;
    for (const { page, isListed } of rows.slice(0, BATCH)) {
      if (isListed && !visit(page, number)) return null;
      number++;
    }
    const following: string | null = rows[BATCH]?.page.path ?? null;
    // A crafted artefact may list pages by other paths than their rows have: the walk would never end.
    if (following !== null && byCodePoint(following, next) <= 0) {
      throw new Error(`Cannot list the pages: "${following}" does not follow "${next}" in the order of paths.`);
    }
    next = following;
  }
  return null;
}
