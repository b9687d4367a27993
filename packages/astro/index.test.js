import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import catchword, { noSearch } from './index.js';
import { versionOf } from './page_version.js';

const search = vi.hoisted(() => ({ write: null, refresh() {}, middleware: (mount) => mount }));
const opened = vi.hoisted(() => []);
vi.mock('catchword/integration', async (original) => ({
  ...(await original()),
  openSiteSearch: (options) => {
    opened.push(options);
    return search;
  },
}));

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'catchword-astro-'));
  opened.length = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the first hooks in a site. */
async function setUp({ options, version = '7.3.5', command = 'build', others = [] } = {}) {
  mkdirSync(join(root, 'node_modules', 'astro'), { recursive: true });
  writeFileSync(join(root, 'node_modules', 'astro', 'package.json'), JSON.stringify({ version }));
  const integration = catchword(options);
  const folder = pathToFileURL(`${root}/`);
  const config = {
    ...{ root: folder, srcDir: new URL('src/', folder), base: '/zoo', trailingSlash: 'ignore' },
    ...{ build: { format: 'directory' }, integrations: [...others, integration] },
  };
  const done = { integration, config, warnings: [], routes: [], plugins: [] };
  await integration.hooks['astro:config:setup']({
    config,
    command,
    logger: { warn: (message) => done.warnings.push(message) },
    updateConfig: ({ vite }) => done.plugins.push(...vite.plugins),
    injectRoute: (route) => done.routes.push(route),
  });
  integration.hooks['astro:config:done']({ config });
  return done;
}

const settingsOf = ({ plugins: [plugin] }) => plugin.load(plugin.resolveId('virtual:catchword'));

test('writes the search of the pages that Astro lists, and removes the list', async () => {
  const { integration, routes, plugins, warnings } = await setUp({ options: { folder: '/find/' } });
  expect(routes).toEqual([{ pattern: '/find/pages.json', entrypoint: expect.any(URL), prerender: true }]);
  expect(JSON.parse(settingsOf({ plugins }).replace('export default ', ''))).toEqual({
    script: '/zoo/find/catchword-search.js',
    ...{ labels: {}, attributes: { mode: 'dialog' }, place: { src: '/zoo/find/' }, hasLanguages: false },
    ...{ base: '/zoo/', versions: {} },
  });
  integration.hooks['astro:routes:resolved']({
    routes: [{ type: 'page', pattern: '/a', pathname: '/a', entrypoint: 'src/pages/a.md', isPrerendered: true }],
  });
  const target = join(root, 'dist', 'find');
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'pages.json'), '{}');
  let pages = null;
  search.write = async (folder) => {
    pages = [folder, (await opened[0].pages()).pages];
  };
  const dir = pathToFileURL(`${join(root, 'dist')}/`);
  await integration.hooks['astro:build:done']({ dir, pages: [{ pathname: 'a/' }] });
  expect(pages).toEqual([
    target,
    [expect.objectContaining({ source: join(root, 'src/pages/a.md'), address: '/zoo/a/' })],
  ]);
  expect(() => rmSync(join(target, 'pages.json'))).toThrow('ENOENT');
  expect(warnings).toEqual([]);
});

test.each([
  ['/zoo/v1/koala/', 'site/v1'],
  ['/zoo/koala/', undefined],
  ['/zoo/constructor/', undefined],
  ['/zoo/%76%31/koala/', 'site/v1'],
  ['/zoo/v1.html', 'site/v1'],
  ['/zoo/v1/%', 'site/v1'],
])('searches from %s in the version %s', async (pathname, version) => {
  const { base, versions } = JSON.parse(
    settingsOf(await setUp({ options: { versions: ['v1'] } })).slice('export default '.length),
  );
  expect(versionOf(pathname, base, versions)).toBe(version);
  expect(opened[0].options).toEqual({ versions: ['v1'] });
});

test('reads the collections from the file that declares them', async () => {
  const { plugins } = await setUp();
  const load = () => plugins[0].load(plugins[0].resolveId('virtual:catchword/collections'));
  expect(load()).toBe('export const collections = {};');
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src', 'content.config.ts'), '');
  expect(load()).toMatch(/^export \{ collections \} from ".*\/src\/content\.config\.ts";$/);
  expect(plugins[0].resolveId('other')).toBeUndefined();
});

test('answers in development before all handlers of Astro', async () => {
  const { plugins } = await setUp({ command: 'dev' });
  const stack = ['another'];
  const vite = { httpServer: {}, watcher: { on() {} }, middlewares: { stack } };
  expect(plugins[0].configureServer({ ...vite, httpServer: null })).toBeUndefined();
  plugins[0].configureServer(vite)();
  expect(stack).toEqual([{ route: '', handle: '/zoo/search/' }, 'another']);
});

test('asks a service without files', async () => {
  const done = await setUp({ options: { server: 'https://search.example.org' } });
  expect([done.routes, opened]).toEqual([[], []]);
  expect(settingsOf(done)).toContain('"place":{"api":"https://search.example.org/"}');
});

test.each([
  [{ version: '8.0.0' }, 'This package supports Astro 6 and 7; this is 8.0.0. Update @catchword/astro.'],
  [
    { options: { versions: ['/v1'] } },
    'Cannot use the option "versions": write names of folders, such as ["v1", "2.x"].',
  ],
  [{ options: { server: 'nowhere' } }, 'Cannot search at "nowhere": it must begin with "https://".'],
])('shows no search where it cannot have one: %o', async (site, problem) => {
  const done = await setUp(site);
  expect(done.warnings).toEqual([`the site has no search. ${problem}`]);
  expect([done.routes, settingsOf(done)]).toEqual([[], 'export default null']);
  await expect(setUp({ ...site, options: { ...site.options, strict: true } })).rejects.toThrow(problem);
});

test('lets components import the settings where there is no search', () => {
  let plugins = [];
  noSearch().hooks['astro:config:setup']({ updateConfig: ({ vite }) => ({ plugins } = vite) });
  expect(settingsOf({ plugins })).toBe('export default null');
  expect([plugins[0].resolveId('other'), plugins[0].load('other')]).toEqual([undefined, undefined]);
});

test('names another search', async () => {
  const { warnings, plugins } = await setUp({ others: [{ name: 'pagefind', hooks: {} }, { name: '@astrojs/mdx' }] });
  expect([warnings, plugins.length]).toEqual([
    ['this site also has the search "pagefind". Remove one of the two from "integrations".'],
    1,
  ]);
});

test('names a second integration and a route that is not there', async () => {
  const { warnings, plugins } = await setUp({ others: [catchword()] });
  expect([warnings, plugins]).toEqual([
    ['this site adds this package twice. Only the options of the first are used.'],
    [],
  ]);
  const second = await setUp({ options: { collections: { posts: '/[...slug]' } } });
  second.integration.hooks['astro:routes:resolved']({ routes: [] });
  expect(second.warnings).toEqual([
    'the pages of the collection "posts" are not found. The site has no route "/[...slug]".',
  ]);
});
