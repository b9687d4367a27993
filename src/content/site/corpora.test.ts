import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFolder } from '../../../test/fixtures/read_site.ts';

const CORPORA = process.env.CATCHWORD_CORPORA ?? join(tmpdir(), 'corpora');

describe('real sites keep their titles and links', () => {
  for (const [site, root, pages, share] of [
    ['cncf-glossary', 'content', 900, 0.99],
    ['vue-docs', 'src', 100, 0.997],
    ['rust-blog', 'content', 700, 0.98],
    ['astro-docs', 'src/content/docs', 2500, 0.99],
  ] as const) {
    const folder = join(CORPORA, site);
    test.skipIf(!existsSync(folder))(
      `${site}: at least ${pages} pages, ${share * 100} % of links resolved`,
      () => {
        const content = readFolder(folder, root).site;
        expect(content.pages.length).toBeGreaterThanOrEqual(pages);
        expect(content.pages.filter(({ title }) => title === '')).toEqual([]);
        const links = content.linksResolved + content.linksUnresolved;
        expect(content.linksResolved / links).toBeGreaterThanOrEqual(share);
      },
      60_000,
    );
  }
});
