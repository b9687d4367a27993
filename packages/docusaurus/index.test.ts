import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHandler } from '../../src/cli/serve/site_service.ts';
import { shareBytes } from '../../src/corpus/artefact/shared_bytes.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import catchword from './index.js';

let root = '';
let messages: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'catchword-docusaurus-'));
  messages = [];
  vi.spyOn(console, 'warn').mockImplementation((message: string) => messages.push(message));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** What Docusaurus gives a plugin. @param version that is installed */
function contextOf(version: string, siteConfig: object = {}) {
  mkdirSync(join(root, 'node_modules', '@docusaurus', 'core'), { recursive: true });
  writeFileSync(join(root, 'node_modules', '@docusaurus', 'core', 'package.json'), JSON.stringify({ version }));
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs', 'a.md'), '# The quokka\n\nIt smiles.\n');
  return {
    siteDir: root,
    baseUrl: '/zoo/',
    siteConfig: { baseUrl: '/zoo/', themeConfig: {}, ...siteConfig },
    i18n: { currentLocale: 'en', locales: ['en', 'fr'], localeConfigs: { en: { htmlLang: 'en-GB' } } },
  };
}

const noContext = join(import.meta.dirname, 'theme', 'SearchBar', 'no_context.js');

const docs = [{ source: '@site/docs/a.md', permalink: '/zoo/docs/a', title: 'The quokka' }];
const allContent = {
  'docusaurus-plugin-content-docs': {
    default: { loadedVersions: [{ versionName: 'current', path: '/zoo/docs', isLast: true, docs }] },
  },
};

interface Hooks {
  getThemePath?(): string;
  injectHtmlTags(): unknown;
  contentLoaded(content: object): void;
  allContentLoaded(content: object): void;
  configureWebpack(config: object, isServer: boolean): Record<string, never>;
  postBuild(site: object): Promise<void>;
}

/** A plugin with the content of its site. @returns what its theme knows */
async function load(
  version: string,
  options: object = {},
  hook: 'contentLoaded' | 'allContentLoaded' = 'allContentLoaded',
) {
  const plugin = (await catchword(contextOf(version), options)) as Hooks;
  let settings: unknown = null;
  const setGlobalData = (data: unknown) => {
    settings = data;
  };
  plugin[hook]({ allContent, actions: { setGlobalData } });
  return { plugin, settings };
}

