import { setImmediate as nextTurn } from 'node:timers/promises';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import { byCodePoint } from '../text/by_code_point.ts';
import {
  type AnalysedBatch,
  type AnalysedPage,
  analyseFiles,
  type FileToAnalyse,
  type SourcePlace,
} from './analyse_files.ts';
import { startBakeThread } from './bake_thread.ts';

/** The analysed pages of a site, with the table from the term numbers in their bodies to terms. */
export interface SiteAnalysis {
  readonly pages: readonly AnalysedPage[];
  readonly numbers: TermNumbers;
}

/** Empties the list of pages, so that their unused parts are freed. */
export function releasePages({ pages }: SiteAnalysis): void {
  (pages as AnalysedPage[]).length = 0;
}

export interface AnalyseSiteOptions extends SourcePlace {
  readonly files: readonly string[];
  /** An earlier analysis in the same context: its pages are reused for files whose bytes have not changed. */
  readonly earlier: SiteAnalysis | null;
  /** Files to read although `earlier` has them, as they may have changed; null: all. */
  readonly candidates: ReadonlySet<string> | null;
  /** Threads that analyse, of which this thread is one. */
  readonly workers: number;
  onProgress(done: number, total: number): void;
  /** Receives each page with its place in `files`, as soon as it is analysed. Then the result has no pages, and memory for few of them is needed. */
  readonly onPage?: (page: AnalysedPage, at: number) => void;
}

const BATCH = 32;
/** Batches that a worker has at once: it goes on while this thread analyses a batch of its own. */
const AHEAD = 2;
/** Megabytes of new objects of a worker between two collections: a batch of pages, so that few of their objects are copied. */
const YOUNG_GENERATION = 96;
/** Below this number of changed files, starting threads takes longer than reading the files. */
const WORKER_THRESHOLD = 256;

/**
 * Reads and analyses files; pages of files that are no candidates come from `earlier` unread. The result is in the order of
 * `files` and does not depend on the number of workers. Adds new terms to the numbers of `earlier`.
 */
export async function analyseSite(options: AnalyseSiteOptions): Promise<SiteAnalysis> {
  const { files, earlier, candidates, onProgress } = options;
  const before = pagesOf(files, earlier);
  const numbers = earlier?.numbers ?? new TermNumbers();
  const pages: AnalysedPage[] = [];
  const places = new Map<string, number>();
  const todo: FileToAnalyse[] = [];
  for (const [at, file] of files.entries()) {
    const page = before[at];
    if (page !== undefined && candidates !== null && page.included === undefined && !candidates.has(file))
      pages[at] = page;
    else {
      places.set(file, at);
      todo.push({ file, known: page?.digest ?? null });
    }
  }
  let done = files.length - todo.length;
  const collect = (batch: AnalysedBatch): void => {
    for (const page of batch.pages) {
      const at = places.get(page.file)!;
      const analysed = 'unchanged' in page ? before[at]! : page;
      if (options.onPage === undefined) pages[at] = analysed;
      else options.onPage(analysed, at);
    }
    done += batch.pages.length;
    onProgress(done, files.length);
  };
  const batches = Array.from({ length: Math.ceil(todo.length / BATCH) }, (_, i) =>
    todo.slice(i * BATCH, (i + 1) * BATCH),
  );
  const changed = todo.filter((file) => file.known === null).length;
  if (options.workers <= 1 || changed < WORKER_THRESHOLD) {
    for (const batch of batches) collect(analyseFiles(options, batch, numbers));
  } else {
    await analyseOnWorkers(options, batches, numbers, collect);
  }
  return { pages, numbers };
}

/** By file: its page in an earlier analysis. Both lists are sorted by code point. */
function pagesOf(files: readonly string[], earlier: SiteAnalysis | null): readonly (AnalysedPage | undefined)[] {
  const pages = earlier?.pages ?? [];
  let next = 0;
  return files.map((file) => {
    while (next < pages.length && pages[next]!.file !== file && byCodePoint(pages[next]!.file, file) < 0) next++;
    return pages[next]?.file === file ? pages[next] : undefined;
  });
}

async function analyseOnWorkers(
  { root, within, context, workers }: AnalyseSiteOptions,
  batches: readonly (readonly FileToAnalyse[])[],
  numbers: TermNumbers,
  collect: (batch: AnalysedBatch) => void,
): Promise<void> {
  const place = { root, within, context };
  let next = 0;
  const runThread = async (): Promise<void> => {
    const thread = startBakeThread({
      workerData: place,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    /** The site's numbers of the thread's terms and spellings. */
    const siteNumbers: number[] = [];
    const siteSpellings: number[] = [];
    const takeBatches = async (): Promise<void> => {
      while (next < batches.length) {
        const batch = await thread.run('analyse', batches[next++]!);
        for (const term of batch.newTerms) siteNumbers.push(numbers.number(term));
        for (const { term, ...spelling } of batch.newSpellings) {
          siteSpellings.push(numbers.spelling({ ...spelling, term: siteNumbers[term]! }));
        }
        for (const page of batch.pages) {
          if (!('page' in page) || page.page === null) continue;
          renumber(page.page.body.terms, siteNumbers);
          renumber(page.page.body.spellings, siteSpellings);
        }
        collect(batch);
      }
    };
    try {
      await Promise.all(Array.from({ length: AHEAD }, takeBatches));
    } finally {
      await thread.close();
    }
  };
  /** This thread takes batches too: a thread less to start, whose terms need no second number. */
  const runHere = async (): Promise<void> => {
    while (next < batches.length) {
      collect(analyseFiles(place, batches[next++]!, numbers));
      await nextTurn();
    }
  };
  const threads = Array.from({ length: Math.min(workers, batches.length) - 1 }, runThread);
  try {
    await Promise.all([...threads, runHere()]);
  } finally {
    // After a failure the other threads take no further batch.
    next = batches.length;
  }
}

function renumber(numbers: Uint32Array, siteNumbers: readonly number[]): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = siteNumbers[numbers[i]!]!;
}
