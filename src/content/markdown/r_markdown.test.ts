import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

test('parts, commands for paged output, entries of an index and values of R are no text', () => {
  const site = readSite({
    '_bookdown.yml': '',
    'index.Rmd': '# Preface {-}\n\nHello\n',
    'a.Rmd':
      '# (PART) Basics {-}\n\n\\mainmatter\n\n# Vectors {-#vec}\n\\index{vectors}\\index{NA|see {missing}}\n\nThere are `r nrow(x)` rows, `c(1)` and `` `r x` ``.\n\n## Next {- .a}\n',
  });
  const page = site.page('a.Rmd');
  expect([page.title, page.path, page.headings.map(({ text, anchor }) => `${text} ${anchor}`)]).toEqual([
    ...['Vectors', 'vec', ['Vectors vec', 'Next next']],
  ]);
  expect(site.text('a.Rmd')).toBe('There are rows, c(1) and `r x`.\nNext');
  expect(site.page('index.Rmd')).toMatchObject({ path: 'index', title: 'Preface' });
});
