import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { TermNumbers } from '../corpus/term_numbers.ts';
import type { SiteAnalysis } from './analyse_site.ts';
import type { AnalysedPage } from './analysed_page.ts';

interface Kept {
  readonly key: string;
  readonly terms: readonly string[];
  readonly pages: readonly AnalysedPage[];
}

/**
 * The analysis that an earlier bake left in a file.
 * @param key says under which reader, context and analyser a page's analysis holds
 * @returns null when there is none, or one of another key, or one that cannot be read: the site is then analysed anew
 */
export function readAnalysis(file: string, key: string): SiteAnalysis | null {
  try {
    const kept = deserialize(readFileSync(file)) as Kept;
    if (kept.key !== key) return null;
    return { pages: kept.pages, numbers: new TermNumbers(kept.terms) };
  } catch {
    return null;
  }
}

/** Leaves an analysis for the next bake; the file is replaced whole. */
export function writeAnalysis(file: string, key: string, { pages, numbers }: SiteAnalysis): void {
  const kept: Kept = { key, terms: numbers.terms, pages };
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, serialize(kept));
  renameSync(draft, file);
}
