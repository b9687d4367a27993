import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { corpusOf } from '../../test/fixtures/corpus_of.ts';
import { SearchTooLarge, writeSearchFiles } from './write_search_files.ts';

test('a search for which a browser would need too much memory is not written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-search-'));
  try {
    const corpus = corpusOf([{ path: 'a', text: 'red green' }]);
    const body = Buffer.from('');
    const program = { core: '', stemmers: { shared: '', algorithms: {} } };
    const scripts = { box: body, boxFiles: { name: 'b.js', body }, feedback: body, program };
    expect(() => writeSearchFiles(corpus, scripts, folder, 2 ** 20, 10)).toThrow(SearchTooLarge);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
