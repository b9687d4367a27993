import { expect, test } from 'vitest';
import { describeAddresses, pages } from '../../../test/fixtures/describe_addresses.ts';
import { readSite } from '../../../test/fixtures/read_site.ts';

describeAddresses({
  'docfx: sources and destinations, exclusions': {
    files: {
      'docfx.json':
        '{"build": {"content": [{"files": ["**/*.md"], "src": "articles", "dest": "docs", "exclude": ["**/includes/**"]}]}}',
      ...pages('articles/a.md', 'articles/b/index.md', 'articles/b/includes/c.md'),
    },
    addresses: { 'articles/a.md': 'docs/a.html', 'articles/b/index.md': 'docs/b/' },
  },
  'docfx: the path on Microsoft Learn, by the breadcrumb': {
    files: {
      '.openpublishing.publish.config.json': '{"docsets_to_publish": [{"build_source_folder": "src"}]}',
      'src/docfx.json': '{"build": {"globalMetadata": {"breadcrumb_path": "/office/vba/breadcrumb/toc.json"}}}',
      ...pages('src/a.md', 'src/b/index.md'),
    },
    addresses: { 'a.md': 'office/vba/a', 'b/index.md': 'office/vba/b/' },
  },
  'docfx: destinations below the path on Microsoft Learn': {
    files: {
      '.openpublishing.publish.config.json': '{"docsets_to_publish": [{"build_source_folder": "src"}]}',
      // With a comment and commas after the last members, as in many repositories.
      'src/docfx.json': `{
        "build": {
          // What is built
          "content": [
            { "files": ["bread/toc.yml"], "dest": "scripting" },
            { "files": ["**/*.md"], "src": "concepts", "dest": "scripting", "group": "concepts" },
            { "files": ["**/*.md"], "src": "1.0", "dest": "module", "group": "one" },
            { "files": ["**/*.md"], "src": "2.0", "dest": "module", "group": "two" },
            { "files": ["**/*.md"], "src": "more", "dest": "extra", },
          ],
          "globalMetadata": { "breadcrumb_path": "/shell/scripting/bread/toc.json", }
        }
      }`,
      ...pages('src/concepts/a.md', 'src/1.0/b.md', 'src/2.0/b.md', 'src/more/c.md', 'src/index.md'),
    },
    addresses: {
      'concepts/a.md': 'shell/scripting/a',
      '1.0/b.md': 'shell/1.0/b',
      '2.0/b.md': 'shell/2.0/b',
      'more/c.md': 'shell/extra/c',
      'index.md': 'shell/',
    },
  },
  'docfx: the path on Microsoft Learn, by links': {
    files: {
      '.openpublishing.publish.config.json': '{"docsets_to_publish": [{"build_source_folder": "src"}]}',
      'src/docfx.json': '{"build": {"globalMetadata": {"breadcrumb_path": "/old/breadcrumb/toc.json"}}}',
      ...pages('src/x/a.md', 'src/x/b.md', 'src/x/c.md'),
      'src/d.md': '[a](/new/x/a) [b](/new/x/b) [c](/new/x/c)',
    },
    addresses: { 'x/a.md': 'new/x/a', 'x/b.md': 'new/x/b', 'x/c.md': 'new/x/c', 'd.md': 'new/d' },
  },
});

test('code of other files is read in where it is there, and is no link where it is not', () => {
  const site = readSite({
    'docfx.json': '{"build": {"content": [{"files": ["**/*.md"]}]}}',
    'src/a.cs': 'one();\n// <Part>\ntwo();\n// </Part>\nthree();\n',
    'docs/a.md': [
      ...[
        '# A',
        '',
        '[!code-csharp[Main](../src/a.cs#part)]',
        '',
        '- x',
        '',
        '  [!code-cs[](../src/a.cs?range=1,5)]',
        '',
      ],
      ...[
        '[!code[](~/src/a.cs#L3-L3 "Title")]',
        '',
        '[!code-xml[gone](../src/b.csproj?name=x) ]',
        '[!code-cs[](c.cs)]',
        '',
      ],
    ].join('\n'),
  });
  expect(site.text('docs/a.md')).toBe('two();\nx\none();\nthree();\ntwo();');
  expect([site.site.linksUnresolved, site.page('docs/a.md').targets.length]).toEqual([0, 0]);
  expect(site.warnings.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '11: Cannot include "../src/b.csproj": there is no such file',
    '12: Cannot include "c.cs": there is no such file',
  ]);
});

test('pages that only lead to another page are no pages, and names of APIs are no links', () => {
  const site = readSite({
    'docfx.json': '{"build": {"content": [{"files": ["**/*.md"]}]}}',
    'a.md': '---\nredirect_url: b.html\n---\n',
    'd/e.md': '[a](../a.md)',
    'b.md': '# B\n\n<xref href="System.String?alt=x"/>\n',
    'c.md': '---\nredirect_url: b.html\n---\ntext\n',
    'f.md': '---\nredirect_url: https://x.example/f\n---\n',
    'd/g.md': '---\nredirect_to: d/e\n---\n',
  });
  expect([site.site.pages.map(({ path }) => path), site.site.linksUnresolved]).toEqual([['b', 'c', 'd/e', 'f'], 0]);
  expect(site.links('d/e.md')).toEqual(['b']);
});