describe('the theme, in a build', () => {
  beforeEach(() => vi.stubEnv('NODE_ENV', 'production'));

  test.each([
    ['2.4.3', 'contentLoaded'],
    ['3.10.2', 'allContentLoaded'],
  ] as const)('tells the search of Docusaurus %s where the files are, and writes them', async (version, hook) => {
    const { plugin, settings } = await load(version, { attributes: { limit: '5' } }, hook);
    expect(existsSync(join(plugin.getThemePath!(), 'SearchBar', 'index.js'))).toBe(true);
    expect(plugin.injectHtmlTags()).toEqual({
      headTags: [{ tagName: 'script', attributes: { type: 'module', src: '/zoo/search/catchword-search.js' } }],
    });
    expect(settings).toEqual({
      attributes: { mode: 'dialog', limit: '5' },
      place: { src: '/zoo/search/' },
      labels: null,
      versions: {},
      hasPlaces: true,
      inDevelopment: false,
      otherBases: ['/zoo/fr/'],
    });
    expect(plugin.configureWebpack({}, false)).toEqual({ resolve: { alias: { 'catchword-context': noContext } } });
    await plugin.postBuild({ outDir: join(root, 'build') });
    expect(existsSync(join(root, 'build', 'search', 'search.json'))).toBe(true);
    expect(messages).toEqual([]);
  });

  test('does not take the content of its own plugin for that of all', async () => {
    const plugin = (await catchword(contextOf('3.10.2'))) as Hooks;
    plugin.contentLoaded({ content: undefined, actions: {} });
    await plugin.postBuild({ outDir: join(root, 'build') });
    expect(messages).toEqual([expect.stringMatching(/the site has no search\. .*not loaded its pages yet/)]);
  });

  test('asks a service in the language of the page where one is named, and writes nothing', async () => {
    const { plugin, settings } = await load('3.10.2', {
      server: 'https://search.example.org',
      labels: { en: { search: 'Find' } },
    });
    expect(settings).toMatchObject({
      attributes: { mode: 'dialog', language: 'en-GB' },
      place: { api: 'https://search.example.org/' },
      hasPlaces: false,
      labels: { search: 'Find' },
    });
    await plugin.postBuild({ outDir: join(root, 'build') });
    expect(existsSync(join(root, 'build'))).toBe(false);
  });

  test('writes an artefact for the service, with the pages of each language that is built', async () => {
    const options = { server: 'https://search.example.org', artefact: 'site.catchword' };
    const { plugin, settings } = await load('3.10.2', options);
    expect(settings).toMatchObject({ hasPlaces: true });
    await plugin.postBuild({ outDir: join(root, 'build') });
    mkdirSync(join(root, 'i18n'));
    writeFileSync(join(root, 'i18n', 'a.md'), '# Le quokka\n\nIl sourit.\n');
    const french = { ...contextOf('3.10.2'), baseUrl: '/zoo/fr/' };
    french.i18n = { ...french.i18n, currentLocale: 'fr' };
    const next = (await catchword(french, options)) as Hooks;
    const translated = [{ source: '@site/i18n/a.md', permalink: '/zoo/fr/docs/a', title: 'Le quokka' }];
    const loadedVersions = [{ versionName: 'current', path: '/zoo/fr/docs', isLast: true, docs: translated }];
    const content = { 'docusaurus-plugin-content-docs': { default: { loadedVersions } } };
    next.allContentLoaded({ allContent: content, actions: { setGlobalData() {} } });
    await next.postBuild({ outDir: join(root, 'build', 'fr') });
    const addresses = async (q: string) => {
      const corpus = openCorpus(shareBytes(new Uint8Array(readFileSync(join(root, 'site.catchword'))).buffer, true));
      const handler = createHandler({ corpus, cacheBytes: 0, home: false, siteFiles: [] });
      const response = await handler(new Request(`http://localhost/api/search?q=${q}&version=all`));
      return ((await response.json()) as { items: { canonical: string }[] }).items
        .map(({ canonical }) => canonical)
        .toSorted();
    };
    expect(await addresses('quokka')).toEqual(['/zoo/docs/a', '/zoo/fr/docs/a']);
    expect([messages, existsSync(join(root, 'build'))]).toEqual([[], false]);
    // The same language once more is another build.
    await next.postBuild({ outDir: join(root, 'build', 'fr') });
    expect(await addresses('quokka')).toEqual(['/zoo/fr/docs/a']);
  });

  test('says what it cannot do, and leaves the site as it is', async () => {
    const said = async (context: object, options: object = {}) => {
      messages = [];
      expect(await catchword(context, options)).toEqual({ name: '@catchword/docusaurus' });
      await expect(catchword(context, { ...options, strict: true })).rejects.toThrow('@catchword/docusaurus: ');
      return messages.join();
    };
    expect(await said(contextOf('4.0.0'))).toBe(
      '[WARNING] @catchword/docusaurus: the site has no search. ' +
        'This package supports Docusaurus 2 and 3; this is 4.0.0. Update @catchword/docusaurus.',
    );
    expect(await said(contextOf('3.10.2', { future: { experimental_router: 'hash' } }))).toMatch(/hash router/);
    expect(await said(contextOf('3.10.2'), { server: 'search.example.org' })).toMatch(/must begin with "https:/);
  });

  test('names other searches that are set too', async () => {
    const plugins = [['docusaurus-lunr-search', {}], () => ({}), null, 'docusaurus-plugin-sass'];
    const themes = ['@catchword/docusaurus', '@docusaurus/theme-mermaid', '@easyops-cn/docusaurus-search-local'];
    await catchword(contextOf('3.10.2', { plugins, themes, themeConfig: { algolia: {} } }));
    expect(messages.map((message) => /has the search "(.*?)"/.exec(message)?.[1])).toEqual([
      'algolia',
      'docusaurus-lunr-search',
      '@easyops-cn/docusaurus-search-local',
    ]);
  });

  test('names a component of the site that readers see instead', async () => {
    mkdirSync(join(root, 'src', 'theme', 'SearchBar'), { recursive: true });
    const file = join(root, 'src', 'theme', 'SearchBar', 'index.tsx');
    writeFileSync(file, "import SearchBar from '@theme-original/SearchBar';\n");
    await catchword(contextOf('3.10.2'));
    expect(messages).toEqual([]);
    writeFileSync(file, "import { DocSearch } from '@docsearch/react';\n");
    await catchword(contextOf('3.10.2'));
    expect(messages).toEqual([
      '[WARNING] @catchword/docusaurus: readers see the search of "src/theme/SearchBar/index.tsx". ' +
        'Remove this file, or show "@theme-original/SearchBar" in it.',
    ]);
  });

  test('has its own versions, and says so where others are named', async () => {
    await catchword(contextOf('3.10.2'), { versions: ['v1'] } as object);
    expect(messages).toEqual([
      '[WARNING] @catchword/docusaurus: the option "versions" has no effect, as Docusaurus knows its versions. Remove it.',
    ]);
  });

  test('names itself where it is added twice, and the first one is the search', async () => {
    const themes = ['@catchword/docusaurus', ['@catchword/docusaurus', { id: 'more' }]];
    const context = contextOf('3.10.2', { themes });
    expect(await catchword(context, { id: 'default' })).toHaveProperty('getThemePath');
    expect(messages).toEqual([]);
    expect(await catchword(context, { id: 'more' })).toEqual({ name: '@catchword/docusaurus' });
    expect(messages).toEqual([
      '[WARNING] @catchword/docusaurus: this site adds this package twice. Only the options of the first are used.',
    ]);
    // One may have an id.
    const alone = contextOf('3.10.2', { themes: [['@catchword/docusaurus', { id: 'more' }]] });
    expect(await catchword(alone, { id: 'more' })).toHaveProperty('getThemePath');
  });

  test("finds the theme's module of versions where only the theme has it, as strict package managers do", async () => {
    const packages = join(root, 'node_modules', '@docusaurus');
    const theme = join(packages, 'preset-classic', 'node_modules', '@docusaurus', 'theme-classic');
    const common = join(theme, 'node_modules', '@docusaurus', 'theme-common');
    for (const folder of [join(packages, 'preset-classic'), theme, common]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{"exports":{".":"./index.js","./package.json":"./package.json"}}');
      writeFileSync(join(folder, 'index.js'), '');
    }
    const { plugin } = await load('3.10.2');
    expect(plugin.configureWebpack({}, true)).toEqual({
      resolve: { alias: { 'catchword-context': realpathSync(join(common, 'index.js')) } },
    });
  });

  test('is a function for `require`, as Docusaurus loads it', () => {
    expect(createRequire(import.meta.url)('./index.cjs')).toBeTypeOf('function');
  });
});

describe('the theme, in development', () => {
  beforeEach(() => vi.stubEnv('NODE_ENV', 'development'));

  test('answers before the server, and finds an edit that the bundler saw', async () => {
    const { plugin, settings } = await load('3.10.2');
    expect(settings).toMatchObject({ place: { api: '/zoo/search/' } });
    expect(Object.keys(plugin.configureWebpack({}, true))).toEqual(['resolve']);
    const listened: unknown[] = [];
    const config = { devServer: { onListening: (development: unknown) => listened.push(development) } };
    const added = plugin.configureWebpack(config, false) as unknown as {
      devServer: { onListening(development: object): void };
      plugins: [{ apply(compiler: object): void }];
    };
    const edited: (() => void)[] = [];
    const hook = { tap: (_: string, see: () => void) => edited.push(see) };
    added.plugins[0].apply({ hooks: { invalid: hook, watchRun: hook } });
    const server = createServer((_, response) => response.end('the page of the site'));
    added.devServer.onListening({ server });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = async (q: string) => {
      const response = await fetch(`${url}/zoo/search/api/search?q=${q}`);
      return ((await response.json()) as { items: { canonical: string }[] }).items.map(({ canonical }) => canonical);
    };
    try {
      expect(await found('quokka')).toEqual(['/zoo/docs/a']);
      expect(await (await fetch(`${url}/zoo/docs/a`)).text()).toBe('the page of the site');
      expect(listened).toEqual([{ server }]);
      writeFileSync(join(root, 'docs', 'a.md'), '# The thylacine\n');
      edited[0]!();
      expect(await found('thylacine')).toEqual(['/zoo/docs/a']);
      // Settings were edited, so the plugin is another one, but the server is not.
      const {
        'docusaurus-plugin-content-docs': { default: first },
      } = allContent;
      const moved = { ...first.loadedVersions[0]!, docs: [{ ...docs[0]!, permalink: '/zoo/docs/b' }] };
      const again = (await catchword(contextOf('3.10.2'))) as Hooks;
      writeFileSync(join(root, 'docs', 'a.md'), '# The thylacine\n');
      const content = { 'docusaurus-plugin-content-docs': { default: { loadedVersions: [moved] } } };
      again.allContentLoaded({ allContent: content, actions: { setGlobalData() {} } });
      expect(await found('thylacine')).toEqual(['/zoo/docs/b']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('is a build for finding mistakes where that is asked for', async () => {
    const { argv } = process;
    process.argv = ['node', 'docusaurus', 'build', '--dev'];
    try {
      expect((await load('3.10.2')).settings).toMatchObject({ place: { src: '/zoo/search/' } });
    } finally {
      process.argv = argv;
    }
  });
});
