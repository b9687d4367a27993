import { expect, test } from 'vitest';
import { describeAddresses, pages } from '../../../test/fixtures/describe_addresses.ts';
import { readSite } from '../../../test/fixtures/read_site.ts';

describeAddresses({
  'mkdocs: a project for each language, with English at the root': {
    files: {
      'docs/en/mkdocs.yml': 'site_url: https://x.example/\nexclude_docs: |\n  /drafts/\n  _*.md\n',
      ...pages('docs/en/docs/a/b.md', 'docs/en/docs/drafts/c.md', 'docs/de/docs/a/b.md', 'docs/de/docs/a/_d.md'),
      ...pages('docs/en/notes.md', 'docs/about.md'),
      'package.json': '{}',
    },
    addresses: { 'en/docs/a/b.md': 'a/b/', 'de/docs/a/b.md': 'de/a/b/' },
  },
  'mkdocs: a project for each language, with English in a folder': {
    files: {
      'en/mkdocs.yml': 'site_url: https://x.example/guide/en/\n',
      ...pages('en/docs/a.md', 'pt-br/docs/a.md'),
    },
    addresses: { 'en/docs/a.md': 'en/a/', 'pt-br/docs/a.md': 'pt-br/a/' },
  },
  'mkdocs: drafts, excluded files and menus': {
    files: {
      'mkdocs.yml':
        'draft_docs: |\n  *.draft.md\nplugins:\n  - literate-nav\n  - exclude:\n      glob:\n        - parts/*\n',
      ...pages('docs/a.md', 'docs/b.draft.md', 'docs/parts/c.md', 'docs/x/SUMMARY.md'),
    },
    addresses: { 'a.md': 'a/' },
  },
});

test('a title in the menu comes before a heading of level 2, but not before one of level 1', () => {
  const site = readSite({
    'mkdocs.yml': 'nav:\n  - Linting: a.md\n  - Two: b.md\n',
    'docs/a.md': '## Plugin\n\ntext\n',
    'docs/b.md': '# The second\n\ntext\n',
    'docs/c.md': '## Third\n\ntext\n',
  });
  expect(site.site.pages.map(({ file, title }) => [file, title])).toEqual([
    ['a.md', 'Linting'],
    ['b.md', 'The second'],
    ['c.md', 'Third'],
  ]);
  expect(site.text('a.md')).toBe('Plugin\ntext');
});

test('included files are looked for in the folders that the extension Snippets names, in the project only', () => {
  const site = readSite({
    'mkdocs.yml':
      'exclude_docs: parts/\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [docs/parts, ../..]\n',
    'docs/a/intro.md': '# Intro\n\n--8<-- "intro.md"\n',
    'docs/parts/intro.md': 'shared\n',
  });
  expect(site.text('a/intro.md')).toBe('shared');
});
