import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import type { SiteAnalysis } from './analyse_site.ts';
import type { AnalysedPage } from './analysed_page.ts';

/** The first of a cache file's parts; the others are slices of the pages. A part is its length, u32, and then its bytes. */
interface Head {
  readonly key: string;
  readonly terms: readonly string[];
}

/** Pages a part: a large site is never in memory twice. */
const PAGES_A_PART = 512;

/**
 * The analysis that an earlier bake left in a file.
 * @param key says under which reader, context and analyser a page's analysis holds
 * @returns null when there is none, or one of another key, or one that cannot be read: the site is then analysed anew
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
    return { pages: slices.flat(), numbers: new TermNumbers(head.terms) };
  } catch {
    return null;
  }
}

/** Leaves an analysis for the next bake; the file is replaced whole. */
export function writeAnalysis(file: string, key: string, { pages, numbers }: SiteAnalysis): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  const handle = openSync(draft, 'w');
  try {
    writePart(handle, { key, terms: numbers.terms } satisfies Head);
    for (let at = 0; at < pages.length; at += PAGES_A_PART) writePart(handle, pages.slice(at, at + PAGES_A_PART));
    closeSync(handle);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writePart(handle: number, part: unknown): void {
  const bytes = serialize(part);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  writeSync(handle, length);
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}
