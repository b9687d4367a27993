import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { CopyPage } from './copy_page.ts';
import { type CopyFacts, groupCopies } from './group_copies.ts';

const FACTS: CopyFacts = { language: 'en', locales: [], languageSuffixes: [] };

/** A page titled by the last segment of its path. */
function page(path: string, own: Partial<Omit<CopyPage, 'text'>> & { readonly text?: string } = {}): CopyPage {
  const { text = `The text of ${path}`, ...facts } = own;
  const title = path.slice(path.lastIndexOf('/') + 1);
  return { ...{ file: `${path}.md`, path, title, description: '', language: 'en' }, ...facts, text: () => text };
}

/** The groups as paths, in order of preference. */
function groupsOf(pages: readonly CopyPage[], facts: Partial<CopyFacts> = {}) {
  const sorted = pages.toSorted((a, b) => byCodePoint(a.path, b.path));
  const { groups, versions, versionOf } = groupCopies(sorted, { ...FACTS, ...facts });
  return {
    versions,
    groups: groups.map((members) => members.map((member) => sorted[member]!.path)),
    named: Object.fromEntries(
      sorted.flatMap(({ path }, i) => (versionOf[i] === 0 ? [] : [[path, versions[versionOf[i]! - 1]!]])),
    ),
  };
}

const versionsOf = (folder: string, names: readonly string[], pages: readonly string[]) =>
  names.flatMap((name) => pages.map((rest) => page([folder, name, rest].filter((part) => part !== '').join('/'))));

describe('versions', () => {
  test('the path without a version speaks, then the highest release', () => {
    expect(groupsOf(versionsOf('rs', ['', '7.4', '7.22', '7.8'], ['a', 'b/c']))).toEqual({
      versions: ['7.22', '7.8', '7.4'],
      groups: [
        ['rs/a', 'rs/7.22/a', 'rs/7.8/a', 'rs/7.4/a'],
        ['rs/b/c', 'rs/7.22/b/c', 'rs/7.8/b/c', 'rs/7.4/b/c'],
      ],
      named: {
        ...{ 'rs/7.22/a': '7.22', 'rs/7.22/b/c': '7.22', 'rs/7.4/a': '7.4', 'rs/7.4/b/c': '7.4' },
        ...{ 'rs/7.8/a': '7.8', 'rs/7.8/b/c': '7.8' },
      },
    });
  });

  test('the version that the settings name speaks, and higher ones come last', () => {
    const pages = versionsOf('docs', ['v3.6', 'v3.7', 'v3.8', 'v3.10'], ['a']);
    const { groups, versions } = groupsOf(pages, { currentVersion: '3.7' });
    expect(groups).toEqual([['docs/v3.7/a', 'docs/v3.6/a', 'docs/v3.10/a', 'docs/v3.8/a']]);
    expect(versions).toEqual(['v3.7', 'v3.10', 'v3.8', 'v3.6']);
  });

  test('a generator may declare versions that neither their names nor their pages tell', () => {
    const pages = [...versionsOf('docs', ['', 'hydrogen'], ['a']), page('docs/helium/b')];
    const { groups, named, versions } = groupsOf(pages, { versionFolders: ['docs/hydrogen', 'docs/helium'] });
    expect([groups, versions]).toEqual([[['docs/a', 'docs/hydrogen/a']], ['helium', 'hydrogen']]);
    expect(named).toEqual({ 'docs/hydrogen/a': 'hydrogen', 'docs/helium/b': 'helium' });
  });

  test('a folder may have more in its name than the version', () => {
    const { groups, versions } = groupsOf(versionsOf('', ['docs', 'v1.12-docs', 'v1.9-docs'], ['a']));
    expect(groups).toEqual([['docs/a', 'v1.12-docs/a', 'v1.9-docs/a']]);
    expect(versions).toEqual(['v1.12-docs', 'v1.9-docs']);
  });

  test('a version that is not released, and an archive, never speak before a release', () => {
    const { groups } = groupsOf(versionsOf('', ['next', 'latest', '2.0-rc1', '1.0', 'archive'], ['a']));
    expect(groups).toEqual([['latest/a', '1.0/a', '2.0-rc1/a', 'next/a', 'archive/a']]);
  });

  test('a version that shares few pages is one beside another version', () => {
    const old = ['p', 'q', 'r', 's'].map((rest) => page(`docs/v1/${rest}`));
    const { named, groups } = groupsOf([...versionsOf('docs', ['', 'v2'], ['a', 'b']), ...old]);
    expect(named['docs/v1/p']).toBe('v1');
    expect(groups).toEqual([
      ['docs/a', 'docs/v2/a'],
      ['docs/b', 'docs/v2/b'],
    ]);
  });

  test('of a folder that is only beside versions, pages with the same title are copies', () => {
    const others = [
      page('r5/a', { title: 'Route 5' }),
      ...['b', 'u', 'w', 'x', 'y', 'z'].map((rest) => page(`r5/${rest}`)),
    ];
    expect(
      groupsOf([...versionsOf('', ['v1', 'v2'], ['a', 'b', 'c', 'd', 'e']), ...others]).groups.slice(0, 2),
    ).toEqual([
      ['r5/b', 'v2/b', 'v1/b'],
      ['v2/a', 'v1/a'],
    ]);
  });

  test('the page of a version is a copy of those of others, but not of the page around them', () => {
    const pages = versionsOf('docs', ['1.0', '2.0'], ['a']);
    const roots = ['docs', 'docs/1.0', 'docs/2.0'].map((path) => page(path));
    expect(groupsOf([...pages, ...roots]).groups).toEqual([
      ['docs/2.0', 'docs/1.0'],
      ['docs/2.0/a', 'docs/1.0/a'],
    ]);
  });

  test.each([
    ['a folder with a version in every part of an API', ['users/v1/get', 'orders/v1/get', 'orders/v1/list']],
    ['years of a blog', ['blog/2023/news', 'blog/2024/news', 'blog/2025/news']],
    ['pages named by releases', ['releases/1.0', 'releases/1.1', 'releases/1.2']],
    ['a branch name with pages of its own', ['docs/main/a', 'docs/main/b', 'docs/c']],
    ['other pages under the same names', ['v1/a', 'v1/b', 'v1/c', 'v1/d', 'v2/e', 'v2/f', 'v2/g', 'v2/h']],
  ])('%s are no versions', (_, paths) => {
    expect(groupsOf(paths.map((path) => page(path)))).toEqual({ versions: [], groups: [], named: {} });
  });

  test('bare numbers are versions where the texts resemble', () => {
    const text = Array.from({ length: 50 }, (_, i) => `word${i}`).join(' ');
    const pages = ['1', '2'].flatMap((name) =>
      ['a', 'b'].map((rest) => page(`${name}/${rest}`, { text: `${text} ${rest}` })),
    );
    expect(groupsOf(pages).groups).toEqual([
      ['2/a', '1/a'],
      ['2/b', '1/b'],
    ]);
  });

  test('other titles under the same paths are no versions', () => {
    const pages = ['v1', 'v2'].flatMap((name) => ['a', 'b'].map((rest) => page(`${name}/${rest}`, { title: name })));
    expect(groupsOf(pages).groups).toEqual([]);
  });
});

