import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { baseOf, hasLanguages, sitePages, unknownPatterns } from './site_pages.js';

const SITE = { base: '/zoo/', trailingSlash: 'ignore', build: { format: 'directory' } };

/** A route as the hook `astro:routes:resolved` gives it. */
function route(pattern, entrypoint, more = {}) {
  const segments = pattern
    .split('/')
    .filter(Boolean)
    .map((name) => {
      const content = name.replace(/^\[|\]$/g, '');
      return [{ content, dynamic: content !== name, spread: content.startsWith('...') }];
    });
  const generate = (parameters) =>
    `/${segments
      .flat()
      .map(({ content, dynamic }) => (dynamic ? parameters[content.replace('...', '')] : content))
      .filter((part) => part !== undefined)
      .join('/')}`;
  const pathname = pattern.includes('[') ? undefined : pattern;
  return { pattern, pathname, entrypoint, segments, generate, type: 'page', isPrerendered: true, ...more };
}

const DOCS = route('/[...slug]', 'node_modules/@astrojs/starlight/dist/routes/static/index.astro');
const read = (site) =>
  sitePages({ root: '/site', config: SITE, routes: [], collections: {}, ...site }).pages.map(({ source, address }) => [
    source,
    address,
  ]);

describe('the pages of a Starlight site', () => {
  const collections = {
    docs: [
      { id: 'index', file: 'src/content/docs/index.md', title: 'Animals' },
      { id: 'guide/quokka', file: 'src/content/docs/guide/quokka.md', title: 'About the quokka' },
      { id: 'fr', file: 'src/content/docs/fr/index.mdx', title: 'Les animaux' },
      { id: 'fr/été', file: 'src/content/docs/fr/été.md', title: 'Été' },
    ],
    i18n: [{ id: 'fr', file: 'src/content/i18n/fr.json' }],
  };
  const site = { isStarlight: true, routes: [DOCS], collections };

  test('have their address, title and language', () => {
    const i18n = { defaultLocale: 'en', locales: [{ path: 'en', codes: ['en-GB'] }, 'fr'] };
    const config = { ...SITE, i18n };
    const found = sitePages({ root: '/site', config, ...site });
    expect(found).toEqual({
      generator: 'starlight',
      base: '/zoo/',
      language: 'en-GB',
      pages: [
        { source: join('/site/src/content/docs/index.md'), address: '/zoo/', language: undefined, title: 'Animals' },
        {
          source: join('/site/src/content/docs/guide/quokka.md'),
          address: '/zoo/guide/quokka/',
          language: undefined,
          title: 'About the quokka',
        },
        {
          source: join('/site/src/content/docs/fr/index.mdx'),
          address: '/zoo/fr/',
          language: 'fr',
          title: 'Les animaux',
        },
        {
          source: join('/site/src/content/docs/fr/été.md'),
          address: '/zoo/fr/%C3%A9t%C3%A9/',
          language: 'fr',
          title: 'Été',
        },
      ],
    });
    expect([hasLanguages(config), hasLanguages(SITE)]).toEqual([true, false]);
  });

  test.each([
    [{ trailingSlash: 'always' }, '/zoo/', '/zoo/guide/quokka/', '/zoo/fr/'],
    [{ trailingSlash: 'never', base: '/zoo' }, '/zoo', '/zoo/guide/quokka', '/zoo/fr'],
    [{ trailingSlash: 'never', base: '/' }, '/', '/guide/quokka', '/fr'],
    [{ build: { format: 'file' } }, '/zoo/', '/zoo/guide/quokka.html', '/zoo/fr.html'],
    [{ build: { format: 'file' }, trailingSlash: 'always' }, '/zoo/', '/zoo/guide/quokka/', '/zoo/fr/'],
  ])('have the addresses of %o', (own, home, page, french) => {
    const addresses = read({ ...site, config: { ...SITE, ...own } }).map(([, address]) => address);
    expect(addresses.slice(0, 3)).toEqual([home, page, french]);
  });

  test('have names of files where they are built as files, with any setting of slashes', () => {
    const config = { ...SITE, build: { format: 'file' }, trailingSlash: 'always' };
    expect(read({ ...site, config, built: ['', 'guide/quokka'] }).map(([, address]) => address)).toEqual([
      '/zoo/',
      '/zoo/guide/quokka.html',
    ]);
  });

  test('are left out where they were not built', () => {
    const built = ['', 'guide/quokka/', 'fr/%C3%A9t%C3%A9/', 'search/pages.json'];
    const addresses = read({ ...site, built }).map(([, address]) => address);
    expect(addresses).toEqual(['/zoo/', '/zoo/guide/quokka/', '/zoo/fr/%C3%A9t%C3%A9/']);
    const onDemand = { ...DOCS, isPrerendered: false };
    expect(read({ ...site, routes: [onDemand], built: [] })).toHaveLength(4);
  });
});

