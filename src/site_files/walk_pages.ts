import { isRefusal, type Refusal } from '../problems/refusal.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
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
    next = rows[BATCH]?.page.path ?? null;
  }
  return null;
}
