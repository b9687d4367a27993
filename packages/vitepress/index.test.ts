import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import catchword from './index.js';

let root = '';
let messages: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'catchword-vitepress-'));
  messages = [];
});
afterEach(() => rmSync(root, { recursive: true }));

/** A resolved site. @param version of VitePress that is installed beside it */
function siteOf(version: string, themeConfig: object = {}) {
  mkdirSync(join(root, 'node_modules', 'vitepress'), { recursive: true });
  writeFileSync(join(root, 'node_modules', 'vitepress', 'package.json'), JSON.stringify({ version }));
  writeFileSync(join(root, 'index.md'), '# Home\n\nThe quokka.\n');
  const site = { base: '/zoo/', lang: 'en', locales: {}, themeConfig };
  return {
    root,
    srcDir: root,
    outDir: join(root, 'dist'),
    pages: ['index.md'],
    rewrites: { map: {} },
    cleanUrls: true,
    site,
  };
}

async function resolved(vitepress: unknown, options: object = {}, command = 'build', others: object[] = []) {
  const plugin = catchword(options);
  const plugins = [plugin, ...others];
  const logger = { warn: (message: string) => messages.push(message) };
  await plugin.configResolved({ vitepress, command, logger, plugins });
  return plugin;
}

const BUTTON = './VPNavBarSearch.vue';

describe('the plugin', () => {
  test('replaces the search button, and gives it where the files are', async () => {
    const plugin = await resolved(siteOf('1.6.4'), { attributes: { limit: '5' } });
    expect(plugin.resolveId(BUTTON)).toMatch(/client\/search_button\.js$/);
    expect(plugin.resolveId('./VPNavBar.vue')).toBeUndefined();
    const settings = {
      script: '/zoo/search/catchword-search.js',
      attributes: { limit: '5', src: '/zoo/search/' },
      labels: {},
      hasLanguages: false,
      versions: {},
    };
    expect(plugin.load('\0virtual:catchword')).toBe(`export default ${JSON.stringify(settings)}`);
    expect(messages).toEqual([]);
  });

  test('writes the files once the site is built, after what the owner does then', async () => {
    const order: string[] = [];
    const site = { ...siteOf('2.0.0-alpha.21'), buildEnd: () => order.push('owner') };
    await resolved(site);
    // VitePress resolves its settings for the browser and for itself.
    await resolved(site);
    await (site.buildEnd as unknown as (site: unknown) => Promise<void>)(site);
    const { existsSync } = await import('node:fs');
    expect([order, existsSync(join(root, 'dist', 'search', 'search.json'))]).toEqual([['owner'], true]);
  });

  test('asks a service where one is named, and writes nothing', async () => {
    const site: { buildEnd?: unknown } & ReturnType<typeof siteOf> = siteOf('1.6.4');
    const plugin = await resolved(site, { server: 'https://search.example.org' });
    expect(plugin.load('\0virtual:catchword')).toContain('"attributes":{"api":"https://search.example.org/"}');
    expect(site.buildEnd).toBeUndefined();
  });

  test.each([
    [
      '3.1.0',
      /^@catchword\/vitepress: the site has no search\. This package supports VitePress 1 and 2; this is 3\.1\.0\. Update/,
    ],
  ])('leaves the site without a search on VitePress %s, and says so', async (version, message) => {
    const plugin = await resolved(siteOf(version));
    expect([plugin.resolveId(BUTTON), messages]).toEqual([undefined, [expect.stringMatching(message)]]);
  });

  test('leaves the site without a search where the service is no address, and ends the build where it is strict', async () => {
    const plugin = await resolved(siteOf('1.6.4'), { server: 'search.example.org' });
    const problem = 'Cannot search at "search.example.org": it must begin with "https://".';
    expect([plugin.resolveId(BUTTON), messages]).toEqual([
      undefined,
      [`@catchword/vitepress: the site has no search. ${problem}`],
    ]);
    const strict = resolved(siteOf('1.6.4'), { server: 'search.example.org', strict: true });
    await expect(strict).rejects.toThrow(`@catchword/vitepress: ${problem}`);
  });

  test('says that it is no plugin for other sites of Vite', async () => {
    const plugin = await resolved(undefined);
    expect([plugin.resolveId(BUTTON), messages]).toEqual([
      undefined,
      [expect.stringMatching(/add it to "vite\.plugins"/)],
    ]);
  });

  test('searches in the version of a page, by its name where a service answers', async () => {
    const versions = ['v1'];
    const plugin = await resolved(siteOf('1.6.4'), { versions });
    expect(plugin.load('\0virtual:catchword')).toContain('"versions":{"v1":"site/v1"}');
    const asking = await resolved(siteOf('1.6.4'), { versions, server: 'https://search.example.org' });
    expect(asking.load('\0virtual:catchword')).toContain('"versions":{"v1":"v1"}');
    await resolved(siteOf('1.6.4'), { versions: 'v1' });
    expect(messages).toEqual([
      '@catchword/vitepress: the site has no search. Cannot use the option "versions": write names of folders, such as ["v1", "2.x"].',
    ]);
  });

  test('names another search that is set too', async () => {
    await resolved(siteOf('1.6.4', { search: { provider: 'local' } }));
    expect(messages).toEqual([expect.stringMatching(/^@catchword\/vitepress: this site also has the search "local"/)]);
  });

  test('names the search of a language, another plugin for searches, and itself where it is added twice, once', async () => {
    const site = siteOf('1.6.4');
    const locales = { root: { lang: 'en' }, fr: { lang: 'fr', themeConfig: { algolia: {} } } };
    const translated = { ...site, site: { ...site.site, locales } };
    const others = [{ name: 'vitepress-plugin-pagefind' }, { name: 'vite:css' }, catchword()];
    await resolved(translated, {}, 'build', others);
    await resolved(translated, {}, 'build', others);
    expect(messages.map((message) => message.replace('@catchword/vitepress: this site ', ''))).toEqual([
      'also has the search "algolia", which readers do not see. Remove it from "themeConfig".',
      'also has the search "vitepress-plugin-pagefind". Remove one of the two from "vite.plugins".',
      'adds this package twice. Only the options of the first are used.',
    ]);
  });
});