describe('translations', () => {
  test('the language of the site speaks', () => {
    const pages = [page('a'), page('de/a', { language: 'de' }), page('zh-cn/a', { language: 'zh-CN' })];
    expect(groupsOf(pages).groups).toEqual([['a', 'de/a', 'zh-cn/a']]);
    expect(groupsOf(pages, { language: 'zh' }).groups).toEqual([['zh-cn/a', 'de/a', 'a']]);
  });

  test('pages with other addresses are translations by their files', () => {
    const pages = [
      page('about', { file: 'en/about.md' }),
      page('de/ueber-uns', { file: 'de/about.md', language: 'de' }),
      page('contact', { file: 'contact.md' }),
      page('kontakt', { file: 'contact.de.md', language: 'de' }),
    ];
    const facts = { locales: ['de', 'en'], languageSuffixes: ['de'] };
    expect(groupsOf(pages, facts).groups).toEqual([
      ['about', 'de/ueber-uns'],
      ['contact', 'kontakt'],
    ]);
  });

  test('versions of translations are one group, the language of the site first', () => {
    const pages = ['', 'de/'].flatMap((folder) =>
      ['', '1.0/'].map((version) => page(`${folder}docs/${version}a`, { language: folder === '' ? 'en' : 'de' })),
    );
    expect(groupsOf(pages).groups).toEqual([['docs/a', 'docs/1.0/a', 'de/docs/a', 'de/docs/1.0/a']]);
  });

  test('pages of one language are no translations of each other', () => {
    const pages = [page('intro'), page('en/intro', { title: 'Another' }), page('fr/intro', { language: 'fr' })];
    expect(groupsOf(pages).groups).toEqual([['en/intro', 'fr/intro']]);
  });

  test('a folder with the name of a language is a part of the path in a site of one language', () => {
    expect(groupsOf([page('a'), page('de/a')]).groups).toEqual([]);
  });
});

describe('equal texts', () => {
  const text = Array.from({ length: 200 }, (_, i) => `word${i}`).join(' ');

  test('pages of one title are copies when their texts are equal or nearly so', () => {
    const pages = [
      ...[page('x/a', { text }), page('y/a', { text: `${text} more` }), page('z/a', { text: 'Other.' })],
      ...[page('x/b', { text }), page('q/empty', { text: '' }), page('p/empty', { text: '' })],
    ];
    expect(groupsOf(pages).groups).toEqual([
      ['p/empty', 'q/empty'],
      ['x/a', 'y/a'],
    ]);
  });

  test('pages of other titles or languages are none', () => {
    const pages = [page('x/a', { text }), page('y/a', { text, title: 'B' }), page('z/a', { text, language: 'de' })];
    expect(groupsOf(pages).groups).toEqual([]);
  });

  test('of many pages with one title only equal ones are found', () => {
    const pages = Array.from({ length: 300 }, (_, i) => page(`p${i}/a`, { text: i < 2 ? text : `${text} ${i}` }));
    expect(groupsOf(pages).groups).toEqual([['p0/a', 'p1/a']]);
  });
});

test('every page is in one group at most, and groups do not depend on the texts of other pages', () => {
  const segment = fc.constantFrom('a', 'b', 'v1', 'v2.1', '2', 'latest', 'next', 'de', 'docs');
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const drawn = fc.record({ path, language: fc.constantFrom('en', 'de'), text: fc.constantFrom('', 'one text') });
  fc.assert(
    fc.property(fc.uniqueArray(drawn, { selector: (each) => each.path, maxLength: 40 }), (pages) => {
      const { groups, named } = groupsOf(pages.map(({ path: at, ...own }) => page(at, own)));
      const members = groups.flat();
      expect(new Set(members).size).toBe(members.length);
      expect(groups.every(({ length }) => length > 1)).toBe(true);
      for (const [at, version] of Object.entries(named)) expect(at.split('/')).toContain(version);
    }),
  );
});
