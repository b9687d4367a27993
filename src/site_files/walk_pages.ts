import { isRefusal, type Refusal } from '../problems/refusal.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import { type PageFacts, readPageFacts } from './page_facts.ts';

/** Pages that are read at once: a fraction of a millisecond of work. */
const BATCH = 32;

/**
 * Visits the pages that may be listed, in the order of paths, a batch in each of the caller's turns.
 *
 * @param from path of the first page; empty for all pages
 * @param visit returns false to end the walk
 * @returns a refusal when the service is too busy, else null
 */
export async function walkPages(
  questions: PageQuestions,
  caller: Caller,
  from: string,
  visit: (page: PageFacts) => boolean,
): Promise<Refusal | null> {
  for (let next: string | null = from; next !== null; ) {
    // One more than a batch: where the next one begins.
    const rows: Refusal | readonly ReturnType<typeof readPageFacts>[] = await questions.rowsFrom(
      next,
      BATCH + 1,
      readPageFacts,
      caller,
    );
    if (isRefusal(rows)) return rows;
    for (const { page, isListed } of rows.slice(0, BATCH)) if (isListed && !visit(page)) return null;
    const following: string | null = rows[BATCH]?.page.path ?? null;
    // A crafted artefact may list pages by other paths than their rows have: the walk would never end.
    if (following !== null && byCodePoint(following, next) <= 0) {
      throw new Error(`Cannot list the pages: "${following}" does not follow "${next}" in the order of paths.`);
    }
    next = following;
  }
  return null;
}
