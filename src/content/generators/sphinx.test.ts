import { expect, test } from 'vitest';
import { pages } from '../../../test/fixtures/order_of.ts';
import { readSite } from '../../../test/fixtures/read_site.ts';

test('labels of figures, tables and mathematics lead to their page, and the index is no dead link', () => {
  const site = readSite({
    '_toc.yml': '',
    '_config.yml': 'html:\n  baseurl: https://x.example/book/\nsphinx:\n  config:\n    language: fr\n',
    'a.md': '# A\n\n```{figure} x.png\n:name: fig\n```\n\n```{math}\n:label: sum\n1\n```\n',
    'b.md': '# B\n\n:::{figure-md} photo\n![](x.png)\n:::\n\n$$\n1\n$$ (product)\n',
    'c.md': '# C\n\n[x](fig) [x](sum) [x](photo) [](product) [x](genindex) [x](/book/a)\n',
  });
  expect([site.links('c.md'), site.site.linksUnresolved, site.page('a.md').language]).toEqual([['a', 'b'], 0, 'fr']);
});

test('references to objects, here and in other projects, are no dead links', () => {
  const references = [
    '{py:func}`os.path` {external:class}`dict`',
    '[x](inv:python:py:class#dict) <inv:#list>',
    '[x](#module.Class.method) [x](project:#label)',
  ];
  const read = readSite({ 'conf.py': "extensions = ['myst_parser']\n", 'index.md': references.join('\n\n') });
  expect([read.context.generator, read.site.warnings]).toEqual(['sphinx', []]);
});

test('documents that cannot be read for their lists are no fault', () => {
  const { context, warnings } = readSite({
    'conf.py': "extensions = ['myst_parser']\n",
    'index.rst': '.. toctree::\n\n   a\n   large\n',
    'large.rst': ' '.repeat(256 * 1024 + 1),
    ...pages('', 'a'),
  });
  expect([context.tree?.others.map(([doc]) => doc), warnings]).toEqual([['index'], []]);
});

test('documents are looked for once each, at so many names at most', () => {
  const list = (names: readonly string[]) => `.. toctree::\n\n${names.map((name) => `   ${name}\n`).join('')}`;
  const missing = Array.from({ length: 6_000 }, (_, at) => `n${at}`);
  const made = (names: readonly string[]) =>
    readSite({
      'conf.py': "extensions = ['myst_parser']\n",
      'index.rst': list(['more', 'more', ...names, 'last']),
      ...{ 'more.rst': list(['index', 'a']), 'last.rst': list(['a']) },
      ...pages('', 'a'),
    }).context.tree?.others.map(([doc]) => doc);
  expect([made([]), made(missing)]).toEqual([
    ['index', 'last', 'more'],
    ['index', 'more'],
  ]);
});
