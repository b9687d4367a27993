import { Worker } from 'node:worker_threads';
import { rulesOf } from '../content/generators/generators.ts';
import type { SiteContext } from '../content/site/site_context.ts';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import { analyseFiles, type FileToAnalyse } from './analyse_files.ts';
import type { AnalysedBatch, AnalysedPage } from './analysed_page.ts';

/** The analysed pages of a site, with the table from the term numbers in their bodies to terms. */
export interface SiteAnalysis {
  readonly pages: readonly AnalysedPage[];
  readonly numbers: TermNumbers;
}

export interface AnalyseSiteOptions {
  readonly root: string;
  /** Real path of the folder that files included by pages must be in. */
  readonly within: string;
  readonly context: SiteContext;
  readonly files: readonly string[];
  /** An earlier analysis in the same context: its pages are reused for files whose bytes have not changed. */
  readonly earlier: SiteAnalysis | null;
  /** Files to read although `earlier` has them, as they may have changed; null: all. */
  readonly candidates: ReadonlySet<string> | null;
  /** Threads to use; 1 means this thread. */
  readonly workers: number;
  onProgress(done: number, total: number): void;
}

const BATCH = 64;
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
  const known = new Map<string, AnalysedPage>();
  for (const page of earlier?.pages ?? []) known.set(page.file, page);
  const numbers = earlier?.numbers ?? new TermNumbers();
  const found = new Map<string, AnalysedPage>();
  const todo: FileToAnalyse[] = [];
  for (const file of files) {
    const page = known.get(file);
    if (page !== undefined && candidates !== null && !candidates.has(file) && !mayInclude(page, options.context)) {
      found.set(file, page);
    } else todo.push({ file, known: page?.digest ?? null });
  }
  const collect = (batch: AnalysedBatch): void => {
    for (const page of batch.pages) found.set(page.file, 'unchanged' in page ? known.get(page.file)! : page);
    onProgress(found.size, files.length);
  };
  const batches = Array.from({ length: Math.ceil(todo.length / BATCH) }, (_, i) =>
    todo.slice(i * BATCH, (i + 1) * BATCH),
  );
  const changed = todo.filter((file) => file.known === null).length;
  if (options.workers <= 1 || changed < WORKER_THRESHOLD) {
    for (const batch of batches) collect(analyseFiles(options.root, options.within, options.context, batch, numbers));
  } else {
    await analyseOnWorkers(options, batches, numbers, collect);
  }
  return { pages: files.map((file) => found.get(file)!), numbers };
}

/** Whether another file may change the page: one that it includes, or that has its text. */
function mayInclude({ page }: AnalysedPage, { generator }: SiteContext): boolean {
  return rulesOf(generator).inclusion !== undefined || (page?.draft.bodyFile ?? null) !== null;
}

async function analyseOnWorkers(
  { root, within, context, workers }: AnalyseSiteOptions,
  batches: readonly (readonly FileToAnalyse[])[],
  numbers: TermNumbers,
  collect: (batch: AnalysedBatch) => void,
): Promise<void> {
  let next = 0;
  const run = (): Promise<void> => {
    const worker = new Worker(new URL('./analysis_worker.ts', import.meta.url), {
      workerData: { root, within, context },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    /** Map this worker's numbers of terms and of spellings to the site's. */
    const siteNumbers: number[] = [];
    const siteSpellings: number[] = [];
    return new Promise<void>((resolve, reject) => {
      const feed = (): void => {
        if (next < batches.length) worker.postMessage(batches[next++]);
        else resolve();
      };
      worker.on('error', reject);
      worker.on('message', (batch: AnalysedBatch) => {
        feed();
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
      });
      feed();
    }).finally(() => worker.terminate());
  };
  await Promise.all(Array.from({ length: Math.min(workers, batches.length) }, run));
}

function renumber(numbers: Uint32Array, siteNumbers: readonly number[]): void {
  for (let i = 0; i < numbers.length; i++) numbers[i] = siteNumbers[numbers[i]!]!;
}
