import { describe, expect, test } from 'vitest';
import type { SitePages } from './site_pages.ts';
import { areFolders, emptyFolders, placeVersions, versionAt, versionChoices } from './site_versions.ts';

function site(...addresses: string[]): SitePages {
  const pages = addresses.map((address) => ({ source: '/a.md', address }));
  return { generator: 'vitepress', base: '/zoo/', pages };
}

describe('the places of versions', () => {
  test.each([
    ['of a folder at the root', ['/zoo/v1/koala', '/zoo/koala'], ['site/v1', 'site/'], ['/zoo/v1']],
    ['of a folder below others', ['/zoo/docs/v1/a/', '/zoo/docs/a/'], ['site/v1', 'site/'], ['/zoo/docs/v1']],
    [
      'of a named path',
      ['/zoo/docs/v9/a', '/zoo/api/v9/a', '/zoo/docs/a'],
      ['site/v9', undefined, 'site/'],
      ['/zoo/docs/v9'],
    ],
    ['of no page that is only called so', ['/zoo/releases/v1/', '/zoo/releases/'], [undefined, undefined], []],
    [
      'of several, with pages of their own',
      ['/zoo/v1/old.html', '/zoo/2.x/a.html', '/zoo/a.html', '/zoo/blog.html'],
      ['site/v1', 'site/2.x', 'site/', undefined],
      ['/zoo/v1', '/zoo/2.x'],
    ],
    ['of each language', ['/zoo/fr/v1/a', '/zoo/fr/a', '/zoo/a'], ['site/v1', 'site/', undefined], ['/zoo/fr/v1']],
    ['of home pages', ['/zoo/v1/', '/zoo/v1/a', '/zoo/'], ['site/v1', 'site/v1', 'site/'], ['/zoo/v1']],
    ['of home pages without slashes', ['/zoo/v1', '/zoo/v1/a', '/zoo'], ['site/v1', 'site/v1', 'site/'], ['/zoo/v1']],
    [
      'of home pages in files',
      ['/zoo/v1.html', '/zoo/v1/a.html', '/zoo/'],
      ['site/v1', 'site/v1', 'site/'],
      ['/zoo/v1'],
    ],
    [
      'of the first folder that is named',
      ['/zoo/2.x/v1/a', '/zoo/2.x/a'],
      ['site/v1', 'site/2.x'],
      ['/zoo/2.x/v1', '/zoo/2.x'],
    ],
  ])('are those %s', (_name, addresses, places, folders) => {
    const placed = placeVersions(site(...addresses), ['v1', '2.x', 'docs/v9']);
    expect(placed.pages.map(({ version }) => version)).toEqual(places);
    expect(placed.versions).toEqual(folders);
  });

  test('are none where the owner names none', () => {
    const plain = site('/zoo/v1/koala');
    expect(placeVersions(plain, [])).toBe(plain);
  });

  test('lack for folders that no page is in', () => {
    expect(emptyFolders(placeVersions(site('/zoo/v1/koala'), ['v1', 'v2']), ['v1', 'v2'])).toEqual(['v2']);
  });
});

test.each([
  [['v1', '2.x'], true],
  [[], true],
  ['v1', false],
  [['docs/v1'], true],
  [['/v1'], false],
  [['v1/'], false],
  [['v1,v2'], false],
  [[''], false],
  [[1], false],
])('folders of versions can be %o: %s', (folders, isRight) => {
  expect(areFolders(folders)).toBe(isRight);
});

const server = 'https://search.example.org';

test.each([
  ['/zoo/v1/koala', {}, 'site/v1'],
  ['/zoo/v1/koala', { server }, 'v1'],
  ['/zoo/v1/koala', { server, artefact: 'site.catchword' }, 'site/v1'],
  ['/zoo/%76%31/koala', {}, 'site/v1'],
  ['/zoo/koala', {}, undefined],
  ['/v1/koala', {}, undefined],
  ['/zoo/constructor/koala', {}, undefined],
])('the box on %s, with the options %o, searches in the version %s', (address, options, version) => {
  expect(versionAt(address, '/zoo/', versionChoices({ ...options, versions: ['v1'] }))).toBe(version);
});
