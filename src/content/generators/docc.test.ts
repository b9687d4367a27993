import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

test('pages of DocC link to each other by name', () => {
  const site = readSite({
    'Book.docc/Guides/One.md': '# One\n\nSee <doc:Two#Part> and [the second](doc:Two), not <doc:Three>.\n',
    'Book.docc/Two.md': '# Two\n',
  });
  expect(site.links('Guides/One.md')).toEqual(['documentation/book/two']);
  expect(site.site.warnings.map(({ message }) => /"(.*)"/.exec(message)?.[1])).toEqual(['Three']);
});
