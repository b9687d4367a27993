import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

test('a site whose code reads Markdown has it in folders named as their addresses, and its links tell those of posts', () => {
  const read = readSite({
    'package.json': '{}',
    'README.md': '# Read me',
    'next.config.ts': 'const nextConfig: NextConfig = { trailingSlash: true };\nexport default nextConfig;',
    'docs/guides/a.md': '# A\n\n[b](/blog/2024/01/02/b/) [c](/blog/2024/01/03/c/) [d](/blog/2024/01/04/d/)',
    'blog/posts/2024-01-02-b.md': '---\ncreated_at: 2024-01-05\n---\n# B',
    'blog/posts/2024-01-03-c.md': '# C',
    'blog/posts/2024-01-04-d.md': '# D',
    'src/app/team/team.md': '# Team',
  });
  expect(read.place.folders).toEqual(['docs', 'blog', 'src/app']);
  expect(read.site.pages.map(({ path, ending, published }) => [path + ending, published])).toEqual([
    ...[
      ['blog/2024/01/02/b/', '2024-01-05'],
      ['blog/2024/01/03/c/', null],
      ['blog/2024/01/04/d/', null],
    ],
    ...[
      ['docs/guides/a/', null],
      ['team/team/', null],
    ],
  ]);
});

test('Markdown beside the routes of an app is no reason to read only that folder, and redirects lead links', () => {
  const read = readSite({
    'next.config.mjs': `const withPlugin = plugin({ latex: true });
      export default withPlugin({ redirects: () => [{ source: '/old', destination: '/guide', permanent: true }] });`,
    'app/guide/page.mdx': '# Guide',
    'app/(group)/more/page.mdx': '# More\n\n[guide](/old)',
    'docs/internal.md': '# Internal',
  });
  expect(read.site.pages.map(({ path }) => path)).toEqual(['guide', 'more']);
  expect(read.links('(group)/more/page.mdx')).toEqual(['guide']);
});

test('files that Fumadocs excludes are no pages, unless another set may read them', () => {
  const read = (more: string) =>
    readSite({
      'source.config.ts': `export const docs = defineDocs({ dir: './content', docs: { files: ['**/*.mdx', '!**/*.part.mdx', '!more/**'] } });
        ${more}`,
      'content/a.mdx': '# A',
      'content/a.part.mdx': '# Part of A',
      'content/more/b.mdx': '# B',
    }).files;
  expect(read('')).toEqual(['a.mdx']);
  expect(read("export const more = defineDocs({ dir: 'content/more' });")).toEqual([
    ...['content/a.mdx', 'content/a.part.mdx', 'content/more/b.mdx'],
  ]);
});
