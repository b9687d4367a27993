import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

test('redirects of the generator and of hosts lead links to pages, but patterns and other sites do not', () => {
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
  expect(read.site.warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual(['/four/a', '/five', '/loop']);
  expect(read.site.linksResolved).toBe(6);
  expect(read.links('docs/b.md')).toEqual(['docs/a']);
});
