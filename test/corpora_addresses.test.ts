import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFolder } from './fixtures/read_site.ts';

const CORPORA = process.env.CATCHWORD_CORPORA ?? join(tmpdir(), 'corpora');
/** Reading these takes longer than a test should: `npm run corpora -- --expected` compares all their pages. */
const LARGE = new Set(['cpp-docs', 'vba-docs', 'win32', 'winrt-api', 'cockroachdb-docs', 'redis-docs']);

/** Site, file below the content root, and address on the live site, tab-separated: 20 pages of each site. */
const table = readFileSync(new URL('./fixtures/corpora_addresses.tsv', import.meta.url), 'utf8');
const sites = Map.groupBy(
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string, string]),
  ([site]) => site,
);

describe('pages of real sites have the addresses of the live site', () => {
  for (const [site, rows] of sites) {
    const folder = join(CORPORA, site);
    test.skipIf(!existsSync(folder) || (LARGE.has(site) && process.env.CATCHWORD_CORPORA === undefined))(
      site,
      () => {
        const pages = new Map(readFolder(folder).site.pages.map(({ file, path, ending }) => [file, path + ending]));
        const found = Object.fromEntries(rows.map(([, file]) => [file, pages.get(file) ?? 'no page']));
        expect(found).toEqual(Object.fromEntries(rows.map(([, file, address]) => [file, address])));
      },
      120_000,
    );
  }
});
