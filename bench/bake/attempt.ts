/**
 * Program of a child process: measures one bake or one opening, so that attempts do not share a heap. Prints JSON.
 * attempt.ts catchword FOLDER OUT | texts FILE OUT | pagefind TEXTS OUT | read FILE | open FILE WORD...
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bake } from '../../src/bake/site_baker.ts';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { SETTINGS } from '../engines/catchword.ts';

export interface Baked {
  readonly seconds: number;
  readonly pages: number;
  readonly bytes: number;
  /** Highest resident memory of this process; null where another process did the work. */
  readonly peakBytes: number | null;
}

export interface Opened {
  /** Until the corpus can be asked, and then until each search was answered. */
  readonly openMilliseconds: number;
  readonly answerMilliseconds: readonly number[];
  /** Resident memory that opening and answering took. */
  readonly bytes: number;
}

/** A page as Pagefind gets it. */
interface PageText {
  readonly url: string;
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

const attempts: Readonly<Record<string, (...args: string[]) => unknown>> = { catchword, texts, pagefind, read, open };
const [attempt, ...inputs] = process.argv.slice(2);
process.stdout.write(JSON.stringify((await attempts[attempt!]!(...inputs)) ?? null));

async function catchword(folder = '', out = ''): Promise<Baked> {
  const start = performance.now();
  const workers = availableParallelism();
  const report = await bake({ folder, out, settings: SETTINGS, commit: null, local: false, cache: null, workers });
  const seconds = (performance.now() - start) / 1000;
  return { seconds, pages: report.pages, bytes: statSync(out).size, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

/** Writes the texts of an artefact's pages for Pagefind, which reads no Markdown. */
function texts(file = '', out = ''): void {
  const { pages, text } = loadArtefact(file);
  const lines: string[] = [];
  for (let page = 0; page < pages.count; page++) {
    const row = JSON.parse(`${Buffer.from(pages.row(page)).toString()}}`) as { title: string; language: string };
    const body = text.bodies.window(page, 0, text.bodies.length(page));
    lines.push(JSON.stringify({ url: `/${pages.path(page)}`, ...row, text: body } satisfies PageText));
  }
  writeFileSync(out, lines.join('\n'));
}

/** The part of Pagefind's interface that is used here. */
interface Pagefind {
  close(): Promise<void>;
  createIndex(options: object): Promise<{ readonly index?: PagefindIndex }>;
}

interface PagefindIndex {
  addCustomRecord(record: {
    readonly url: string;
    readonly content: string;
    readonly language: string;
    readonly meta: Readonly<Record<string, string>>;
  }): Promise<unknown>;
  writeFiles(options: { readonly outputPath: string }): Promise<unknown>;
}

async function pagefind(file = '', out = ''): Promise<Baked> {
  // Not a literal, so that the project type-checks without the peers installed; the package has no entry for `require`.
  const name: string = 'pagefind';
  const { close, createIndex } = (await import(name)) as Pagefind;
  const lines = readFileSync(file, 'utf8').split('\n');
  const records = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as PageText);
  const start = performance.now();
  const { index } = await createIndex({});
  for (const { url, title, language, text } of records) {
    await index!.addCustomRecord({ url, content: text, language, meta: { title } });
  }
  await index!.writeFiles({ outputPath: out });
  const seconds = (performance.now() - start) / 1000;
  await close();
  return { seconds, pages: records.length, bytes: folderBytes(out), peakBytes: null };
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** What any program needs that reads the file whole. */
function read(file = ''): Opened {
  const start = performance.now();
  const { length } = readFileSync(file);
  return { openMilliseconds: performance.now() - start, answerMilliseconds: [], bytes: length };
}

async function open(file = '', ...words: string[]): Promise<Opened> {
  const { openBudget } = await import('../../src/cache/cache_budget.ts');
  const { openQuestions } = await import('../../src/questions/open_questions.ts');
  const { readParameters } = await import('../../src/query/ask/read_parameters.ts');
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const corpus = loadArtefact(file);
  const openMilliseconds = performance.now() - start;
  const questions = openQuestions(corpus, openBudget(2 ** 26));
  const answerMilliseconds: number[] = [];
  const caller = { connection: {}, signal: new AbortController().signal };
  for (const word of words) {
    const asked = performance.now();
    await questions.ask(() => readParameters(`q=${encodeURIComponent(word)}`, questions.grammar), caller);
    answerMilliseconds.push(performance.now() - asked);
  }
  return { openMilliseconds, answerMilliseconds, bytes: process.memoryUsage().rss - before };
}
