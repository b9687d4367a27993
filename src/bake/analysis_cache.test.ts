import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import type { AnalysedPage } from './analyse_files.ts';
import type { SiteAnalysis } from './analyse_site.ts';
import { readAnalysis, writeAnalysis } from './analysis_cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'catchword-cache-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** More pages than one part of the file holds. */
const pages = Array.from({ length: 1100 }, (_, i): AnalysedPage => {
  const warnings = i % 2 === 0 ? [] : [{ file: `p${i}.md`, line: 1, column: 1, message: 'odd', rule: 'r' }];
  return { file: `p${i}.md`, digest: String(i), warnings, page: null };
});
const analysis: SiteAnalysis = { pages, numbers: new TermNumbers(['red', '数据', '😀']) };
const file = join(folder, 'deep', 'analysis.bin');

describe('the cache of analysed pages', () => {
  test('returns pages and terms, and leaves no temporary file', () => {
    writeAnalysis(file, 'key', analysis);
    const read = readAnalysis(file, 'key');
    expect(read!.pages).toEqual(pages);
    expect(read!.numbers.terms).toEqual(analysis.numbers.terms);
    expect(read!.numbers.number('数据')).toBe(1);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['analysis.bin']);
  });

  test('is valid for one key only', () => {
    expect(readAnalysis(file, 'other')).toBeNull();
  });

  test('is null when there is no file', () => {
    expect(readAnalysis(join(folder, 'missing'), 'key')).toBeNull();
  });

  test('is null when the file is empty, foreign or truncated anywhere', () => {
    const bytes = readFileSync(file);
    const damaged = join(folder, 'damaged.bin');
    const cuts = [0, 1, 3, 4, 5, 100, bytes.length - 1].map((length) => bytes.subarray(0, length));
    for (const content of [...cuts, Buffer.from('something else')]) {
      writeFileSync(damaged, content);
      expect(readAnalysis(damaged, 'key')).toBeNull();
    }
  });
});
