import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

test('a page of Quarto includes fragments, which are no pages, and links to files', () => {
  const site = readSite({
    '_quarto.yml': 'website:\n  title: Site\n',
    'index.qmd': '[b](docs/b.qmd#part) [b](/docs/b.html)\n',
    'docs/b.qmd':
      '---\ntitle: B\n---\n\n::: {.callout-note}\n{{< include _part.qmd >}}\n:::\n\n{{< include ../../etc/passwd >}}\n',
    'docs/_part.qmd': 'Words of the part.\n',
  });
  expect(site.site.pages.map(({ path, title, description }) => [path, title, description])).toEqual([
    ['docs/b', 'B', 'Words of the part.'],
    ['index', 'Site', 'b b'],
  ]);
  expect(site.links('index.qmd')).toEqual(['docs/b']);
});
