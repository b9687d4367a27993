import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import starlightCatchword from './starlight.js';

vi.mock('./index.js', () => ({
  NAME: '@catchword/astro',
  default: (options) => ({ name: '@catchword/astro', options }),
  noSearch: () => 'no search',
}));

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'catchword-starlight-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs the plugin in a site. @returns what it did */
function setUp({ config = {}, integrations = [], version = '0.42.4', options }) {
  const folder = join(root, 'node_modules', '@astrojs', 'starlight');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
  const done = { updates: [], added: [], warnings: [] };
  starlightCatchword(options).hooks['config:setup']({
    config,
    updateConfig: (update) => done.updates.push(update),
    addIntegration: (integration) => done.added.push(integration),
    astroConfig: { root: pathToFileURL(`${root}/`), integrations },
    logger: { warn: (message) => done.warnings.push(message) },
  });
  return done;
}

const Search = '@catchword/astro/StarlightSearch.astro';

test('takes the place of the search', () => {
  const options = { folder: 'find' };
  expect(setUp({ config: { components: { Header: './Header.astro' } }, options })).toEqual({
    updates: [{ pagefind: false, components: { Header: './Header.astro', Search } }],
    added: [{ name: '@catchword/astro', options }],
    warnings: [],
  });
});

test('keeps a search component of the owner, and Pagefind that it may show', () => {
  const { updates, added, warnings } = setUp({ config: { components: { Search: './Search.astro' } } });
  expect([updates, added.length]).toEqual([[], 1]);
  expect(warnings).toEqual([
    expect.stringMatching(/^readers see the search of "components.Search" \(\.\/Search\.astro\)/),
  ]);
});

test('uses the integration that the site has', () => {
  const { updates, added } = setUp({ integrations: [{ name: '@catchword/astro' }] });
  expect([updates.length, added]).toEqual([1, []]);
});

test('is placed once where it is added twice, which the integration names', () => {
  const { updates, added } = setUp({ config: { components: { Search } } });
  expect([updates, added.length]).toEqual([[], 1]);
});

test('names another search plugin', () => {
  const plugins = [{ name: '@catchword/astro' }, { name: '@astrojs/starlight-docsearch' }, { name: 'starlight-blog' }];
  expect(setUp({ config: { plugins } }).warnings).toEqual([
    'this site also has the search "@astrojs/starlight-docsearch". Remove one of the two from "plugins".',
  ]);
});

test('leaves a version that it does not know as it is, and is an error where it is strict', () => {
  const problem = 'This package supports Starlight 0; this is 1.2.0. Update @catchword/astro.';
  expect(setUp({ version: '1.2.0' })).toEqual({
    updates: [],
    // Components of the owner may import the box.
    added: ['no search'],
    warnings: [`this plugin adds no search to the site. ${problem}`],
  });
  expect(() => setUp({ version: '1.2.0', options: { strict: true } })).toThrow(problem);
});
