import { mkdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type Spelling, TermNumbers } from '../corpus/analysis/term_numbers.ts';
import type { AnalysedPage } from './analyse_files.ts';
import type { SiteAnalysis } from './analyse_site.ts';
import { replaceFile } from './write_artefact.ts';

/** The first part of a cache file; the other parts are slices of the pages. A part is its length (u32), then its bytes. */
interface Head {
  readonly key: string;
  readonly terms: readonly string[];
  readonly spellings: readonly Spelling[];
}

/** Pages per part, so that a large site is not in memory twice. */
const PAGES_PER_PART = 512;

/**
 * Reads the analysis that an earlier bake wrote.
 * @param key identifies the reader, context and analyser that the analysis is valid for
 * @returns null when the file is missing, unreadable or has another key: then every page is analysed again
 */
export function readAnalysis(file: string, key: string): SiteAnalysis | null {
  try {
    const bytes = readFileSync(file);
    const parts: unknown[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = at + 4 + bytes.readUInt32LE(at);
      parts.push(deserialize(bytes.subarray(at + 4, end)));
      if (at === 0 && (parts[0] as Head).key !== key) return null;
      at = end;
    }
    const [head, ...slices] = parts as [Head, ...(readonly AnalysedPage[])[]];
    return { pages: slices.flat(), numbers: new TermNumbers(head.terms, head.spellings) };
  } catch {
    return null;
  }
}

/** Writes an analysis for the next bake. */
export function writeAnalysis(file: string, key: string, { pages, numbers }: SiteAnalysis): void {
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, (handle) => {
    writePart(handle, { key, terms: numbers.terms, spellings: numbers.spellings } satisfies Head);
    for (let at = 0; at < pages.length; at += PAGES_PER_PART) writePart(handle, pages.slice(at, at + PAGES_PER_PART));
  });
}

function writePart(handle: number, part: unknown): void {
  const bytes = serialize(part);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  writeSync(handle, length);
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}
