import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assembleSite } from './assemble_site.ts';
import { listFiles } from './list_files.ts';
import { openProject } from './project.ts';
import { readPage } from './read_page.ts';
import { detectSite } from './site_context.ts';

const CORPORA = process.env.CATCHWORD_CORPORA ?? join(tmpdir(), 'corpora');

describe('real sites keep their titles and links', () => {
  for (const [site, root, pages, share] of [
    ['cncf-glossary', 'content', 900, 0.99],
    ['vue-docs', 'src', 110, 0.997],
    ['rust-blog', 'content', 700, 0.98],
    ['astro-docs', 'src/content/docs', 2500, 0.99],
  ] as const) {
    const folder = join(CORPORA, site);
    test.skipIf(!existsSync(folder))(
      `${site}: at least ${pages} pages, ${share * 100} % of links resolved`,
      () => {
        const project = openProject(folder);
        const files = listFiles(project, root);
        const settings = { origin: 'https://site.example', language: 'en', collections: null };
        const context = detectSite(project, root, files, settings);
        const drafts = files.flatMap((file) => {
          const { draft } = readPage(file, readFileSync(join(folder, root, file)), context);
          return draft === null ? [] : [draft];
        });
        const content = assembleSite(drafts, context, settings);
        expect(content.pages.length).toBeGreaterThanOrEqual(pages);
        expect(content.pages.filter(({ title }) => title === '')).toEqual([]);
        const links = content.linksResolved + content.linksUnresolved;
        expect(content.linksResolved / links).toBeGreaterThanOrEqual(share);
      },
      60_000,
    );
  }
});
