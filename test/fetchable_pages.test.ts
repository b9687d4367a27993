import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Generator } from '../src/content/generators/generator_rules.ts';
import { readPage } from '../src/content/markdown/read_page.ts';
import { assembleSite } from '../src/content/site/assemble_site.ts';
import { createLocalRequest } from '../src/http/requests/local_request.ts';
import { createService } from '../src/http/service.ts';
import { encodePath } from '../src/text/encode_path.ts';
import { corpusOf } from './fixtures/corpus_of.ts';
import { contextOf } from './fixtures/site_context.ts';

const KEYS = ['slug', 'permalink', 'url', 'path', 'id', 'title', 'aliases', 'redirect_from', 'categories', 'date'];
const PIECES = [
  '..',
  '.',
  '/',
  '//',
  '\\',
  '%2e%2e',
  '%2E',
  '%2f',
  '%5c',
  '%00',
  '%',
  '%zz',
  '%252e',
  '\0',
  '\u001b',
  '\u0085',
];
const MORE = [
  '\u202e',
  '\ud800',
  '\ufdd0',
  '.html',
  'index',
  '...html',
  ' ',
  '?',
  '#',
  ':title',
  ':slug',
  'a',
  'é',
  'e\u0301',
  'a'.repeat(3000),
];
const value = fc
  .array(fc.constantFrom(...PIECES, ...MORE), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''));
const frontMatter = fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(value, fc.array(value, { maxLength: 3 })), {
  maxKeys: 4,
});
const name = fc.constantFrom(
  'a.md',
  'b/c.md',
  'b/index.md',
  '_posts/2024-01-02-d.md',
  'x\u001b.md',
  'y\\..md',
  'z/...md',
);
const generator = fc.constantFrom<Generator[]>(
  'plain',
  'hugo',
  'jekyll',
  'docusaurus',
  'eleventy',
  'mkdocs',
  'zola',
  'hexo',
);

test('every page of a site can be fetched, whatever its front matter is', async () => {
  await fc.assert(
    fc.asyncProperty(
      generator,
      fc.dictionary(name, frontMatter, { minKeys: 1, maxKeys: 4 }),
      async (generator, files) => {
        const context = contextOf(generator, { patterns: [{ folder: 'b', posts: false, pattern: '/b/:title/:slug' }] });
        const drafts = Object.entries(files).flatMap(([file, fields]) => {
          const source = `---json\n${JSON.stringify(fields)}\n---\ntext\n`;
          return readPage(file, Buffer.from(source), context).draft ?? [];
        });
        const settings = { origin: 'https://site.example', language: null, collections: null };
        const { pages } = assembleSite(drafts, context, settings);
        const corpus = corpusOf(pages.map(({ path, title }) => ({ path, title, text: 'text' })));
        const service = createService({ corpus, cacheBytes: 0 });
        for (const { path } of pages) {
          const target = `/api/pages/${encodePath(path)}`;
          // What a client makes of an address.
          expect(new URL(target, 'https://site.example').pathname.split('/')).toHaveLength(target.split('/').length);
          const { status } = await service.answer(createLocalRequest({ method: 'GET', target, fields: {} }));
          expect([path, status]).toEqual([path, 200]);
        }
      },
    ),
    {
      numRuns: 40,
      examples: [
        ['docusaurus', { 'a.md': { slug: 'é//?' } }],
        ['hugo', { 'z/...md': { slug: '?' } }],
      ],
    },
  );
});
