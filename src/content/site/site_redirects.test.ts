import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

test('redirects of the generator and of hosts lead links to pages, but those to other sites do not', () => {
  const read = readSite({
    'docusaurus.config.js': `export default { plugins: [['@docusaurus/plugin-client-redirects',
      { redirects: [{ from: ['/one', '/two'], to: '/docs/a' }] }], ['content-docs', {}]] };`,
    'static/_redirects':
      '# old\n/three /one 301\n/four/* /docs/:splat\n/five https://other.example/docs/a\n/six /docs/a#part 302\n',
    'netlify.toml': '[[redirects]]\nfrom = "/seven.html"\nto = "/docs/a"\n',
    'vercel.json':
      '{"redirects": [{"source": "/eight/", "destination": "/docs/a"}, {"source": "/loop", "destination": "/pool"}, {"source": "/pool", "destination": "/loop"}]}',
    'docs/a.md': '# A',
    'docs/b.md': ['one', 'two', 'three', 'four/a', 'five', 'six', 'seven.html', 'eight', 'loop']
      .map((address) => `[x](/${address})`)
      .join('\n'),
  });
  expect(read.site.warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual(['/five', '/loop']);
  expect(read.site.linksResolved).toBe(7);
  expect(read.links('docs/b.md')).toEqual(['docs/a']);
});

test.each([
  [
    'docs.json',
    '{"name": "x", "navigation": [], "redirects": [{"source": "/old/:slug*", "destination": "/new/:slug*"}]}',
    '',
  ],
  ['netlify.toml', '[[redirects]]\nfrom = "/old/*"\nto = "/new/:splat"\n', ''],
  ['vercel.json', '{"redirects": [{"source": "/old/:path(.*)", "destination": "/new/:path"}]}', ''],
  [
    'next.config.mjs',
    'export default { redirects: async () => [{ source: "/old/:a/:b", destination: "/new/:a/:b" }] };',
    'pages/',
  ],
  ['astro.config.mjs', 'export default { redirects: { "/old/[...slug]": "/new/[...slug]" } };', 'src/pages/'],
  ['nuxt.config.ts', 'export default { routeRules: { "/old/**": { redirect: "/new/**" } } };', 'content/'],
])('a pattern of redirects in %s leads links to pages', (file, settings, root) => {
  const read = readSite({
    [file]: settings,
    ...(file === 'netlify.toml' || file === 'vercel.json' ? { 'mint.json': '{}' } : {}),
    [`${root}new/a/b.md`]: '# B',
    [`${root}c.md`]: '[x](/old/a/b) [y](/old/a/none)',
  });
  expect(read.site.warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual(['/old/a/none']);
  expect(read.links('c.md')).toEqual(['new/a/b']);
});

test('links with a part that a template or a reader fills are not dead', () => {
  const parts = [
    'PRODUCT',
    '<VERSION>',
    '%version%',
    ['$', '{x}'].join(''),
    '{lang}',
    '$USER',
    '@version@',
    'YOUR_ORG',
    'README',
  ];
  const read = readSite({ 'a.md': parts.map((part) => `[x](/docs/${part}/page)`).join('\n\n') });
  expect(read.site.warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual(['/docs/README/page']);
});

test('the plugin redirects of MkDocs names files', () => {
  const read = readSite({
    'mkdocs.yml':
      "plugins:\n  - search\n  - redirects:\n      redirect_maps:\n        'Old/one.md': 'a.md'\n        'two/index.md': 'a.md#part'\n        'out.md': 'https://x.example/'\n",
    'docs/a.md': '# A',
    'docs/b.md': '[x](Old/one.md) [x](two/index.md) [x](/two/) [x](out.md)',
  });
  expect(read.site.warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual(['out.md']);
  expect(read.links('b.md')).toEqual(['a']);
});

test('the redirections of Microsoft Learn name files and addresses', () => {
  const read = readSite({
    '.openpublishing.publish.config.json': '{"docsets_to_publish": [{"build_source_folder": "docs"}]}',
    '.openpublishing.redirection.json':
      '{"redirections": [{"source_path": "docs/old/one.md", "redirect_url": "/x/a"}, {"source_path": "docs/two/index.yml", "redirect_url": "/x/a#part"}, {"source_path": 3}, null]}',
    'docs/docfx.json': '{"build": {"globalMetadata": {"breadcrumb_path": "/x/breadcrumb/toc.json"}}}',
    'docs/a.md': '# A',
    'docs/b/c.md': '[x](../old/one.md) [x](/x/old/one) [x](/x/two/) [x](..\\a.md) [x](/x/b/three)',
  });
  expect(read.site.warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual(['/x/b/three']);
  expect(read.links('b/c.md')).toEqual(['x/a']);
});

test('links to documents that are not read are not dead', () => {
  const read = readSite({
    'hugo.toml':
      'defaultContentLanguage = "en"\n[languages.en]\ncontentDir = "content/en"\n[languages.de]\ncontentDir = "content/de"\n',
    'content/en/donate.html': '',
    'content/de/stats/index.html': '',
    'content/en/notes.rst': '',
    'content/en/a.md':
      '[1](/donate/) [2](/de/stats/) [3](notes) [4](../notes.rst) [5](donate.md) [6](/stats/) [7](/donated/)',
  });
  expect(read.site.warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual([
    'donate.md',
    '/stats/',
    '/donated/',
  ]);
});

test('a bare name means the only page whose address ends with it', () => {
  const read = readSite({
    '01-intro/01-start.md': '[x](each) [x](start#part) [x](end)',
    '01-intro/02-end.md': '# End',
    '02-syntax/01-each.md': '# Each',
    '02-syntax/02-end.md': '# End',
    '02-syntax/03-key.md': '[x](end)',
  });
  expect(read.site.pages.map(({ path }) => path)).toEqual([
    'intro/end',
    'intro/start',
    'syntax/each',
    'syntax/end',
    'syntax/key',
  ]);
  expect(read.links('01-intro/01-start.md')).toEqual(['syntax/each', 'intro/end']);
  expect(read.links('02-syntax/03-key.md')).toEqual(['syntax/end']);
});