describe('the pages of another Astro site', () => {
  const blog = [
    { id: 'first', file: 'src/content/blog/first.md' },
    { id: 'remote' },
    { id: '2026/second', file: 'src/content/blog/2026/second.md' },
  ];

  test('are Markdown files in the folder of pages', () => {
    const routes = [
      route('/', 'src/pages/index.astro'),
      route('/about', 'src/pages/about.md'),
      route('/guide', 'src/pages/guide/index.mdx'),
      route('/old', 'src/pages/old.md', { type: 'redirect' }),
    ];
    const config = { ...SITE, build: { format: 'preserve' } };
    expect(read({ routes, config })).toEqual([
      [join('/site/src/pages/about.md'), '/zoo/about.html'],
      [join('/site/src/pages/guide/index.mdx'), '/zoo/guide/'],
    ]);
    expect(read({ routes, built: ['about/'] })).toEqual([[join('/site/src/pages/about.md'), '/zoo/about/']]);
  });

  test('are the entries of a collection, in the route of its name', () => {
    const rest = route('/blog/[...slug]', 'src/pages/blog/[...slug].astro');
    expect(read({ routes: [rest], collections: { blog } })).toEqual([
      [join('/site/src/content/blog/first.md'), '/zoo/blog/first/'],
      [join('/site/src/content/blog/2026/second.md'), '/zoo/blog/2026/second/'],
    ]);
    const single = route('/blog/[id]', 'src/pages/blog/[id].astro');
    expect(read({ routes: [single], collections: { blog } })).toEqual([
      [join('/site/src/content/blog/first.md'), '/zoo/blog/first/'],
    ]);
    expect(read({ routes: [route('/[...slug]', 'a.astro')], collections: { blog } })).toEqual([]);
  });

  test('are the entries of a collection, in the route that the owner names', () => {
    const posts = [
      { id: 'fr/2026/first', file: 'a.md' },
      { id: 'fr', file: 'b.md' },
    ];
    const patterns = { posts: '[lang]/posts/[...slug]/', notes: '/notes/[id]' };
    const routes = [route('/[lang]/posts/[...slug]', 'src/pages/[lang]/posts/[...slug].astro')];
    expect(read({ routes, patterns, collections: { posts } })).toEqual([
      [join('/site/a.md'), '/zoo/fr/posts/2026/first/'],
      [join('/site/b.md'), '/zoo/fr/posts/'],
    ]);
    expect(unknownPatterns(patterns, routes)).toEqual([['notes', '/notes/[id]']]);
  });

  test('have the word index in their address only where it is built so', () => {
    const routes = [route('/blog/[...slug]', 'src/pages/blog/[...slug].astro')];
    const site = { routes, collections: { blog: [{ id: 'index', file: 'a.md' }] } };
    expect(read(site)).toEqual([[join('/site/a.md'), '/zoo/blog/']]);
    expect(read({ ...site, built: ['blog/index/'] })).toEqual([[join('/site/a.md'), '/zoo/blog/index/']]);
    expect(read({ ...site, built: ['blog/', 'blog/index/'] })).toEqual([[join('/site/a.md'), '/zoo/blog/']]);
  });
});

test.each([
  ['/', '/'],
  ['/zoo', '/zoo/'],
  ['zoo/docs/', '/zoo/docs/'],
])('the base %s is %s', (base, path) => {
  expect(baseOf({ base })).toBe(path);
});
